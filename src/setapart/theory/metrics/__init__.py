"""Integral probability metrics: how far apart samples are, by which function, and how well a class follows noise."""
