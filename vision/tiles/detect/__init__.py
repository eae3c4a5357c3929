"""Detecting tiles: areas of one colour with four corners, and cubes of three of them."""
