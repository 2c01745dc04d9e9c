"""The games that are not deal, bet and show: a file each for rules, players and kernel, and the list of them
here.

`KERNELS` finds a game's kernel by `Variant.kernel`; `engine.simulate.play` calls it.
"""

from engine.compiled import use_cache

use_cache()  # before the kernels are imported

from engine.games import bluff_dice, fan_tan, guts, liars_poker, poker_dice, screw_your_neighbor  # noqa: E402
from engine.games.batch import GameKernel, Sitting  # noqa: E402

KERNELS: dict[str, GameKernel] = {
    "poker_dice": poker_dice.KERNEL,
    "bluff_dice": bluff_dice.KERNEL,
    "screw_your_neighbor": screw_your_neighbor.KERNEL,
    "liars_poker": liars_poker.KERNEL,
    "guts": guts.KERNEL,
    "fan_tan": fan_tan.KERNEL,
}

__all__ = ["KERNELS", "GameKernel", "Sitting"]
