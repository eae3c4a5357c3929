"""Rules, referees and the journal of a table game: plain Python, without camera, pins, web or clock."""
