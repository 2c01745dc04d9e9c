"""Screw Your Neighbor: the game, and when its players swap."""
