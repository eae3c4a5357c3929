"""Reading dice: detect → refine → classify → pose → confidence → read, loose or in a square of three by three."""
