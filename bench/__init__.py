"""Speed, as ratios in one run: the engine against other programs and against the floor of its work."""
