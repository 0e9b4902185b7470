"""Tests on graphs that join rows near one another: how many of the edges stay within a sample."""
