"""Classifying faces: their values by networks and by templates, and the colours of the dice."""
