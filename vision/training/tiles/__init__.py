"""Training the two networks that read the faces of tiles."""
