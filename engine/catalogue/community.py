"""Games with common cards (PR, "Community Card Games").

Board places are numbered as laid. The cross: the four outer places clockwise, then the centre. The
pyramid: three middles, then three corners (Bermuda Trekanten the other way round). The circle: every
other place, then the gaps.
"""

from __future__ import annotations

from engine.catalogue.model import Use, Variant, Wild, WildKind, ranks
from language import mark

CROSS = (" 1 ", "452", " 3 ")
HOLE = (" 1 ", "4 2", " 3 ")
"""The cross without its centre."""
TRIANGLE = ("  4  ", " 3 1 ", "6 2 5")
CORNERS_FIRST = ("  1  ", " 6 4 ", "3 5 2")
CIRCLE = (" 1 4 ", "6   2", " 3 5 ")
FLOORS = ("3 6", "572", "1 4")
"""The lift in its shaft, two floors above the ground."""


_CINCINNATI = "5x(D1 C1) B 5x(T B)"
_PYRAMID = "3x(D1 C1) D1 C3 B 6x(T B)"
_SIDES = ((3, 0, 4), (4, 1, 5), (5, 2, 3))
_CORNERS_AND_SIDES = ((0, 3, 1), (1, 4, 2), (2, 5, 0))
_CIRCLE = ((0, 3, 1), (3, 1, 4), (1, 4, 2), (4, 2, 5), (2, 5, 0), (5, 0, 3))
_FLOOR_COLUMNS_DIAGONALS = ((4, 6, 1), (0, 4, 2), (3, 1, 5), (0, 6, 5), (3, 6, 2))


def _board_wild(*places: int) -> tuple[Wild, ...]:
    return (Wild(kind=WildKind.BOARD, places=places),)


COMMON = (
    Variant(
        id="spit-in-the-ocean", name="Spit in the Ocean", aliases=("spit", "sito"), family="common",
        summary=mark("Four closed cards and an open common card, which is wild."),
        programme="D4 O1 B", wild=_board_wild(0), rounds_printed=1,
    ),
    Variant(
        id="spit-n-shit", name="Spit 'n' Shit", aliases=("sns",), family="common",
        summary=mark("Five closed cards and two open common cards, both wild."),
        programme="D5 O2 B", wild=_board_wild(0, 1), rounds_printed=1,
    ),
    Variant(
        id="puke", name="Puke", family="common",
        summary=mark("Spit 'n' Shit with psychology."),
        programme="D5 O2 B PSY", wild=_board_wild(0, 1), rounds_printed=6,
    ),
    Variant(
        id="farum-park", name="Farum Park", aliases=("fp", "farum"), family="common",
        summary=mark("Five closed cards, one open and one closed common card, both wild, and an exchange "
            "of three."),
        programme="D5 O1 C1 B X3 B T B", wild=_board_wild(0, 1), rounds_printed=3,
    ),
    Variant(
        id="rubbers-in-the-dusk", name="Rubbers in the Dusk", aliases=("dusk", "ritdu"), family="common",
        summary=mark("Five closed cards and two closed common cards, both wild, turned one by one."),
        programme="D5 C2 B T B T B", wild=_board_wild(0, 1), rounds_printed=3,
    ),
    Variant(
        id="rubbers-in-the-dark", name="Rubbers in the Dark", aliases=("dark", "ritda"), family="common",
        summary=mark("Rubbers in the Dusk with five more closed cards at the end."),
        programme="D5 C2 B T B T B D5 B", wild=_board_wild(0, 1), rounds_printed=4,
    ),
    Variant(
        id="harakiri", name="Harakiri", aliases=("hk", "hara"), family="common",
        summary=mark("Two closed cards and five common cards, two of them open from the start."),
        programme="D2 O2 C3 B 3x(T B)", rounds_printed=4,
    ),
    Variant(
        id="cincinnati", name="Cincinnati", aliases=("cin",), family="common",
        summary=mark("Five closed cards and five common cards, turned one by one."),
        programme=_CINCINNATI, rounds_printed=6,
    ),
    Variant(
        id="hayleys-komet", name="Hayley's komet", aliases=("hayley", "komet", "hay"), family="common",
        summary=mark("Cincinnati in which the common card turned last is wild."),
        programme=_CINCINNATI, wild=_board_wild(4), rounds_printed=6,
    ),
    Variant(
        id="lunatic", name="Lunatic", aliases=("luna",), family="common",
        summary=mark("Cincinnati with threes and nines wild until one is turned; the common card turned "
            "last is wild."),
        programme=_CINCINNATI, wild=(Wild(kind=WildKind.CANCELLED, cards=ranks("39")), *_board_wild(4)),
        rounds_printed=6,
    ),
    Variant(
        id="criss-cross", name="Criss-Cross", aliases=("cc", "kryds"), family="common",
        summary=mark("Five closed cards and five common cards in a cross, the wild centre turned last."),
        layout=CROSS, programme=_CINCINNATI, wild=_board_wild(4), rounds_printed=6,
    ),
    Variant(
        id="kings-cross", name="Kings Cross", aliases=("kx", "kings"), family="common",
        summary=mark("Criss-Cross with kings wild too."),
        layout=CROSS, programme=_CINCINNATI, wild_cards=ranks("K"), wild=_board_wild(4), rounds_printed=6,
    ),
    Variant(
        id="trafalgar-square", name="Trafalgar Square", aliases=("ts", "trafalgar"), family="common",
        summary=mark("Criss-Cross in which a hand uses the four lions or the wild Lord Nelson in the "
            "centre."),
        layout=CROSS, programme=_CINCINNATI,
        wild=_board_wild(4), use=Use(lines=((0, 1, 2, 3), (4,))), rounds_printed=6,
    ),
    Variant(
        id="fill-the-hole", name="Fill the Hole", aliases=("fth", "hole", "hullet"), family="common",
        summary=mark("Criss-Cross without a centre; a rank of your choice among your own cards is wild "
            "for you."),
        layout=HOLE, programme="4x(D1 C1) D1 B 4x(T B)", wild=(Wild(kind=WildKind.PICKED),), rounds_printed=6,
    ),
    Variant(
        id="paradise-lost", name="Paradise Lost", aliases=("pl", "paradise"), family="common",
        summary=mark("Fill the Hole with psychology, a common card turned with each of the first four own."),
        layout=HOLE, programme="4x(D1 C1) D1 B Q 4x(V T B) V B",
        wild=(Wild(kind=WildKind.PICKED),), rounds_printed=6,
    ),
    Variant(
        id="elevator", name="Elevator", aliases=("ele", "elevatoren"), family="common",
        summary=mark("Four closed cards and seven common cards in an H with a wild lift; a hand uses one "
            "line of three."),
        layout=FLOORS, programme="3x(D1 C1) D1 C4 B 7x(T B)",
        wild=_board_wild(6), use=Use(lines=_FLOOR_COLUMNS_DIAGONALS),
        rounds_printed=8, rulings=(23,),
    ),
    Variant(
        id="the-pyramid", name="The Pyramid", aliases=("pyr", "pyramiden"), family="common",
        summary=mark("Four closed cards and six common cards in a triangle; a hand uses one side."),
        layout=TRIANGLE, programme=_PYRAMID, use=Use(lines=_SIDES), rounds_printed=7,
    ),
    Variant(
        id="gammel-skagen", name="Gammel Skagen", aliases=("gs", "skagen"), family="common",
        summary=mark("The Pyramid in which a rank both in your hand and on your side is wild for you."),
        layout=TRIANGLE, programme=_PYRAMID,
        wild=(Wild(kind=WildKind.SPLIT_BOARD),), use=Use(lines=_SIDES), rounds_printed=7,
    ),
    Variant(
        id="somaerket", name="Sømærket", aliases=("sø", "sømærke"), family="common",
        summary=mark("The Pyramid with the corners wild."),
        layout=TRIANGLE, programme=_PYRAMID,
        wild=_board_wild(3, 4, 5), use=Use(lines=_SIDES), rounds_printed=7,
    ),
    Variant(
        id="bermuda-trekanten", name="Bermuda Trekanten", family="common",
        aliases=("bt", "bermuda", "bermuda triangle", "trekanten", "triangle"),
        summary=mark("The Pyramid with the middles wild, the corners laid and turned first."),
        layout=CORNERS_FIRST, programme=_PYRAMID,
        wild=_board_wild(3, 4, 5), use=Use(lines=_CORNERS_AND_SIDES), rounds_printed=7,
    ),
    Variant(
        id="karrusel", name="Karrusel", aliases=("kar", "karrusellen"), family="common",
        summary=mark("Six common cards in a circle, of which a hand uses three neighbours; split pairs "
            "wild."),
        layout=CIRCLE, programme=_PYRAMID,
        wild=(Wild(kind=WildKind.SPLIT_BOARD),), use=Use(lines=_CIRCLE), rounds_printed=7,
    ),
)  # fmt: skip
