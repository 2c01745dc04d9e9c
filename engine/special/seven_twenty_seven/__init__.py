"""7/27: the game, how cards are counted, and who takes one."""
