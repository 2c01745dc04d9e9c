"""Screw Your Neighbor: the game, its claims, and who makes or calls one."""
