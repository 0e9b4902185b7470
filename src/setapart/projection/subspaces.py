"""Frames and the subspaces they span: how far two are apart, and the turn that brings one near the other."""

import numpy as np

from setapart._types import FloatArray

__all__ = ["complement", "principal_angles", "turned_towards"]


def principal_angles(one: FloatArray, other: FloatArray) -> FloatArray:
    """The angles (k,) between the spans of two orthonormal frames (d, k), rising, in radians from 0 to π/2.

    Sines and cosines are both computed, so that small angles and right ones are accurate (Björck and Golub, "Numerical
    methods for computing angles between linear subspaces", Mathematics of Computation 27, 1973).
    """
    inner = one.T @ other
    cosines = np.linalg.svd(inner, compute_uv=False)
    sines = np.linalg.svd(other - one @ inner, compute_uv=False)[::-1]
    angles: FloatArray = np.arctan2(sines, cosines)
    return angles


def turned_towards(frame: FloatArray, target: FloatArray) -> FloatArray:
    """The frame (d, k) turned within its span to be as near the target as can be: orthogonal Procrustes.

    For one direction that is its sign. See Schönemann, "A generalized solution of the orthogonal Procrustes problem",
    Psychometrika 31 (1966).
    """
    left, _, right = np.linalg.svd(frame.T @ target)
    turned: FloatArray = frame @ (left @ right)
    return turned


def complement(frame: FloatArray) -> FloatArray:
    """An orthonormal basis (d, d - k) of all that is orthogonal to a frame (d, k)."""
    d, k = frame.shape
    whole, _ = np.linalg.qr(np.concatenate([frame, np.eye(d)], axis=1))
    basis: FloatArray = whole[:, k:]
    return basis
