"""Detecting dice: where the detector network, and pips on lattices, see upper faces."""
