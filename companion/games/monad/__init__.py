"""Monad: trade, buy and leap from the Units up to the Monads (Sid Sackson, 1970)."""
