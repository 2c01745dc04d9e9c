"""What the simulator plays, kept: runs of some games, and whole seasons."""
