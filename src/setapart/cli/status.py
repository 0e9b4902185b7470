"""The exit statuses of the command."""

__all__ = ["BAD_INPUT", "DIFFERENCE", "FINISHED", "INTERRUPTED", "NO_READER"]

FINISHED, DIFFERENCE, BAD_INPUT = 0, 1, 2
INTERRUPTED, NO_READER = 130, 141  # 128 and the number of the signal, as a shell has it
