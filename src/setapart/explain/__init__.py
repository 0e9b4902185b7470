"""Explanation: from directions back to features and rows, and how sure that is."""
