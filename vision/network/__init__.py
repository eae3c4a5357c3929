"""Small networks of our own, which know nothing of the first reader: a finder, readers of faces and of surroundings."""
