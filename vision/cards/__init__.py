"""Reading cards: found anywhere on the table, fitted, and told apart by a deck that was learnt from pictures."""
