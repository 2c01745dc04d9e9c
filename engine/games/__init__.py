"""The games that are not deal, bet and show: `loop` and `batch`, which they share, and a file or folder each
with its rules, players and kernel.

`KERNELS` finds a game's kernel by `Variant.kernel`, the name of its module; `engine.simulate.play` calls it.
"""

from engine.games import (
    bluff_dice,
    fan_tan,
    guts,
    liars_poker,
    poker_dice,
    screw_your_neighbor,
    seven_twenty_seven,
)
from engine.games.batch import GameKernel, Sitting

KERNELS: dict[str, GameKernel] = {
    "poker_dice": poker_dice.KERNEL,
    "bluff_dice": bluff_dice.KERNEL,
    "screw_your_neighbor": screw_your_neighbor.KERNEL,
    "liars_poker": liars_poker.KERNEL,
    "guts": guts.KERNEL,
    "fan_tan": fan_tan.KERNEL,
    "seven_twenty_seven": seven_twenty_seven.KERNEL,
}

__all__ = ["KERNELS", "GameKernel", "Sitting"]
