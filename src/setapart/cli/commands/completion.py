"""The command ``setapart --install-completion``: the shell completes commands and options."""

from typing import Literal

from setapart.cli.terminal import tell

__all__ = ["run_completion"]


def run_completion(*, shell: Literal["bash", "zsh", "fish", "powershell"] | None = None, show: bool = False) -> None:
    """Let the shell complete the names of commands, options and files.

    A script is put where the shell looks for such, and a line that loads it into the file that the shell reads when it
    starts, where that takes one.

    Parameters
    ----------
    shell
        Default: the one that runs the command.
    show
        Print the script, and change no file.
    """
    from cyclopts.completion.detect import ShellDetectionError

    from setapart.cli.application import application

    app = application()
    try:
        if show:
            tell(_into_folders(app.generate_completion(shell=shell)))
        else:
            script = app.install_completion(shell=shell)
            script.write_text(_into_folders(script.read_text(encoding="utf-8")), encoding="utf-8")
            tell(f"Completion is in {script}; a new shell has it.")
    except ShellDetectionError:
        raise ValueError("which shell this is cannot be told; name it with --shell") from None


def _into_folders(script: str) -> str:
    """Let bash put a slash behind a folder, so that what is in it can be completed next."""
    return script.replace("\ncomplete -F ", "\ncomplete -o filenames -F ")
