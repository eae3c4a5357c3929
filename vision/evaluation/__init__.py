"""Measuring the readers on labelled photographs."""
