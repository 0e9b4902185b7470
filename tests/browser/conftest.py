"""A real browser: Debian's Chromium, or the one that the environment variable CHROMIUM names."""

import os
import shutil

import pytest
from playwright.sync_api import sync_playwright

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"] + [
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def chromium():
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if path is None:
        pytest.fail("these tests need Chromium: install it, or name it in the environment variable CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


class Visit:
    """A page that was opened, and all that it asked for and complained about."""

    def __init__(self, browser, path, **options):
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.requests, self.complaints = [], []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(f"dialog: {dialog.message}"))
        self.page.goto(path.as_uri(), wait_until="load")

    def tree(self):
        """The accessibility tree as (role, name, description, level)."""
        nodes = self.context.new_cdp_session(self.page).send("Accessibility.getFullAXTree")["nodes"]
        return [
            (
                node.get("role", {}).get("value"),
                node.get("name", {}).get("value", ""),
                node.get("description", {}).get("value", ""),
                next((one["value"]["value"] for one in node.get("properties", []) if one["name"] == "level"), None),
            )
            for node in nodes
            if not node["ignored"]
        ]


@pytest.fixture
def visit(chromium):
    """Open a page; what it opened is closed afterwards."""
    visits = []

    def opened(path, **options):
        visits.append(Visit(chromium, path, **options))
        return visits[-1]

    yield opened
    for one in visits:
        one.context.close()
