"""How common cards lie where that matters: rows of places, numbered from 1 as laid and turned."""

CROSS = (" 1 ", "452", " 3 ")
HOLE = (" 1 ", "4 2", " 3 ")
"""The cross without its centre."""
TRIANGLE = ("  4  ", " 3 1 ", "6 2 5")
CORNERS_FIRST = ("  1  ", " 6 4 ", "3 5 2")
CIRCLE = (" 1 4 ", "6   2", " 3 5 ")
FLOORS = ("3 6", "572", "1 4")
"""The lift in its shaft, two floors above the ground."""
