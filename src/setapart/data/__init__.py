"""Data in: every check of data lives in this room; nothing deeper looks at it again."""
