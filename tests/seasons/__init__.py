"""Whole seasons in one store, at random, against a model that shares no code with the program."""
