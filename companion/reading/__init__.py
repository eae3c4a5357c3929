"""Reading a zone of the table, once for all games: read, correct, remove or add, confirm, retake, type by hand."""

from companion.reading.offers import offers
from companion.reading.parts import Expected, tile_at
from companion.reading.reading import Reading

__all__ = ["Expected", "Reading", "offers", "tile_at"]
