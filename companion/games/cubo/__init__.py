"""Cubo: nine dice in a square, six rows, six rounds."""
