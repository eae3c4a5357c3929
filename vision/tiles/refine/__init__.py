"""Refining the layout of tiles: the best explanation of all areas, and a search of the places that are still free."""
