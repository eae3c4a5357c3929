"""Monster Cube: nine tiles in three rows, and whoever finds three faces that make the code beats the monster."""
