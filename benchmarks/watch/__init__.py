"""What is timed at every change, by asv: kernels and whole tests.

Seconds are those of the processor, which other work on the machine changes little. Counts of pivots and mean values are
the same on every machine: where seconds are noisy, a kernel that does more work shows in them.
"""
