"""A hand of the night: deals and bets, who wins what, what is doubtful."""
