"""Measuring the readers on labelled photographs: labels → the reader of their kind → outcomes → figures."""
