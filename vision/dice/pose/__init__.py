"""The pose of dice: whether each lies flat on the table, as the camera must then see it."""
