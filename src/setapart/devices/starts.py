"""Where ascents begin, on a device: the starts of `projection.starts` for one direction, in float64."""

from dataclasses import dataclass
from typing import Any

from setapart.devices.device import Device
from setapart.projection.starts import StartingFrames

__all__ = ["Groups", "starting_directions"]


@dataclass(frozen=True, eq=False)
class Groups:
    """The two samples of labellings (b, N)."""

    first: Any  # (b, N), booleans
    n: Any  # (b, 1), rows of the first sample, float64 as the other numbers
    m: Any  # (b, 1)
    both: Any  # (b, 1), their greatest common divisor
    total_bound: float  # no sum of supplies is larger

    @classmethod
    def of(cls, labels: Any) -> "Groups":
        """The samples of labellings."""
        n = labels.sum(1, keepdim=True)
        m = labels.shape[1] - n
        both = n.gcd(m)
        n, m = n.double(), m.double()
        return cls(labels, n, m, both, float((n * m / both).max()))

    @property
    def total(self) -> Any:
        """The sums (b,) of the positive supplies; see `label_supplies`."""
        return (self.n * self.m / self.both)[:, 0]

    def supply(self, dtype: Any) -> Any:
        """The supplies (b, N), whole numbers; see `label_supplies`."""
        return (self.first * (self.m / self.both) - ~self.first * (self.n / self.both)).to(dtype)

    def weights(self) -> Any:
        """1/n in the first sample and -1/m in the second (b, N)."""
        return self.first / self.n - ~self.first / self.m

    def centred(self, points: Any) -> Any:
        """Numbers (b, N) less the mean of their sample."""
        first = (points * self.first).sum(1, keepdim=True) / self.n.to(points.dtype)
        second = (points * ~self.first).sum(1, keepdim=True) / self.m.to(points.dtype)
        return points - self.first.to(points.dtype) * (first - second) - second


def starting_directions(frames: StartingFrames, rows: Any, groups: Groups, device: Device) -> list[tuple[str, Any]]:
    """The kind and the directions (b, d) of each start, for rows (N, d) in float64."""
    batch, starts = len(groups.first), frames.starts
    directions: list[tuple[str, Any]] = []
    if starts.mean or starts.spectral:
        means = (groups.first / groups.n) @ rows, (~groups.first / groups.m) @ rows
        if starts.mean:
            directions.append(("mean", _unit(means[0] - means[1], device)))
        if starts.spectral:
            leading = _leading(frames, rows, groups, means, device)
            ranks = (min(j, leading.shape[2] - 1) for j in range(starts.spectral))
            directions += (("spectral", leading[:, :, rank]) for rank in ranks)
    directions += (("random", device.put(frame[:, 0]).expand(batch, -1)) for frame in frames.random)
    return directions


def _unit(vectors: Any, device: Device) -> Any:
    """Vectors (b, d) at length one; the first axis where there is none."""
    length = device.torch.linalg.vector_norm(vectors, dim=1, keepdim=True)
    axis = device.torch.zeros_like(vectors)
    axis[:, 0] = 1.0
    return device.torch.where(length > 0.0, vectors / length, axis)


def _leading(frames: StartingFrames, rows: Any, groups: Groups, means: tuple[Any, Any], device: Device) -> Any:
    """Approximate eigenvectors (b, d, width) of S_x - S_y, largest |eigenvalue| first; see `StartingFrames`."""
    torch, linalg = device.torch, device.torch.linalg
    weights = groups.weights()
    vector = device.put(frames.probe[0, 0]).expand(len(weights), -1)
    basis, images = vector.new_zeros((2, len(weights), frames.depth, rows.shape[1]))
    for j in range(frames.depth):
        basis[:, j] = vector
        image = (weights * (vector @ rows.T)) @ rows
        for sign, mean in zip((-1.0, 1.0), means, strict=True):
            image = image + sign * mean * (mean * vector).sum(1, keepdim=True)
        images[:, j] = image
        rest = image[:, None]
        for _ in range(2):
            rest = rest - rest @ basis[:, : j + 1].mT @ basis[:, : j + 1]
        length = linalg.vector_norm(rest, dim=2, keepdim=True)
        vector = torch.where(length > 0.0, rest / length, torch.zeros_like(rest))[:, 0]
    small = basis @ images.mT
    values, mix = linalg.eigh(0.5 * (small + small.mT))
    rank = torch.argsort(-values.abs(), dim=1, stable=True)[:, : frames.width]
    leading = basis.mT @ torch.gather(mix, 2, rank[:, None].expand(-1, frames.depth, -1))
    return linalg.qr(leading)[0]
