"""Judging what was read: whether the dice agree with each other, and the two readers on them."""
