"""Files that are written: never over another unless asked to, whole or not at all."""

import errno
import os
from io import BytesIO

import pytest

from setapart._options import in_options
from setapart._targets import check_target, is_written_by_setapart, save, signature, signed
from setapart.plots.style import blank_figure


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def picture(suffix, metadata):
    stream = BytesIO()
    blank_figure("a title").savefig(stream, format=suffix[1:], metadata=metadata)
    return stream.getvalue()


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf", ".eps", ".PNG"])
def test_a_picture_with_our_signature_may_be_written_over_and_no_other(here, suffix):
    path = here / f"out{suffix}"
    path.write_bytes(picture(suffix.lower(), signature(suffix)))
    assert is_written_by_setapart(path)
    check_target("path", path, overwrite=False)
    save(path, picture(suffix.lower(), None), overwrite=False)
    assert not is_written_by_setapart(path)
    refusal = f"path {path} exists, and may not be from setapart; overwrite=True writes over it"
    with pytest.raises(FileExistsError) as refused:
        check_target("path", path, overwrite=False)
    assert str(refused.value) == refusal
    assert in_options(refused.value.args[0]).endswith("; --force writes over it")
    with pytest.raises(FileExistsError):
        save(path, b"new", overwrite=False)
    check_target("path", path, overwrite=True)
    save(path, b"new", overwrite=True)
    assert path.read_bytes() == b"new"


def test_markdown_is_ours_until_somebody_changes_it(here):
    (here / "out.md").write_bytes(signed("# ümlaut\n".encode()))
    assert is_written_by_setapart(here / "out.md")
    for change in (lambda text: text.replace("#", "##"), lambda text: f"{text}more", lambda text: text[-5:]):
        (here / "changed.md").write_text(change((here / "out.md").read_text()))
        assert not is_written_by_setapart(here / "changed.md")


def test_formats_without_a_place_for_it_have_no_signature():
    assert signature(".jpg") is None


def test_our_name_in_the_data_of_others_is_no_signature(here):
    (here / "notes.html").write_text('see <meta name="generator" content="setapart">')
    (here / "empty.html").write_text("")
    assert not is_written_by_setapart(here / "notes.html")
    assert not is_written_by_setapart(here / "empty.html")


def test_a_folder_without_leave_to_write_is_refused(monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # whoever runs the tests may be allowed everything
    with pytest.raises(PermissionError, match=r"^--plot out\.png: nothing can be written into the folder \.$"):
        check_target("--plot", "out.png", overwrite=True)


def test_a_new_file_has_the_mode_of_any_other(here):
    (here / "other").write_text("")
    save("new", b"content", overwrite=False)
    assert (here / "new").stat().st_mode == (here / "other").stat().st_mode


@pytest.mark.parametrize("there", [False, True])
def test_a_link_stays_one(here, there):
    (here / "folder").mkdir()
    if there:
        (here / "folder/real").write_text("old")
    (here / "link").symlink_to("folder/real")
    check_target("--plot", "link", overwrite=True)
    save("link", b"new", overwrite=True)
    assert (here / "link").is_symlink()
    assert (here / "folder/real").read_bytes() == b"new"
    assert sorted(path.name for path in here.iterdir()) == ["folder", "link"]


def test_a_file_that_appears_in_the_meantime_is_kept(here):
    check_target("--plot", "out", overwrite=False)
    (here / "out").write_text("theirs")
    with pytest.raises(FileExistsError, match=r"appeared in the meantime; overwrite=True writes over it"):
        save("out", b"ours", overwrite=False)
    assert (here / "out").read_text() == "theirs"


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_appears_at_the_last_moment_is_kept(here, monkeypatch, links):
    link = os.link

    def late(*paths, **options):
        (here / "out").write_text("theirs")
        if not links:
            raise PermissionError(errno.EPERM, "Operation not permitted")
        return link(*paths, **options)

    monkeypatch.setattr(os, "link", late)
    with pytest.raises(FileExistsError, match=r"appeared in the meantime; overwrite=True writes over it"):
        save("out", b"ours", overwrite=False)
    assert (here / "out").read_text() == "theirs"
    assert sorted(path.name for path in here.iterdir()) == ["out"]


def full(stream, content):
    raise OSError(errno.ENOSPC, "No space left on device", ".setapart-0")


def test_a_disk_without_links_takes_a_file(here, monkeypatch):
    monkeypatch.setattr(os, "link", full)
    save("out", b"ours", overwrite=False)
    assert (here / "out").read_bytes() == b"ours"
    assert sorted(path.name for path in here.iterdir()) == ["out"]
