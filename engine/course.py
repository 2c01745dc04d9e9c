"""What a game is, in sentences made from its data: its course, its own rules, its stakes, who wins.

`peder show` prints them. A game with a kernel of its own brings the sentences of its course along.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.cards import rank_set
from engine.terms import Limit, Ranking, Sharing
from engine.variants import Variant
from engine.variants.model import Op, Step, WildKind
from engine.words import board_size, join_words, number_text, one_of

MELD_SIZE = 5
_MANY = {1: "", 2: "twice"}


def _times(count: int) -> str:
    return _MANY.get(count, f"{number_text(count)} times")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _cards(count: int, kind: str = "") -> str:
    return f"{number_text(count)} {kind}card{'s' if count > 1 else ''}"


def _step(step: Step) -> str:
    """One step as a clause."""
    count, other = step.count, step.other
    if step.op is Op.PASS:
        ways = [f"{_cards(count)} to the right"] * bool(count) + [f"{_cards(other)} to the left"] * bool(
            other
        )
        return f"pass {join_words(ways)}{', chosen together' if len(ways) > 1 else ''}"
    if step.op is Op.TURN_BOARD:
        return "the next common card is turned" if count == 1 else f"{_cards(count, 'common ')} are turned"
    price = {0: "", 1: ", a low stake each"}.get(other, f", {number_text(other)} low stakes each")
    return {
        Op.DEAL_CLOSED: f"{_cards(count, 'closed ')} each",
        Op.DEAL_OPEN: f"{_cards(count, 'open ')} each",
        Op.DEAL_UNSEEN: f"{_cards(count, 'closed ')} each, which nobody looks at",
        Op.LAY_CLOSED: _cards(count, "closed common "),
        Op.LAY_OPEN: _cards(count, "open common "),
        Op.BET: "a betting round",
        Op.DRAW: f"exchange up to {_cards(count)}{price}",
        Op.CHOOSE_OPEN: "lay a card of your choice open",
        Op.ORDER: "psychology: put your closed cards in the order in which they will be turned",
        Op.TURN_OWN: "all turn their next card",
        Op.THROW: f"throw {_cards(count)} away",
        Op.DECLARE: "declare high, low or both",
        Op.CHASE: "in turn, turn cards until you beat the best hand on the table, then open a betting "
        "round; who has turned every card without beating it is out",
    }[step.op]


def _repeated(parts: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Parts in order, what repeats taken together: (times, parts)."""
    place = 0
    while place < len(parts):
        best = (1, 1)
        for length in (1, 2, 3):
            group = list(parts[place : place + length])
            times = 1
            while list(parts[place + times * length : place + (times + 1) * length]) == group:
                times += 1
            if times > 1 and times * length > best[0] * best[1]:
                best = (times, length)
        times, length = best
        yield times, list(parts[place : place + length])
        place += times * length


def _clauses(parts: Sequence[str]) -> list[str]:
    """The clauses up to a betting round, what repeats among them said once."""
    return [
        f"{_times(times)} {join_words(group)}" if times > 1 else join_words(group)
        for times, group in _repeated(parts)
    ]


def course(variant: Variant) -> list[str]:
    """The course of a game, a sentence for what happens up to a betting round and one for what repeats."""
    if variant.kernel:
        return list(variant.course)
    sentences: list[str] = []
    waiting: list[str] = []  # clauses before the next betting round
    rounds: list[str] = []  # sentences that may repeat

    def flush_rounds() -> None:
        for times, group in _repeated(rounds):
            text = "; ".join(group)
            sentences.append(_capital(f"{_times(times)}: {text}" if times > 1 else text) + ".")
        rounds.clear()

    for step in variant.steps:
        if step.op is Op.BET:
            unless = ", unless nobody drew" if step.other else ""
            rounds.append(
                ", ".join([*_clauses(waiting), f"then a betting round{unless}"])
                if waiting
                else "a betting round"
            )
            waiting = []
        elif step.op in (Op.ORDER, Op.CHASE):
            flush_rounds()
            if waiting:
                sentences.append(_capital(", ".join(_clauses(waiting))) + ".")
                waiting = []
            sentences.append(_capital(_step(step)) + ".")
        else:
            waiting.append(_step(step))
    flush_rounds()
    if waiting:
        sentences.append(_capital(", ".join(_clauses(waiting))) + ".")
    return sentences


def _chips(count: int) -> str:
    return f"{count} chip{'s' if count != 1 else ''}"


def board(variant: Variant) -> list[str]:
    """The common cards drawn as they lie, a line a row; nothing where that doesn't matter.

    A place is its number as laid and turned, with a star where the card there is wild.
    """
    wild = {place for rule in variant.wild if rule.kind is WildKind.BOARD for place in rule.places}
    rows = []
    for row in variant.layout:
        cells = [f"{cell}*" if cell.isdigit() and int(cell) - 1 in wild else cell for cell in row]
        rows.append("".join(f"[{cell:<2}]" if cell.strip() else "    " for cell in cells).rstrip())
    return rows


def turns(variant: Variant) -> list[str]:
    """Who acts first, and what is done with the stock before common cards are turned; the courses of the
    games of `engine.games` say it themselves.
    """
    if variant.kernel or any(step.op is Op.CHASE for step in variant.steps):
        return []
    if variant.reentry:
        return ["The player on the dealer's right opens the first round."]
    if not variant.all_in:
        if any(step.op in (Op.DEAL_OPEN, Op.CHOOSE_OPEN, Op.TURN_OWN) for step in variant.steps):
            return ["The highest open combination opens; before a card lies open, the dealer's left."]
        return ["The player left of the dealer opens every round."]
    if variant.betting.bring_in:
        end = "highest open card, the ace low," if variant.ranking.lowball else "lowest open card"
        best = "lowest" if variant.ranking.lowball else "highest"
        return [
            f"The {end} brings in, of equal ones by suit: clubs, diamonds, hearts, spades are the order "
            "upwards. The next players may complete the bet. "
            f"The {best} open combination opens the later rounds.",
        ]
    if variant.betting.button_blind:
        return [
            "The player left of the button acts first in every round.",
            "A card is burnt before the flop, the turn and the river.",
        ]
    straddle = variant.betting.straddle
    said = [
        f"In the first round the player left of the {'straddle' if straddle else 'big blind'} acts first, in "
        "later rounds the player left of the button; of two players the dealer has the small blind, and acts "
        "first in the first round and last in the others."
    ]
    if straddle:
        said.append(
            "The straddle is put in before the deal by the player left of the big blind, who acts last in "
            "the first round."
        )
    if any(step.op is Op.TURN_BOARD and step.count > 1 for step in variant.steps):
        said.append("A card is burnt before the flop, the turn and the river.")
    return said


def own_rules(variant: Variant) -> list[str]:
    """What a game has beside its course: cards that send out, are bought, cost or bring a card, and so on."""
    chase = any(step.op is Op.CHASE for step in variant.steps)
    said = []
    if variant.sent_out:
        said.append(f"An open {one_of(variant.sent_out)} sends its holder out; the chips stay.")
    if variant.buys:
        price = _chips(variant.buy_price)
        said.append(f"An open {one_of(variant.buys)} may buy the next card, closed, for {price}.")
    for chips in dict.fromkeys(chips for _, chips in variant.levy):
        card = one_of(rank_set(*(rank for rank, price in variant.levy if price == chips)))
        said.append(
            f"Turning a {card} costs {_chips(chips)}." if chase
            else f"A common {card} costs everyone still in {_chips(chips)}, or the hand."
        )  # fmt: skip
    if variant.extra:
        card = one_of(variant.extra)
        said.append(
            f"Turning a {card} gives a closed card, free, on top of the own pile." if chase
            else f"A common {card} gives everyone still in an extra closed card."
        )  # fmt: skip
    if variant.anticlockwise:
        said.append("Dealt and played anticlockwise, from the dealer's right.")
    if variant.reentry:
        said.append(
            "The draw starts with the highest bettor, who also opens the next round, and ends with the "
            "dealer; who passed may come back in at the draw by topping up to the stake, and exchange. Where "
            "all but one pass, the others are asked once whether they come back."
        )
    if variant.alone:
        said.append("House option: a designated wild card is wild alone, without its rank.")
    if variant.cap:
        said.append(f"House option: nobody matches more than {_chips(variant.cap)}.")
    return said


def usable(variant: Variant) -> str:
    """Which cards may make a hand, in a sentence; "" where it is all the cards there are, five."""
    use = variant.use
    if use.lines:
        line = join_words(["-".join(str(place + 1) for place in line) for line in use.lines], "or")
        own = f"exactly {number_text(use.own_exactly)} own cards" if use.own_exactly else "the own cards"
        return f"A hand is made of {own} and the common cards of one line: {line} (places as laid)."
    if use.own_exactly:
        rest = number_text(MELD_SIZE - use.own_exactly)
        return f"A hand is exactly {number_text(use.own_exactly)} own cards and {rest} common cards."
    if use.own_at_most:
        return (
            f"A hand is the best five cards, at most {number_text(use.own_at_most)} of them the player's own."
        )
    if variant.kernel:
        return ""
    if variant.ranking is Ranking.BADUGI:
        return ""
    board = board_size(variant)
    if board:
        return f"A hand is the best five of the own cards and the {_cards(board, 'common ')}."
    dealt = sum(
        step.count for step in variant.steps if step.op in (Op.DEAL_CLOSED, Op.DEAL_OPEN, Op.DEAL_UNSEEN)
    )
    return "A hand is the best five of the own cards." if dealt > MELD_SIZE else ""


_SHARED = {
    Sharing.HIGH: "The highest hand takes the pot.",
    Sharing.DECLARED: "High and low share the pot, as declared; who declares both must at least tie both.",
    Sharing.EIGHT: "High and low share the pot; low must be eight or better, else high takes all. Cards "
    "speak.",
    Sharing.DECLARED_EIGHT: "High and low (eight or better) share the pot, as declared; who declares both "
    "must at least tie both.",
}


_RANKED = {
    Ranking.SIX_PLUS: "A flush beats a full house, and A-6-7-8-9 is a straight. The highest hand takes the "
    "pot.",
    Ranking.ACE_FIVE: "The lowest five cards take the pot, the ace low; straights and flushes do no harm.",
    Ranking.DEUCE_SEVEN: "The lowest five cards take the pot, the ace high; straights and flushes count "
    "against the hand, so that 7-5-4-3-2 in more than one suit is the best.",
    Ranking.BADUGI: "The most cards of different ranks and suits take the pot, of as many the lowest, the "
    "ace low.",
}


def winning(variant: Variant) -> list[str]:
    """Who wins."""
    said = [usable(variant)] if usable(variant) else []
    if variant.kernel:
        return said
    if variant.short_order:
        said.append("A flush beats a full house, a royal flush any other straight flush; an ace is not low.")
    if variant.ranking is not Ranking.MELDS:
        return [*said, _RANKED[variant.ranking]]
    if any(step.op is Op.CHASE for step in variant.steps):
        return [*said, "The last hand that nobody beat takes the pot."]
    if any(rule.kind in (WildKind.CHOICE, WildKind.PICKED) for rule in variant.wild):
        said.append("The wild rank is chosen at the showdown.")
    said.append(_SHARED[variant.share])
    if variant.all_in and not (variant.use.own_exactly or variant.use.lines):
        said.append("Who plays the board must say so before mucking, or forfeits the pot.")
    if variant.spade:
        said.append(
            "Half of each pot goes to the highest closed spade at the showdown, if anybody holds one."
        )
    return said


def stakes(variant: Variant) -> str:
    """Antes or blinds, and what may be bet."""
    bets = variant.betting
    if not variant.has_betting:
        return f"A stake is {_chips(variant.unit)}."
    if not variant.all_in:
        peder = f", and once a hand a peder ({bets.peder})" if bets.peder else ""
        return f"Ante {bets.ante}; bets and raises of 1 to {bets.max_raise}{peder}; short of chips is shadow."
    limit = {
        Limit.FIXED: f"fixed limit, {bets.big_blind} and later {2 * bets.big_blind}",
        Limit.POT: "pot limit, a raise up to the pot as it lies "
        + ("before the call (house option)" if bets.by_letter else "after the call"),
        Limit.NO: "no limit",
        Limit.HOUSE: "",
    }[bets.limit]
    if bets.bring_in:
        ante = f"Ante {bets.ante}, bring-in {bets.bring_in}"
        return f"{ante}; {limit}; short of chips is all-in."
    if bets.button_blind:
        ante = f"Ante {bets.ante}, a blind of {bets.big_blind} from the button"
        return f"{ante}; {limit}; short of chips is all-in."
    straddle = f", a straddle of {2 * bets.big_blind}" if bets.straddle else ""
    return f"Blinds {bets.small_blind} and {bets.big_blind}{straddle}; {limit}; short of chips is all-in."
