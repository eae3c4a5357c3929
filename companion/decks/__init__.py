"""Decks of cards as data: the files that tell them, and the cards that lie in the box."""
