"""Classifying the faces of tiles by two small networks."""
