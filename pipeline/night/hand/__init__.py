"""A hand of the night: what was dealt and bet, who wins what, what is doubtful about it."""
