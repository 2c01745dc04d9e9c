"""Help within the log: everything on a screen, or one word."""

from __future__ import annotations

from engine.errors import PederError
from engine.variants import find_variant, fold_name
from pipeline.night.text.words import COMMAND_OF, COMMANDS

HAND = (
    ("7s 14 b3 c7 +d hus", "seven card stud, 14 each, b folded at 3, c at 7, d won with a full house"),
    (". 8 a2 +b", "the same game again, additions too, next dealer"),
    ("k:lp 5 +d", "k dealt out of turn"),
    ("sp vild 2 hilo 12 +d hi fl +e lo 6-4", "with additions; high and low"),
    ("b=17  c-  b*  e12/4", "stayed with 17 · sat out · used the peder · four of the twelve are shadow"),
    ("+a +b · +a10 +b62 · ++", "split · exact shares · nobody wins, the pot carries"),
    ("guts 2 +a b! c!", "two match the pot"),
    (
        "th 40 a=20 b2 +a side +c",
        "a all-in for 20; the side pot is c's; igen before the winners of a second board",
    ),
    ("7s =66 b3 +d", "the pot was counted instead of the level"),
    ("b (As Kd / 9h)  bord (9h 2c)", "cards, closed / open; common cards"),
    ("7s 4 !nd · !om · !fejl …", "new deal · dealt again · a dealer's error and what was done"),
    (": 7s", "a hand bet by bet (b2 c. d3 e- +d), card by card"),
    ("=66 · ; note", "the last pot was counted · a note"),
)
"""How hands are written, with an example each."""

_CHIPS = "Chips: 12, 2p (two peders), 1p10. Players by their handles, letters only; the toolbar shows them."


def help_text(word: str = "") -> str:
    """Help on a command or a game, or on everything. Unknown words are answered with a sentence."""
    if not word:
        width = max(len(example) for example, _ in HAND) + 2
        lines = [f"  {example:{width}}{meaning}" for example, meaning in HAND]
        lines += [
            f"  {command.example:{width}}{command.about}" for command in COMMANDS if command.name != "help"
        ]
        return "\n".join([*lines, f"  {_CHIPS}", "  ? WORD tells more of a command or a game."])
    command = COMMAND_OF.get(fold_name(word.split()[0]))
    if command:
        also = ", ".join(command.words)
        return f"{command.form}: {command.about}. Words: {also}. Example: {command.example}"
    try:
        variant = find_variant(word)
    except PederError as error:
        return f"No command is called {word!r}. {error}"
    names = ", ".join((variant.id, *variant.aliases))
    return f"{variant.name} ({names}): {variant.summary}"
