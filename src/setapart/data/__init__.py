"""Data in: every check of what the caller passes lives in this room; nothing deeper validates again."""
