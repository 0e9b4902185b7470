"""The public functions. Each validates, computes and wraps, in that order."""
