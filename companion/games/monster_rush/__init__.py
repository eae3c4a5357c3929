"""Monster Rush: turn up weapons and spells, and be first with your hand on the monster that they beat."""
