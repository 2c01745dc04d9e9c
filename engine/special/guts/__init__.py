"""Guts and its kin: the game, its hands, and who goes in."""
