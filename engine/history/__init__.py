"""Hands from elsewhere played out by the rules of their game: what a history tells, to stacks and shares."""
