"""A drawing as SVG text, for the page."""

from __future__ import annotations

from companion.drawing.paths import Artwork, Figure, VectorPath

_NOWHERE = "none"


def write_svg(artwork: Artwork) -> str:
    """Return `artwork` as an SVG picture in true scale; what runs over its edge is cut."""
    width, height = _short(artwork.width_mm), _short(artwork.height_mm)
    body = "".join(_element(each) for each in artwork.figures)
    if artwork.cut is not None:
        body = f'<clipPath id="cut"><path d="{_data(artwork.cut)}"/></clipPath><g clip-path="url(#cut)">{body}</g>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}" '
        # in a lower frame, as in a column of overlapping cards, a picture shows its upper edge in full width
        'preserveAspectRatio="xMidYMin slice" '
        f'fill-rule="evenodd" stroke-linecap="round" stroke-linejoin="round">'
        f"{body}</svg>"
    )


def _element(figure: Figure) -> str:
    line = f' stroke="{figure.stroke}" stroke-width="{_short(figure.width)}"' if figure.stroke else ""
    return f'<path d="{_data(figure.path)}" fill="{figure.fill or _NOWHERE}"{line}/>'


def _data(path: VectorPath) -> str:
    return "".join(command + " ".join(map(_short, values)) for command, values in path.steps)


def _short(number: float) -> str:
    """Return a number with no more figures than a printer can show."""
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
