"""Help within the log: everything on a screen, a word, a mark, a game, all games.

`TOPICS` explains the words and marks within a line; commands, additions and errors explain themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from engine.api import (
    ADDITIONS,
    CARD_PHRASES,
    FAMILIES,
    RANKS,
    TABLE_ERRORS,
    VARIANTS,
    AdditionWord,
    Catalogue,
    PederError,
    TableError,
    find_rank,
    fold_name,
)
from language import mark, nearest, retranslate, text_by, tr
from pipeline.night.confirmation import announced_text
from pipeline.night.hand.act_lines import BUY, DRAW, DROP, EARLY, PLAIN
from pipeline.night.hand.open_hand import ALL_IN, PAYMENTS
from pipeline.night.parser.commands import COMMANDS, Command, in_reader_language
from pipeline.night.parser.words import (
    AFTER,
    AGAIN,
    ALL,
    BET,
    BOARD,
    BUT,
    CASH,
    ENDING_MARKS,
    ERROR_MARKS,
    FOR,
    HALVES,
    PART,
    POT_ENDS,
    SIDE,
    read_meld,
)


@dataclass(frozen=True)
class Topic:
    """Words and marks that belong together, how they are written, and examples with their meanings."""

    words: tuple[str, ...]
    about: str
    examples: tuple[tuple[str, str], ...]


_HIGH_LOW = tuple(word for word, half in HALVES.items() if half not in ("spade", "count"))
_SPADE = tuple(word for word, half in HALVES.items() if half == "spade")
_COUNT = tuple(word for word, half in HALVES.items() if half == "count")
_CLAIMS = tuple(PLAIN)

TOPICS: tuple[Topic, ...] = (
    Topic(
        ("hand", "hånd", "linje", "line", "level"),
        mark(
            "a hand is GAME [WHAT THE DEALER ADDS] LEVEL, what others did, +WINNER MELD; the "
            "level is what everyone who stayed to the end put in, ante and all"
        ),
        (
            ("7s 14 b3 c7 +d hus", mark("14 each, b folded at 3, c at 7, d won with a full house")),
            (". 8 a2 +b", mark("the same game again, additions too, next dealer")),
            ("14 b3 +d", mark("without a game: the dealer's usual one, as the prompt shows it")),
            ("e:7s 9 +d", mark("e dealt out of turn")),
            ("7s =104 b3 +d", mark("the pot was counted instead of the level")),
            ("7s14a,b3c7+dhus", mark("spaces may be left out")),
            ("7s 14 ab3 d hu", mark("so may commas, the + of a winner alone, and the end of a meld")),
        ),
    ),
    Topic(
        ("+", "vinder", "winner", "++", "split", "share"),
        mark("+ is a winner, several share; ++ is a pot that nobody wins, which carries over"),
        (
            ("7s 12 +d +e", mark("d and e share")),
            ("7s 12 +a10 +b50", mark("exact shares")),
            ("7s 9 ++", mark("nobody wins, the pot carries")),
        ),
    ),
    Topic(
        ("fold", "folder", "b3", "-", "=", "sat"),
        mark(
            "a player with chips folded there; = for one who stayed with other chips, - for one who sat out"
        ),
        (
            ("7s 14 b3 +d", mark("b folded at 3")),
            ("7s 14 a,b3 +d", mark("two folded at 3")),
            ("7s 14 b=17 +d", mark("b stayed, but put in 17")),
            ("7s 14 c- +d", mark("c sat out")),
        ),
    ),
    Topic(
        ("*", "peder", "pederer", "chips", "2p"),
        mark("chips: 12, 2p (two peders), 1p10; * after a player: used the peder in this hand"),
        (("7s 64 b* a2 +d", mark("b used the peder")), ("7s 64 +d*", mark("the winner did"))),
    ),
    Topic(
        ("/",),
        mark("chips of what was put in that are shadow, owed to the winner"),
        (
            ("7s 12 e12/4 +d", mark("four of e's twelve are shadow")),
            ("7s 12 e/4 +d", mark("the same of one who stayed")),
        ),
    ),
    Topic(
        (*_HIGH_LOW, "hilo"),
        mark(
            "high and low: hi, lo or both after each winner; both after another player: declared "
            "both and failed"
        ),
        (
            ("7s hilo 12 +d hi fl +e lo 6-4", mark("a game played high/low, one winner each")),
            ("mr 12 +d begge", mark("d won both")),
            ("mr 12 +d hi +e lo a begge", mark("a declared both and failed")),
            ("mr 12 +d lo +e lo +a hi", mark("two share the low")),
        ),
    ),
    Topic(
        _SPADE,
        mark("the high spade not showing takes half"),
        (("7s spade 12 +d hus +e spar", mark("e has the high spade")),),
    ),
    Topic(
        _COUNT,
        mark("half goes to the most of a suit, or to its highest sum, in a game of your own that says so"),
        (("diamonds 12 +d hus +e sum", mark("e has the most diamonds")),),
    ),
    Topic(
        (*SIDE, "sidepulje", "all-in", *ALL_IN),
        mark(
            "= marks a player who is all-in for less, and the side pots follow from it: side before the "
            "winners of each; in a hand bet by bet allin and the player's chips in that round"
        ),
        (
            (
                "th 40 a0 b1 c2 d=20 +d side +e",
                mark("d is all-in for 20 and takes the main pot, e the side pot"),
            ),
            ("th 40 a=10 b1 c2 d=20 +a side +d side +e", mark("two side pots, in order")),
            (": a alt 35", mark("bet by bet: a is all-in, with 35 this round in all")),
        ),
    ),
    Topic(
        AGAIN,
        mark("run twice: the winners of the second board come after it"),
        (("th 40 a0 b1 c2 d=20 +d igen +e", mark("one board each")),),
    ),
    Topic(
        (*BOARD, "kort", "cards", "("),
        mark(
            "cards in parentheses after a player, closed / open; board for the common ones; ranks "
            "2-10 J Q K A or Kn Da Ko Es, suits c d h s or k r h s"
        ),
        (
            ("crs 14 +d (9c 2d Qs / 9s 3h 4h Kd) par", mark("closed / open")),
            ("th 14 a0 b1 c2 +e (Kc Kd) bord (2c 3c Ks 9h 9d)", mark("with the common cards")),
        ),
    ),
    Topic(
        ("vild", "wild", "rank", "ranks", "enøje"),
        mark("wild cards, between the game and the level: ranks in any words, cards, one-eyed"),
        (
            ("sp vild 2 12 +a", mark("twos wild")),
            ("sp deuces wild 12 +a", mark("the same")),
            ("sp vild 2 9 enøje 12 +a", mark("twos, nines and one-eyed cards")),
            ("jj rang 7 konge 12 +a", mark("instead of the ranks that the game names")),
        ),
    ),
    Topic(
        ("meld", "melding", "melds"),
        mark("a meld after its player, with ranks if you like, a low by its ranks"),
        (
            (
                "7s 14 +d hus",
                mark(
                    "pair, two pair, three of a kind (set), straight, flush, full house (boat), quads, "
                    "straight flush, five of a kind"
                ),
            ),
            ("7s 14 +d hus-K-4", mark("kings over fours")),
            ("7s 14 b 2par +d hus konger over firere", mark("b stayed and showed two pairs")),
        ),
    ),
    Topic(
        (*ERROR_MARKS, *(f"!{word}" for word in ERROR_MARKS)),
        mark(
            "a dealer's error, in this hand or alone about the last: who it befell, what "
            "happened, what was done"
        ),
        (
            ("7s 4 !nd !fejl b fik et kort for lidt", mark("a new deal because of it")),
            ("!fejl b fik et kort for meget, rettet", mark("about the last hand")),
        ),
    ),
    Topic(
        (*ENDING_MARKS, *(f"!{word}" for word in ENDING_MARKS)),
        mark("!nd is a new deal by the next dealer, !redeal deals again by the same; the pot goes on"),
        (("7s 4 !nd", mark("new deal")), ("7s 4 !om", mark("dealt again"))),
    ),
    Topic(
        ("!",),
        mark("guts: who was in and matches the pot; after a line of the bank: it is so, though doubtful"),
        (
            ("guts 2 +a b! c!", mark("two match the pot")),
            (". +a b!20", mark("b matches with 20")),
            ("tæl b 50 !", mark("counted as 50, whatever the hands say")),
        ),
    ),
    Topic(
        (":", "bud", "bets", *DROP),
        mark(
            "a hand bet by bet: : opens it, then a line a time until the winner; : drop drops "
            "it, u takes a line back"
        ),
        (
            (": 7s vild 2", mark("opens it")),
            (": d2 e. a3 b- c. d. e.", mark("bets 2, calls, raises by 3, folds …")),
            (": a* .", mark("a bets the peder, the others call")),
            (": .", mark("everybody checks")),
            (": +d hus", mark("the end")),
        ),
    ),
    Topic(
        (*DRAW, *BUY),
        mark("in a hand bet by bet: exchanges, and cards bought"),
        (
            (": a byt 2", mark("two cards")),
            (": a byt (9h 2c / Kd 4s)", mark("thrown / received")),
            (": a køb", mark("buys a card")),
        ),
    ),
    Topic(
        (*PAYMENTS,),
        mark("in a hand bet by bet: forced payments, stakes, and matching the pot at guts"),
        (
            (": a betal 3", mark("a forced payment")),
            (": a indskud 2", mark("a stake")),
            (": b match 12", mark("matches the pot")),
        ),
    ),
    Topic(
        _CLAIMS,
        mark("in a hand bet by bet: in or out at guts, claims and doubts, cups, swaps, and passing"),
        (
            (": a ind", mark("a is in")),
            (": b ude", mark("b is out")),
            (": a melder", mark("a claims")),
            (": b tvivler", mark("b doubts")),
        ),
    ),
    Topic(
        (".",),
        mark("the same game again, additions too; in a hand bet by bet: follows, and alone everybody does"),
        ((". 8 a2 +b", mark("the same game")), (": e.", mark("e calls"))),
    ),
    Topic(
        (";", "note"),
        mark("what comes after is a note, on the hand or on the night"),
        (
            ("7s 14 +d ; hele puljen på et blankt bluf", mark("on the hand")),
            ("; Erik havde fødselsdag", mark("on the night")),
        ),
    ),
    Topic(
        EARLY,
        mark(
            "in a hand bet by bet: chips that were bet out of turn; they stay in the pot, and "
            "the player may not raise in that round"
        ),
        ((": e før 2", mark("e bet 2 before the turn came")),),
    ),
    Topic(
        AFTER, mark("whom a player who comes is seated after"), (("kommer Frida efter d", mark("after d")),)
    ),
    Topic(
        BET,
        mark("chips that a player gives another for a side bet or a bounty, also where shadow is owed"),
        (("betal b a 5 væddemål", mark("b pays a 5 for a bet")),),
    ),
    Topic(
        tuple(filter(None, POT_ENDS)),
        mark(
            "what becomes of a pot that is carried when the night ends: shared, kept for the next night, or the bank's"
        ),
        (("slut delt", mark("all who play get a part")),),
    ),
    Topic(CASH, mark("chips for money, paid at once"), (("køb b 20 kontant", mark("b pays for 20")),)),
    Topic(
        PART,
        mark("chips handed back are only some of the player's chips (the same without the word)"),
        (("retur b 30 del", mark("30 of them")),),
    ),
    Topic(ALL, mark("everybody: at the bank all but the banker"), (("lån alle 2p50", mark("each of them")),)),
    Topic(
        FOR,
        mark("whom an expense was for; with no player named, for all at the table"),
        (("udlæg a 300 kr pizza for b, c", mark("Bo and Carl share it")),),
    ),
    Topic(
        BUT,
        mark("of an expense: for all but some"),
        (("udlæg a 300 kr øl for alle undtagen b", mark("Bo drank water")),),
    ),
    Topic(
        ("?",),
        mark("help: on a word, a mark or a game"),
        (("? vild", mark("on a word")), ("? crs", mark("on a game")), ("? spil", mark("all games"))),
    ),
)


GAMES = ("spil", "games", "game")
"""The words that list the games."""

HAND = (
    ("7s 14 b3 c7 +d hus", mark("seven card stud, 14 each, b folded at 3, c at 7, d won with a full house")),
    (". 8 a2 +b", mark("the same game again, additions too, next dealer")),
    ("14 b3 +d", mark("without a game: the dealer's usual one, as the prompt shows it")),
    ("k:lp 5 +d", mark("k dealt out of turn")),
    ("sp vild 2 hilo 12 +d hi fl +e lo 6-4", mark("with additions; high and low")),
    (
        "b=17  c-  b*  e12/4",
        mark("stayed with 17 · sat out · used the peder · four of the twelve are shadow"),
    ),
    ("+a +b · +a10 +b62 · ++", mark("split · exact shares · nobody wins, the pot carries")),
    ("guts 2 +a b! c!", mark("two match the pot")),
    (
        "th 40 a=20 b2 +a side +c",
        mark("a all-in for 20; the side pot is c's; again before the winners of a second board"),
    ),
    ("7s =66 b3 +d", mark("the pot was counted instead of the level")),
    ("b (As Kd / 9h)  bord (9h 2c)", mark("cards, closed / open; common cards")),
    ("7s 4 !nd · !om · !fejl …", mark("new deal · dealt again · a dealer's error and what was done")),
    (": 7s", mark("a hand bet by bet (b2 c. d3 e- +d), card by card")),
    ("=66 · ; note", mark("the last pot was counted · a note")),
)
"""How hands are written, with an example each."""


def help_text(word: str = "", games: Catalogue = VARIANTS) -> str:
    """Help on a word of the log, a mark, a game or all games, or on everything.

    An unknown word gets a sentence with the nearest known one.
    """
    if not word:
        return _everything()
    key = _key(word)
    if key in GAMES:
        return games_text(games)
    entries = _INDEX.get(key, [])
    if not entries and (variant := _game(word, games)):
        return variant
    rank = find_rank(word)
    if rank is not None:
        entries = [
            *entries,
            tr("{word}: the rank {rank}, as in wild {rank} or par-{rank}.", word=word, rank=RANKS[rank]),
        ]
    if not entries and (meld := read_meld(word)):
        meaning = tr("{word}: the meld {meld}, after its player.", word=word, meld=announced_text(meld.text))
        entries = [meaning, *_INDEX["meld"]]
    if entries:
        return "\n".join(map(retranslate, entries))
    near = nearest(key, _INDEX)
    hint = (
        tr("Did you mean ? {word}?", word=near)
        if near
        else tr("? alone shows everything, ? games all games.")
    )
    return tr("No word of the log and no game is called {word!r}. {hint}", word=word, hint=hint)


def games_text(games: Catalogue) -> str:
    """Every game by family: its alias, its name, its other names."""
    lines = []
    current = list(games.current())
    width = 2 + max(len((*variant.aliases, variant.id)[0]) for variant in current)
    for family in dict.fromkeys(variant.family for variant in current):
        lines.append(f"{tr(FAMILIES[family])}:")
        for variant in current:
            if variant.family == family:
                alias, *others = (*variant.aliases, variant.id.partition("@")[0])
                also = f" ({', '.join(others)})" if others else ""
                lines.append(f"  {alias:{width}}{variant.name}{also}")
    return "\n".join([*lines, tr("  ? 7s tells of a game.")])


def _everything() -> str:
    rows = [(in_reader_language(example), tr(meaning)) for example, meaning in HAND]
    rows += [(in_reader_language(one.example), tr(one.about)) for one in COMMANDS if one.name != "help"]
    width = max(len(example) for example, _ in rows[: len(HAND)]) + 2
    lines = [f"  {example:{width}}{meaning}" for example, meaning in rows]
    return "\n".join(
        [
            *lines,
            tr(
                "  Chips: 12, 2p (two peders), 1p10. Players by their handles, letters only; "
                "the toolbar shows them."
            ),
            tr("  ? WORD tells more: ? games all games, ? 7s a game, ? hi high and low, ? side side pots,"),
            tr("  ? wild wild cards, ? edit corrections, ? meld melds, ? bets bets."),
        ]
    )


def _game(word: str, games: Catalogue) -> str:
    try:
        variant = games.find(word)
    except PederError:
        return ""
    names = ", ".join((variant.id, *variant.aliases))
    return f"{variant.name} ({names}): {tr(variant.summary)}"


def _key(word: str) -> str:
    """What a word is looked up by: folded; a mark stays as it is."""
    return fold_name(word) or word.strip()


def _entries() -> Iterator[tuple[tuple[str, ...], str]]:
    """Everything that can be looked up: the words and their explanations."""
    for command in COMMANDS:
        yield command.words, text_by(partial(_of_command, command))
    for topic in TOPICS:
        yield topic.words, text_by(partial(_of_topic, topic))
    for addition in ADDITIONS:
        yield addition.words, text_by(partial(_of_addition, addition))
    for fault in TABLE_ERRORS:
        yield (*ERROR_MARKS, *fault.words, fault.kind), text_by(partial(_of_fault, fault))
    named = tr("Cards with a name, wild where the dealer says so: one-eyed (Js Jh Kd), enøje.")
    yield tuple(CARD_PHRASES), named


def _of_command(command: Command) -> str:
    return tr(
        "{form}: {about}. Words: {words}. Example: {example}",
        form=tr(command.form),
        about=tr(command.about),
        words=", ".join(command.words),
        example=in_reader_language(command.example),
    )


def _of_topic(topic: Topic) -> str:
    rows = [(in_reader_language(example), tr(meaning)) for example, meaning in topic.examples]
    width = max(len(example) for example, _ in rows) + 2
    examples = [f"  {example:{width}}{meaning}" for example, meaning in rows]
    return "\n".join([f"{', '.join(topic.words)}: {tr(topic.about)}.", *examples])


def _of_addition(addition: AdditionWord) -> str:
    return tr(
        "{words}, between the game and the level: {about}. Example: {form}",
        words=", ".join(addition.words),
        about=tr(addition.about),
        form=addition.form,
    )


def _of_fault(fault: TableError) -> str:
    return f"  !fejl b {fault.words[0]}: {tr(fault.name)} ({fault.source}). {tr(fault.text)}"


_INDEX: dict[str, list[str]] = {}
for _words, _entry in _entries():
    for _word in dict.fromkeys(map(_key, _words)):
        _INDEX.setdefault(_word, []).append(_entry)
