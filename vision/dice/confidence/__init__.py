"""Confidence in what was read: which dice may be believed, and which are asked about."""
