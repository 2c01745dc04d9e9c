"""The rules once more, slow and plain, in Python alone: what the engine is tested against.

Nothing here imports `engine`. Where the engine counts bits, this tries every card that a wild card may
stand for; where the engine runs arrays, this reads the rules of a game from a sentence and follows it act
by act.

`cards` and `melds` rank hands, `special` the short pack, dice, two-card hands and 7/27, `settle` shares
pots, `games` states the card games, and `replay` follows a recorded hand and says what every player wins.
"""
