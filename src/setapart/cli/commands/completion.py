"""The command ``setapart --install-completion``: the shell completes commands and options."""

from typing import Literal

from setapart.cli.terminal import tell

__all__ = ["run_completion"]


def run_completion(*, shell: Literal["bash", "zsh", "fish", "powershell"] | None = None, show: bool = False) -> None:
    """Let the shell complete the names of commands and options.

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
            tell(app.generate_completion(shell=shell))
        else:
            tell(f"Completion is in {app.install_completion(shell=shell)}; a new shell has it.")
    except ShellDetectionError:
        raise ValueError("which shell this is cannot be told; name it with --shell") from None
