"""13 Monsters: pairs, monsters, powers, fights, and the match."""
