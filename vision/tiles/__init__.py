"""Reading Monster Cube tiles: detect → refine → classify → pose → confidence → read."""
