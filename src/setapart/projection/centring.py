"""Centring: each relabelled group moved to its own mean, so that location no longer masks spread and shape.

Projecting commutes with centring; so a few projected coordinates are centred, never the rows. The derivative with
respect to the rows is centred in turn.
"""

from setapart.transport._jit import kernel

__all__ = ["centre_groups"]


@kernel()
def centre_groups(active, points, supply):  # type: ignore[no-untyped-def]
    """Subtract from `points` (a, k, N), in place, the mean of each group of the labellings listed in `active`.

    The first sample of a labelling are the rows of positive `supply` (b, N).
    """
    for a in range(points.shape[0]):
        signs = supply[active[a]]
        for j in range(points.shape[1]):
            p = points[a, j]
            first = second = 0.0
            n = 0
            for i in range(p.size):
                if signs[i] > 0:
                    first += p[i]
                    n += 1
                else:
                    second += p[i]
            first /= n
            second /= p.size - n
            for i in range(p.size):
                p[i] -= first if signs[i] > 0 else second
