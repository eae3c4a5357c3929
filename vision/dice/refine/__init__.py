"""Refining the frames of detected faces: a search at one scale, and a network that moves a frame onto its face."""
