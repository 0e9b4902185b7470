"""Exact optimal transport between two weighted point sets, for a batch of problems at once.

A problem is a *signed measure* on pooled points: integer supplies that sum to zero, positive at the sources (first
sample) and negative at the sinks (second sample). `line` solves it in one dimension by sorting, `simplex` in any
dimension by a network simplex, `block_simplex` in few dimensions for many points; all return W₁ and its gradient with
respect to the points.
"""
