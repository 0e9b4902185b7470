"""Makes report.png, the head of a report as a browser shows it: python docs/images/report.py [chromium]."""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

import setapart as sa
from setapart.datasets import penguins

COLUMNS = ["species", "bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g"]

result = sa.two_sample_test(
    penguins(["Adelie", "Chinstrap"]).select(COLUMNS),
    groups="species",
    scale="std",
    nan_policy="omit",
)
chromium = sys.argv[1] if len(sys.argv) > 1 else shutil.which("chromium")
with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
    path = Path(folder) / "report.html"
    result.to_html(path)
    browser = playwright.chromium.launch(
        executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
    )
    page = browser.new_page(viewport={"width": 800, "height": 1280})
    page.goto(path.as_uri())
    picture = page.locator("svg").first.bounding_box()
    head = {"x": 0, "y": 0, "width": 800, "height": picture["y"] + picture["height"] + 24}
    page.screenshot(path=Path(__file__).with_suffix(".png"), clip=head)
    browser.close()
