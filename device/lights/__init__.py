"""Lamps: those of the seats, and the one that says that the camera is on."""
