"""Pictures in, observations out: where the dice lie in a photograph, and what they show."""
