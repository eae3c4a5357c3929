"""Average the weights of networks that grew from one another: `python -m vision.training.average OUT ONE OTHER …`.

Each is a little better at something; their average is better than any of them, and costs no more to run. The
normalisations are measured anew by `--finish` of the modules that train them (`vision.training.dice`).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch  # type: ignore[import-not-found, unused-ignore]

from vision.training.nets import Net


def weights_of(path: Path) -> dict[str, Net]:
    """Return the weights in a file: of a detector those that were averaged over its last steps."""
    stored = torch.load(path)
    return dict(stored.get("mean", stored))


def average(parts: Sequence[dict[str, Net]]) -> dict[str, Net]:
    """Return the mean of several sets of weights; what counts steps is taken from the first."""
    first = parts[0]
    return {
        name: sum(part[name] for part in parts) / len(parts) if first[name].is_floating_point() else first[name]
        for name in first
    }


def main() -> None:
    """Average and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("parts", type=Path, nargs="+")
    asked = parser.parse_args()
    mean = average([weights_of(path) for path in asked.parts])
    torch.save({"net": mean, "mean": mean}, asked.out)


if __name__ == "__main__":
    main()
