"""Reading Monster Cube tiles: rhombi of one colour, cubes of three of them, one plane, places, and what is printed."""
