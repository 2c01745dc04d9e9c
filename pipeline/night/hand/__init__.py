"""A hand of the night: deals and bets, winners, and doubts."""
