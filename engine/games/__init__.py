"""The games that are not deal, bet and show: a file each for rules, players and kernel, and the list of them
here.

`KERNELS` finds a game's kernel by `Variant.kernel`; `engine.simulate.play` calls it.
"""

from engine.compiled import OTHER_GAMES, use_cache

use_cache(OTHER_GAMES)  # before the kernels are imported

from engine.games import (  # noqa: E402
    bluff_dice,
    fan_tan,
    guts,
    liars_poker,
    poker_dice,
    screw_your_neighbor,
    seven_twenty_seven,
)
from engine.games.batch import GameKernel, Sitting  # noqa: E402

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
