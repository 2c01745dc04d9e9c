"""Cards, ranks, wild cards, and the ranking of hands: one comparable integer for the best five."""
