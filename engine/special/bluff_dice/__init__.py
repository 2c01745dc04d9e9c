"""Bluff dice: its rules, its plain players, how it is solved, and its kernel."""
