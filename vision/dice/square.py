"""Reading a square of three by three dice, as it lies in the picture, turned by up to 45 degrees.

    detect      the detector proposes upper faces; the lattice on which most of them lie gives nine cells
    refine      each place is searched at one scale, and each cell without a face once more
    classify    pips, the face classifier and the context classifier name the value; one face a cell
    pose        who does not lie flat as the camera must see it
    confidence  believed, or asked about

The lattice shows where a die must be and how it lies; it never says what the die shows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.observations import Cell, Colour, Kind, Observation, Problem, ProblemKind, SeenDie
from companion.texts import say
from vision.arrays import Floats, Image, Ints
from vision.dice.classify.colours import colour_of, white_of
from vision.dice.classify.context import classified_in_context, reclassified
from vision.dice.classify.faces import alone, with_probability
from vision.dice.classify.templates import read_frames, straightened
from vision.dice.confidence.hands import with_hands
from vision.dice.confidence.scoring import outside, seen_die
from vision.dice.detect.candidates import believable, classify_candidates
from vision.dice.detect.consensus import common_of, worth
from vision.dice.detect.frames import FaceFrames, joined
from vision.dice.detect.fusion import colours_between
from vision.dice.detect.lattice_search import LatticeFaces, faces_of, find_faces
from vision.dice.detect.proposals import detector
from vision.dice.detect.spots import NO_SPOTS
from vision.dice.face import Face
from vision.dice.params import DEFAULT, Params, SquareParams
from vision.dice.pose.leaning import unsettled, with_leans
from vision.dice.pose.uprights import Uprights
from vision.dice.refine.contact_sheet import SearchPlace, search_places
from vision.exposure import hopeless, with_faults
from vision.frame import checked
from vision.operations import edge_of, first_of_each, fused_score, non_max_suppression, resized_between

CELLS: tuple[Cell, ...] = tuple((row, column) for row in range(3) for column in range(3))
DICE_OF_CUBO = (Colour.RED, Colour.BLUE, Colour.WHITE)


@dataclass(frozen=True, slots=True)
class SquareLattice:
    """Where the cells lie: a map from (column, row) to the picture."""

    matrix: Floats
    """(3, 3) homography."""
    edge: float
    """Edge of a die over the distance of two cells."""

    def at(self, cell: Cell) -> tuple[Floats, Floats, Floats]:
        """Return centre, u and v of the die of `cell`."""
        x, y = cell[1], cell[0]
        points = np.array([[x, y], [x - 0.5, y], [x + 0.5, y], [x, y - 0.5], [x, y + 0.5]], np.float32)
        c, left, right, top, bottom = cv2.perspectiveTransform(points[None], self.matrix)[0]
        return c, (right - left) / 2 * self.edge, (bottom - top) / 2 * self.edge


def read_square(image: Image, params: Params = DEFAULT, uprights: Sequence[Uprights] = ()) -> Observation:
    """Return the nine dice of the square in `image`, row by row, or what keeps it from being read.

    `uprights` are the cameras that may have taken it, where that is known.
    """
    work, scale = resized_between(checked(image), params.pips.short_side, params.pips.long_side)
    if (why := hopeless(work)) is not None:
        return Observation(Kind.CUBO, (), (why,))
    seen, faces = _seen(work, scale, params, uprights)
    return seen if seen.sure else with_faults(work, with_hands(seen, work, faces, scale))


def _seen(work: Image, scale: float, params: Params, uprights: Sequence[Uprights]) -> tuple[Observation, list[Face]]:
    """Return the square in `work`, which is `scale` times the size of the original, and the faces first found."""
    candidates, results = classify_candidates(work, detector().propose(work), params)
    dice = believable(candidates, params)[0]
    faces = [each.face for each in dice]
    lattice = find_lattice(faces, [each.weight for each in dice], params.square)
    if lattice is None:
        return _searched(work, scale, params, uprights), faces
    seen = [face for result in results for face in result.faces]
    found = LatticeFaces(faces, [*faces, *seen], NO_SPOTS, common_of(faces, params.lattice_search))
    cells = {cell: _face_of_cell(work, faces, found, lattice, cell, params) for cell in CELLS}
    return _observed(work, _standing(work, cells, params, uprights), scale, params), faces


def _searched(work: Image, scale: float, params: Params, uprights: Sequence[Uprights]) -> Observation:
    """Return the square by a lattice search of the whole picture."""
    found = find_faces(work, params)
    # Several faces of a place are kept here: which of them fits the lattice decides.
    faces = _worth_a_cell(found, params)
    lattice = find_lattice(faces, [worth(face, found.common, params.lattice_search) for face in faces], params.square)
    if lattice is None:
        return Observation(Kind.CUBO, (), (_no_square(found.faces),))
    cells = {cell: _read_cell(work, found, lattice, cell, params) for cell in CELLS}
    better = _fitted_again(cells, params)
    if better is not None:
        cells |= {cell: _read_cell(work, found, better, cell, params) for cell in _open(cells, params)}
    return _observed(work, _standing(work, cells, params, uprights), scale, params)


def _standing(
    work: Image, cells: dict[Cell, Face | None], params: Params, uprights: Sequence[Uprights]
) -> dict[Cell, Face | None]:
    """Return the faces of the cells with how their dice stand."""
    there = {cell: face for cell, face in cells.items() if face is not None}
    candidates = reclassified(work, classified_in_context(work, list(there.values()), None, params), None, params)
    updated = with_leans(work, candidates, params, uprights)
    return cells | dict(zip(there, updated, strict=True))


def _face_of_cell(
    work: Image, faces: list[Face], found: LatticeFaces, lattice: SquareLattice, cell: Cell, params: Params
) -> Face | None:
    """Return the face in `cell`: the one on which search and classifier agree, or the best of a search of the cell."""
    centre, u, v = lattice.at(cell)
    edge = edge_of(u, v)
    own = [face for face in faces if np.hypot(*(face.centre - centre)) < params.square.off * edge]
    best = max(own, key=lambda face: face.detector_score or 0.0, default=None)
    if best is not None and best.detector_score and abs(np.log(best.edge / edge)) < params.square.unequal_cell:
        return best
    place = SearchPlace(float(centre[0]), float(centre[1]), edge)
    results, _ = search_places(work, [place], params)
    there = replace(found, candidates=[*found.candidates, *results[0].faces])
    return _read_cell(work, there, lattice, cell, params) or best


def _observed(work: Image, cells: dict[Cell, Face | None], scale: float, params: Params) -> Observation:
    """Return the faces of the cells as dice of the original picture, with what is wrong."""
    white = white_of([face for face in cells.values() if face is not None], params.colours)
    dice = tuple(
        _of_cubo(seen_die(face, white, scale, params, cell=cell, cut=outside(face, work.shape[:2])))
        for cell, face in _coloured(work, cells, white, params)
    )
    return Observation(Kind.CUBO, dice, tuple(_problems(cells, dice, params)))


def _coloured(
    work: Image, cells: dict[Cell, Face | None], white: Floats, params: Params
) -> Iterator[tuple[Cell, Face]]:
    """Yield the faces of the cells; where what one mirrors hides its colour near the pips, with that of all of it."""
    for cell, face in cells.items():
        if face is not None and colour_of(face, white, params.colours) in DICE_OF_CUBO:
            yield cell, face
        elif face is not None:
            yield cell, replace(face, around=colours_between(work, face.corners)[1])


def _of_cubo(die: SeenDie) -> SeenDie:
    """Return `die`, in doubt if it has none of the colours of Cubo: something that it mirrors hides its own."""
    return die if die.colour in DICE_OF_CUBO else replace(die, sure=False)


def _problems(cells: dict[Cell, Face | None], dice: Sequence[SeenDie], params: Params) -> Iterator[Problem]:
    """Yield what is wrong with single cells."""
    for cell, face in cells.items():
        if face is None:
            what = say("no die that I can read in row {row}, column {column}", row=cell[0] + 1, column=cell[1] + 1)
            yield Problem.of(ProblemKind.UNREADABLE, what)
        elif unsettled(face, params):
            what = say(
                "the die in row {row}, column {column} may lean or lie on another one",
                row=cell[0] + 1,
                column=cell[1] + 1,
            )
            yield Problem.of(ProblemKind.UNSETTLED, what)
    for die in dice:
        if die.value is None and die.cell is not None:
            row, column = die.cell
            what = say(
                "the die in row {row}, column {column} is partly out of the picture", row=row + 1, column=column + 1
            )
            yield Problem.of(ProblemKind.CUT, what)


def _open(cells: dict[Cell, Face | None], params: Params) -> list[Cell]:
    """Return the cells on which search and classifier do not agree."""
    return [cell for cell, face in cells.items() if face is None or face.probability < params.classifier.agreed]


def _fitted_again(cells: dict[Cell, Face | None], params: Params) -> SquareLattice | None:
    """Return the lattice of the cells on which search and classifier agree, if there are others that it may help."""
    doubtful = _open(cells, params)
    agreed = [(cell, face) for cell, face in cells.items() if face is not None and cell not in doubtful]
    if not doubtful or len(agreed) < params.square.least:
        return None
    faces = [face for _, face in agreed]
    places = np.array([(cell[1], cell[0]) for cell, _ in agreed], np.float32)
    centres = np.array([face.centre for face in faces], np.float32)
    return _fitted(centres, faces, np.arange(len(faces)), places, params.square)


def _no_square(faces: list[Face]) -> Problem:
    if not faces:
        return Problem.of(ProblemKind.NOTHING, say("I see no dice"))
    what = say("I see {count} dice, but no square of three by three", count=len(faces))
    return Problem.of(ProblemKind.NOTHING, what)


def _worth_a_cell(found: LatticeFaces, params: Params) -> list[Face]:
    """Return the better faces, of one place perhaps several: which of them lie in a square decides between them."""
    ordered = sorted(found.candidates, key=lambda face: worth(face, found.common, params.lattice_search), reverse=True)

    def apart(face: Face, other: Face) -> bool:
        return float(np.hypot(*(face.centre - other.centre))) > params.square.same * face.edge

    return non_max_suppression(ordered, apart, most=params.square.most)


def find_lattice(faces: list[Face], worths: list[float], params: SquareParams) -> SquareLattice | None:
    """Return the lattice of three by three cells on which the most, and the best, faces lie."""
    if len(faces) < params.least:
        return None
    centres = np.array([face.centre for face in faces], np.float32)
    edges = np.array([face.edge for face in faces], np.float32)
    weights = np.array(worths, np.float32)
    a, b, c = _corners(centres, edges, np.stack([face.u for face in faces]), params)
    best: tuple[float, Ints, Floats] | None = None
    most = float(np.sort(weights)[-len(CELLS) :].sum())
    for i in range(len(a)):
        basis = np.stack([centres[b[i]] - centres[a[i]], centres[c[i]] - centres[a[i]]], axis=1)
        where = (centres - centres[a[i]]) @ np.linalg.inv(basis).T
        whole = np.rint(where)
        # In the basis of two neighbours all dice of the square have nearly whole coordinates.
        on = (np.abs(where - whole).max(axis=1) < params.off) & (np.abs(whole).max(axis=1) <= 2)
        # Dice of one square have one size, so a pip or a print on the lattice does not count.
        on &= np.abs(np.log(edges / edges[a[i]])) < params.unequal
        score, rows, cells = _best_window(whole, on, weights)
        if best is None or score > best[0]:
            best = (score, rows, cells)
        if math.isclose(score, most, rel_tol=1e-6):
            break  # the nine best faces lie on it: there is no better one
    if best is None or len(best[1]) < params.least:
        return None
    return _fitted(centres, faces, best[1], best[2], params)


def _corners(centres: Floats, edges: Floats, sides: Floats, params: SquareParams) -> tuple[Ints, Ints, Ints]:
    """Return every face a with a neighbour b to its side and a neighbour c at a right angle to it."""
    # Every pair of neighbours at a right angle is a candidate basis: nine dice give few, so all are tried.
    away = centres[None] - centres[:, None]
    distance = np.linalg.norm(away, axis=2) / edges[:, None]
    near = (distance > params.nearest) & (distance < params.furthest)
    a, b, c = np.nonzero(near[:, :, None] & near[:, None, :])
    first, second = away[a, b], away[a, c]
    cross = first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]
    dot = np.abs((first * second).sum(axis=1))
    norms = np.linalg.norm(first, axis=1), np.linalg.norm(second, axis=1)
    # A positive cross product keeps the lattice unmirrored.
    good = (cross > 0) & (dot < params.skew * norms[0] * norms[1])
    # Under the tilts that are read the two steps differ little in length.
    good &= np.abs(np.log(norms[0] / np.maximum(norms[1], 1e-6))) < params.unequal
    good &= _aligned(first, sides[a], params)
    # the first direction is the one that points most to the right
    good &= (first[:, 0] >= np.abs(first[:, 1]) * 0.999) | (np.abs(first[:, 0]) >= np.abs(first[:, 1]))
    good &= first[:, 0] > 0
    return a[good], b[good], c[good]


def _aligned(direction: Floats, side: Floats, params: SquareParams) -> npt.NDArray[np.bool_]:
    """Return whether directions run along, or across, a side of the face that they start from."""
    cross = np.abs(direction[:, 0] * side[:, 1] - direction[:, 1] * side[:, 0])
    dot = np.abs((direction * side).sum(axis=1))
    return np.asarray(np.minimum(cross, dot) < params.askew * np.maximum(cross, dot))


def _best_window(whole: Floats, on: npt.NDArray[np.bool_], weights: Floats) -> tuple[float, Ints, Floats]:
    """Return the score, the faces and their cells (column, row) of the best three by three window."""
    best: tuple[float, Ints, Floats] = (0.0, np.empty(0, np.int64), np.empty((0, 2), np.float32))
    # The basis may start from any of the nine cells, so the window is shifted over all of them.
    for left in (-2, -1, 0):
        for top in (-2, -1, 0):
            cells = whole - (left, top)
            inside = on & (cells >= 0).all(axis=1) & (cells <= 2).all(axis=1)
            rows = _one_a_cell(np.flatnonzero(inside), cells, weights)
            score = float(weights[rows].sum())
            if score > best[0]:
                best = (score, rows, cells[rows].astype(np.float32))
    return best


def _one_a_cell(rows: Ints, cells: Floats, weights: Floats) -> Ints:
    """Return the best face of each cell."""
    chosen: dict[tuple[float, float], int] = {}
    for row in sorted(rows, key=lambda row: -weights[row]):
        chosen.setdefault((cells[row][0], cells[row][1]), int(row))
    return np.array(sorted(chosen.values()), np.int64)


def _fitted(centres: Floats, faces: list[Face], rows: Ints, cells: Floats, params: SquareParams) -> SquareLattice:
    """Return the lattice that suits the faces `rows` on `cells` best; what suits it least is left out first."""
    while len(rows) > params.least:
        lattice = _fit(centres, faces, rows, cells)
        where = cv2.perspectiveTransform(cells[None].astype(np.float32), lattice.matrix)[0]
        away = np.hypot(*(where - centres[rows]).T) / np.array([faces[row].edge for row in rows])
        if away.max() < params.stray:
            return lattice
        keep = np.arange(len(rows)) != away.argmax()
        rows, cells = rows[keep], cells[keep]
    return _fit(centres, faces, rows, cells)


def _fit(centres: Floats, faces: list[Face], rows: Ints, cells: Floats) -> SquareLattice:
    """Return the lattice that suits all faces `rows` on `cells`."""
    if len(rows) >= 7:
        matrix, _ = cv2.findHomography(cells, centres[rows], 0)
    else:
        matrix = None
    if matrix is None:
        design = np.concatenate([cells, np.ones((len(cells), 1))], axis=1)
        affine = np.linalg.lstsq(design, centres[rows], rcond=None)[0].T
        matrix = np.concatenate([affine, [[0, 0, 1]]])
    unit = SquareLattice(np.asarray(matrix, np.float64), 1.0)
    ratios = []
    for row, (x, y) in zip(rows, cells, strict=True):
        _, u, v = unit.at((int(y), int(x)))
        ratios.append(faces[row].edge / edge_of(u, v))
    return SquareLattice(unit.matrix, float(np.median(ratios)))


def _read_cell(image: Image, found: LatticeFaces, lattice: SquareLattice, cell: Cell, params: Params) -> Face | None:
    """Return the face in `cell`: the best candidate that lies as the lattice demands, or one of a search there."""
    centre, u, v = lattice.at(cell)
    edge = edge_of(u, v)
    near = [face for face in found.candidates if np.hypot(*(face.centre - centre)) < params.square.off * edge]
    fitting = [face for face in near if abs(np.log(face.edge / edge)) < params.square.unequal_cell]
    # a single pip says where its face is, and little of how large it is: the lattice knows that
    fitting += [replace(face, u=u, v=v) for face in near if face.value == 1]
    best = _convincing(image, fitting, params)
    if best is not None and best.probability > params.classifier.agreed:
        return best
    searched = _convincing(image, _faces_of_place(image, found, centre, u, v, params), params)
    sides = [face for face in (best, searched, _by_network_alone(image, centre, u, v, params)) if face is not None]
    return max(sides, key=_by_both, default=None)


def _by_network_alone(image: Image, centre: Floats, u: Floats, v: Floats, params: Params) -> Face | None:
    """Return the face that the network alone sees in a cell, of which it is not sure alone."""
    frame = _frames(centre[None], u, v, np.zeros(3), np.zeros(3), 0.1)
    patch = straightened(image, frame, 24)[0]
    bright = patch.sum(axis=1)
    middle = np.median(patch, axis=0)
    pip = max((patch[bright.argmax()], patch[bright.argmin()]), key=lambda colour: abs(colour - middle).sum())
    # glare covers only a part of the face: the rest has its colour
    body = np.median(patch[bright <= np.median(bright)], axis=0) if pip.sum() > middle.sum() else middle
    return alone(image, Face(centre, u, v, 0, 0, params.classifier.alone, 0.0, 1.0, 0.1, pip, body, 0), params)


def _convincing(image: Image, faces: list[Face], params: Params) -> Face | None:
    """Return the face of the highest joint score, of the best of each value."""
    ordered = sorted(faces, key=lambda face: face.merit, reverse=True)
    first = first_of_each(ordered, lambda face: face.value)[: params.classifier.rivals]
    return max(with_probability(image, first, params), key=_by_both, default=None)


def _by_both(face: Face) -> float:
    return fused_score(face.merit, face.probability, 0.1)


def _faces_of_place(
    image: Image, found: LatticeFaces, centre: Floats, u: Floats, v: Floats, params: Params
) -> list[Face]:
    """Return the readings of the patch `centre ± u ± v`, moved a little, in the colours of the patch itself."""
    shifts = np.array([(x, y) for x in params.square.shifts for y in params.square.shifts], np.float32)
    centres = centre + shifts[:, :1] * 2 * u + shifts[:, 1:] * 2 * v
    patch = straightened(image, _frames(centres[:1] * 0 + centre, u, v, np.zeros(3), np.zeros(3), 0.1), 24)[0]
    body = np.median(patch, axis=0)
    tries = [
        _frames(centres, u, v, inside, body, radius)
        for inside in _pip_colours(body, patch, found)
        for radius in params.templates.radii
    ]
    frames = joined(tries)
    readings = read_frames(image, frames, params.templates, params.faces)
    return faces_of(frames, readings, (1, 2, 3, 4, 5, 6), params)


def _pip_colours(body: Floats, patch: Floats, found: LatticeFaces) -> list[Floats]:
    """Return the colours that the pips on `body` may have: those of like dice, and the extremes of the patch."""
    like = [face.inside for face in found.faces if np.abs(face.around - body).max() < 40][:2]
    bright = patch.sum(axis=1)
    return [*like, patch[bright.argmax()], patch[bright.argmin()]]


def _frames(centres: Floats, u: Floats, v: Floats, inside: Floats, around: Floats, radius: float) -> FaceFrames:
    """Return frames that differ in their centres only."""
    n = len(centres)

    def rows(vector: Floats) -> Floats:
        return np.tile(np.asarray(vector, np.float32), (n, 1))

    radii = np.full(n, radius, np.float32)
    none = np.full((n, 4), -1, np.int64)
    round_pips = rows(np.array([1.0, 0.0, 1.0]))
    return FaceFrames(centres.astype(np.float32), rows(u), rows(v), rows(inside), rows(around), radii, round_pips, none)
