"""The streets of a game that is logged act by act: what its programme asks for, and the words for acts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from engine.api import Act, Op, Step, Variant
from language import tr, trn
from pipeline.bank.money import CHIPS
from pipeline.night.parser.lines import LogError
from pipeline.night.parser.players import NAME

DROP = ("drop", "afbryd")
ACT = re.compile(rf"(?P<names>{NAME}(?:,{NAME})*)(?P<how>\.|-|\*|!|=?(?P<chips>{CHIPS}))?", re.I)

PAYMENTS: dict[str, Act] = {
    **dict.fromkeys(("betal", "betaler", "pay", "pays"), Act.FORCED_PAYMENT),
    **dict.fromkeys(("indskud", "stake"), Act.STAKE),
    **dict.fromkeys(("match", "matcher"), Act.MATCH_POT),
}  # fmt: skip
EARLY = ("før", "early")
ALL_IN = ("alt", "allin")
BUY = ("køb", "køber", "buy", "buys")
DRAW = ("byt", "bytter", "draw", "draws")
PLAIN: dict[str, Act] = {
    **dict.fromkeys(("ind", "in"), Act.IN),
    **dict.fromkeys(("ude", "out"), Act.OUT),
    **dict.fromkeys(("melder", "claims"), Act.CLAIM),
    **dict.fromkeys(("tvivler", "doubts"), Act.DOUBT),
    **dict.fromkeys(("tager", "takes"), Act.TAKE),
    **dict.fromkeys(("swap", "swaps"), Act.SWAP),
    **dict.fromkeys(("beholder", "keeps"), Act.KEEP),
    **dict.fromkeys(("pas", "pass"), Act.PASS),
}  # fmt: skip
ACT_WORDS = (*EARLY, *ALL_IN, *PAYMENTS, *BUY, *DRAW, *PLAIN)


@dataclass(frozen=True)
class Street:
    """What the programme asks for between two betting rounds, and whether a betting round follows."""

    steps: tuple[Step, ...]
    bets: bool


def streets(variant: Variant) -> Iterator[Street]:
    """The streets of a game; a game without a programme, or with a chase, may bet at any time."""
    steps: list[Step] = []
    for step in variant.steps:
        if step.op is Op.BET:
            yield Street(tuple(steps), True)
            steps = []
        elif step.op is not Op.CHASE:
            steps.append(step)
    if steps or variant.rounds is None:
        yield Street(tuple(steps), variant.rounds is None)


def card_acts(
    street: Street, held: Collection[int], closed: list[int], opened: list[int], *, has_slash: bool
) -> list[tuple[Act, int]]:
    """The acts that deal, turn, pass or throw the cards that a line names of a player who holds `held`.

    `closed` and `opened` are the cards before and after the slash; without one (`has_slash` is False) all are
    `closed`, and the street says what they are. Raises LogError if it can't.
    """
    ops = {step.op: step for step in street.steps}
    if Op.PASS in ops:
        left = opened if has_slash else []
        step = ops[Op.PASS]
        if not has_slash and not step.count:
            closed, left = [], closed
        return [(Act.PASS_RIGHT, card) for card in closed] + [(Act.PASS_LEFT, card) for card in left]
    if Op.THROW in ops and not has_slash and all(card in held for card in closed):
        return [(Act.THROW, card) for card in closed]
    dealt = Act.DEAL_UNSEEN if Op.DEAL_UNSEEN in ops else Act.DEAL_CLOSED
    if Op.CHOOSE_OPEN in ops or Op.TURN_OWN in ops:
        turned, kept = (opened, closed) if has_slash else (closed, [])
        deals = Op.DEAL_CLOSED in ops or Op.DEAL_UNSEEN in ops
        acts = [(dealt, card) for card in [*kept, *turned] if deals and card not in held]
        return acts + [(Act.TURN_OWN, card) for card in turned]
    if not has_slash:
        face_down = ops[Op.DEAL_CLOSED].count if Op.DEAL_CLOSED in ops else 0
        face_up = sum(step.count for step in street.steps if step.op is Op.DEAL_OPEN)
        if face_up:
            if len(closed) not in (face_up, face_up + face_down):
                raise LogError(
                    tr(
                        "This street deals {face_down} closed and {face_up} open: part them with a slash "
                        "(closed / open).",
                        face_down=face_down,
                        face_up=face_up,
                    )
                )
            opened = closed[len(closed) - face_up :]
            closed = closed[: len(closed) - face_up]
    deals_open = Op.DEAL_OPEN in ops or any(step.price for step in street.steps)
    laid = Act.DEAL_OPEN if deals_open else Act.TURN_OWN
    return [(dealt, card) for card in closed] + [(laid, card) for card in opened]


def asked_for(step: Step) -> str:
    """What a step asks for, as text."""
    count = step.count
    cards = trn("{n} card", "{n} cards", count)
    if step.price:
        chips = trn("{n} chip", "{n} chips", step.price)
        if step.op is Op.DEAL_CLOSED:
            return tr("a closed card each, or an open one for {chips} (a buys)", chips=chips)
        return tr("an open card each, or a closed one for {chips} (a buys)", chips=chips)
    return {
        Op.DEAL_CLOSED: tr("{cards} closed each", cards=cards),
        Op.DEAL_OPEN: tr("{cards} open each", cards=cards),
        Op.DEAL_UNSEEN: tr("{cards} unseen each", cards=cards),
        Op.LAY_CLOSED: tr("{cards} closed on the table", cards=cards),
        Op.LAY_OPEN: tr("{cards} open on the table", cards=cards),
        Op.TURN_BOARD: tr("{cards} turned on the table", cards=cards),
        Op.DRAW: tr("draws of up to {count} (a draws 2)", count=count),
        Op.PASS: tr("cards are passed"),
        Op.CHOOSE_OPEN: tr("everybody lays one open"),
        Op.ORDER: tr("everybody orders the closed cards"),
        Op.TURN_OWN: tr("everybody turns one"),
        Op.THROW: tr("{cards} thrown by each", cards=cards),
        Op.DECLARE: tr("everybody declares (a hi, b lo, c begge)"),
    }.get(step.op, "")
