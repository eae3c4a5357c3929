"""The hardware of the table: presses, lamps, sound and pins. It knows nothing of the page or of a game."""
