"""The page: shows what the journal says, and sends events."""
