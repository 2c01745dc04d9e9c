"""Screw Your Neighbor: the game, its rules, and who keeps a card or swaps it."""
