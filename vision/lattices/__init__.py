"""The first reader of dice: pips on lattices, found and read by geometry alone."""
