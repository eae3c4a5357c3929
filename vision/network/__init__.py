"""Three small networks of our own, which know nothing of the first reader: a finder, a reader of faces, one of dice."""
