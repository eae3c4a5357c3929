"""Makes of dice: how sharp, round and glossy they are, where the pips lie, what is printed beside them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.render.objects import Make

EDGE_MM = 16.0


def casino_make(chance: np.random.Generator) -> Make:
    """Return a clear casino die: sharp edges, large pips near them, letters round the one."""
    corner, radius, spread = chance.uniform(0.012, 0.05), chance.uniform(0.1, 0.135), chance.uniform(0.26, 0.32)
    return Make(
        edge_mm=EDGE_MM,
        corner=corner,
        pip_radius=min(radius, 0.49 * spread),
        pip_spread=spread,
        gloss=chance.uniform(0.2, 1),
        dent=chance.uniform(0, 0.15),
        clear=chance.uniform(0.2, 1),
        ring=chance.uniform(0.2, 1) if chance.random() < 0.6 else 0.0,
        logo=chance.uniform(0.2, 1) if chance.random() < 0.6 else 0.0,
        print_seed=int(chance.integers(1000)),
        ghost=chance.uniform(0.2, 1.2),
    )


def random_make(chance: np.random.Generator, casino: float) -> Make:
    """Return a make: this share of them casino dice, the others sharp, bevelled or round, of small or touching pips."""
    if chance.random() < casino:
        return casino_make(chance)
    return _own_layout(chance, _usual_make(chance))


def _usual_make(chance: np.random.Generator) -> Make:
    """Return a make that is no casino die, all its pips on the places of a four and a five."""
    low, high = ((0.012, 0.05), (0.05, 0.15), (0.15, 0.3))[int(chance.choice(3, p=[0.3, 0.45, 0.25]))]
    spread = chance.uniform(0.2, 0.3)
    radius = min(chance.uniform(0.055, 0.13), 0.49 * spread, 0.48 - spread)
    hollow, drawn, asian = chance.random() < 0.3, chance.random() < 0.5, chance.random() < 0.15
    return Make(
        edge_mm=EDGE_MM,
        corner=chance.uniform(low, high),
        ball=0.87 if chance.random() < 0.65 else chance.uniform(0.63, 0.78),
        pip_radius=radius,
        pip_spread=spread,
        big_one=chance.uniform(1.2, 2.3) if chance.random() < (0.8 if asian else 0.15) else 1.0,
        near_two=max(chance.uniform(0.09, 0.17), 1.15 * radius) if asian else 0.0,
        gloss=chance.uniform(0, 1) ** (0.7 if hollow else 1.5),
        dent=chance.uniform(0, 0.9) if chance.random() < 0.8 else chance.uniform(-0.7, 0),
        marble=chance.uniform(0.05, 0.5) if chance.random() < 0.2 else 0.0,
        clear=chance.uniform(0.2, 0.9) if chance.random() < 0.15 else 0.0,
        ring=chance.uniform(0.3, 1) if chance.random() < 0.05 else 0.0,
        print_seed=int(chance.integers(1000)),
        rim=chance.uniform(0.1, 0.8) if hollow and drawn else 0.0,
        halo=chance.uniform(0.1, 0.8) if (hollow and drawn) or chance.random() < 0.1 else 0.0,
        dish=chance.uniform(0.05, 0.45) if hollow else chance.uniform(-0.15, 0.05),
        halo_at=chance.uniform(1.05, 1.3) if chance.random() < 0.6 else chance.uniform(1.3, 2.2),
    )


def _own_layout(chance: np.random.Generator, make: Make) -> Make:
    """Return `make` with sixes, twos and threes as most makers set them: not on the places of a four and a five."""
    least, most = 1.03 * make.pip_radius / make.pip_spread, (0.48 - make.pip_radius) / make.pip_spread
    rows = chance.uniform(0.5, 1.0) if chance.random() < 0.65 else 1.0
    reach = chance.uniform(0.9, 1.2) if chance.random() < 0.4 else 1.0
    diagonal = chance.uniform(0.75, 1.35) if chance.random() < 0.5 else 1.0
    diagonal = min(max(diagonal, 1.42 * least), most)
    two = chance.uniform(0.55, 1.0) if chance.random() < 0.45 else 1.0
    return replace(
        make,
        six_rows=float(max(rows, least)),
        six_reach=float(min(max(reach, 2 * least), most)),
        diagonal=float(diagonal),
        two=float(max(two, 0.75 * least / diagonal)),
    )
