"""The popular recipes for counting pips, beside ours, in one run: `python -m tests.rig.public_readers DIR`.

Short re-implementations of what tutorials and public repositories do. Each gets the picture width that suits it best on
the pictures of DIR as a whole; times are given as ratios to ours, measured in the same minute on one thread.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import cv2
import numpy as np

from vision.dice.read import read_dice
from vision.dice.square import read_square
from vision.evaluation.labels import KIND_OF_LABEL, labels_under
from vision.frame import load

WIDTHS = (320, 640, 1280)


def blobs_of(grey, least_inertia=0.6):
    """The pips as the popular recipe sees them: round dark blobs after a median blur."""
    params = cv2.SimpleBlobDetector_Params()
    params.filterByInertia, params.minInertiaRatio = True, least_inertia
    return np.array([point.pt for point in cv2.SimpleBlobDetector_create(params).detect(cv2.medianBlur(grey, 7))])


def clusters(points, reach):
    """Sizes of the groups in which each point is within `reach` of another: DBSCAN with one sample."""
    left, sizes = list(range(len(points))), []
    while left:
        queue, size = [left.pop()], 0
        while queue:
            at = queue.pop()
            size += 1
            near = [n for n in left if np.hypot(*(points[n] - points[at])) < reach]
            left = [n for n in left if n not in near]
            queue += near
        sizes.append(size)
    return sizes


def blob_and_dbscan(picture):
    """Blobs, then clusters within 40 pixels; the size of a cluster is the value."""
    return clusters(blobs_of(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)), 40)


def both_polarities(picture):
    """The same with light blobs as well, and clusters within 45 pixels."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    found = [points for points in (blobs_of(grey), blobs_of(255 - grey)) if len(points)]
    return [size for size in clusters(np.concatenate(found), 45) if size <= 6] if found else []


def adaptive_contours(picture):
    """Adaptive threshold, contours that are nearly circles, clusters within three of their diameters."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    points, widths = [], []
    for inverse in (cv2.THRESH_BINARY, cv2.THRESH_BINARY_INV):
        mask = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, inverse, 31, 10)
        for contour in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
            area, length = cv2.contourArea(contour), cv2.arcLength(contour, True)
            if 12 < area < 1500 and 4 * np.pi * area > 0.75 * length**2:
                points.append(contour.mean(axis=(0, 1)))
                widths.append(2 * (area / np.pi) ** 0.5)
    return list(clusters(np.array(points), 3 * float(np.median(widths)))) if points else []


def otsu_rectangles(picture):
    """Otsu's threshold, boxes that are nearly square, holes counted in each."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    _, mask = cv2.threshold(cv2.GaussianBlur(grey, (5, 5), 0), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    values = []
    for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        x, y, w, h = cv2.boundingRect(contour)
        if min(w, h) >= 15 and max(w, h) < 2 * min(w, h):
            values.append(
                len(blobs_of(cv2.copyMakeBorder(grey[y : y + h, x : x + w], 9, 9, 9, 9, cv2.BORDER_REPLICATE)))
            )
    return [value for value in values if 1 <= value <= 6]


RECIPES = {
    "blob + DBSCAN": blob_and_dbscan,
    "blobs of both polarities": both_polarities,
    "adaptive threshold + contours": adaptive_contours,
    "Otsu + rectangles + blobs": otsu_rectangles,
}


def timed(reader, picture):
    began = time.process_time()
    values = sorted(value for value in reader(picture) if value)
    return values, (time.process_time() - began) * 1000


def narrowed(picture, width):
    share = min(1.0, width / picture.shape[1])
    return cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA) if share < 1 else picture


def ours(kind):
    read = read_square if kind == "cubo" else read_dice
    return lambda picture: [die.value for die in read(picture).dice]


def compare(labels):
    """Return for each reader, and width, whether it was exact and how long it took, a row a picture."""
    table = {}
    for label in labels:
        picture = load(label.path)
        # a die beside the square is none of ours, but a public reader may count it
        accepted = [sorted(label.values), sorted([*label.values, *(die.value for die in label.extra if die.value)])]
        table.setdefault(("ours", 0), []).append(_row(ours(label.kind), picture, accepted))
        for name, recipe in RECIPES.items():
            for width in WIDTHS:
                table.setdefault((name, width), []).append(_row(recipe, narrowed(picture, width), accepted))
    return table


def _row(reader, picture, accepted):
    values, took = timed(reader, picture)
    return values in accepted, took


def report(table):
    """Return one line a reader: its best width, its exact rate, its median time, and both over ours."""
    right = {key: np.mean([exact for exact, _ in rows]) for key, rows in table.items()}
    median = {key: np.median([took for _, took in rows]) for key, rows in table.items()}
    best = {"ours": ("ours", 0)}
    best |= {name: max(((name, width) for width in WIDTHS), key=lambda key: right[key]) for name in RECIPES}
    mine = best["ours"]
    lines = [f"{'reader':<32}{'width':>7}{'exact':>8}{'ms':>9}{'time / ours':>13}"]
    for name, key in best.items():
        width = key[1] or "any"
        lines.append(
            f"{name:<32}{width:>7}{100 * right[key]:>7.1f}%{median[key]:>9.1f}{median[key] / median[mine]:>13.2f}"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    cv2.setNumThreads(1)
    chosen = [label for folder in sys.argv[1:] for label in labels_under(Path(folder))]
    dice = [label for label in chosen if label.kind in KIND_OF_LABEL and label.kind in {"cubo", "loose", "dice"}]
    print(report(compare(dice)))
