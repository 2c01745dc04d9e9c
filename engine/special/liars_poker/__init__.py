"""Liar's Poker: the game, its claims, and who makes or calls one."""
