"""The rules of a game as text, made from its data: what happens in which order, special rules, stakes, who wins.

`peder show` prints them. A game with a kernel of its own has `how_to_play` sentences instead of a deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.cards.card import SUIT_LANE, SUIT_WORDS, rank_set
from engine.cards.ranks import RANK_WORDS
from engine.catalogue.model import (
    DEALS,
    Betting,
    Op,
    Step,
    Variant,
    WildKind,
    board_size,
    largest_table,
    operation_of,
)
from engine.catalogue.rulings import rulings_of
from engine.catalogue.wild_text import (
    any_of,
    join_words,
    number_text,
    one_of,
    spoken_ranks,
    wild_text,
)
from engine.terms import Limit, Ranking, Sharing
from language import mark, tr, trn

MELD_SIZE = 5


def _times(count: int) -> str:
    return tr("twice") if count == 2 else tr("{count} times", count=number_text(count))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _cards(count: int) -> str:
    return trn("{count} card", "{count} cards", count, count=number_text(count))


def _common(count: int) -> str:
    return trn("{count} common card", "{count} common cards", count, count=number_text(count))


def _clause(step: Step, *, house: bool) -> str:
    """One step as a clause; at the `house`'s table a price is in chips."""
    rule, count, other = operation_of(step).rule, step.count, step.other
    if other == 1:
        price = tr("one chip each") if house else tr("one low stake each")
    elif house:
        price = tr("{count} chips each", count=number_text(other))
    else:
        price = tr("{count} low stakes each", count=number_text(other))
    values = {
        "count": number_text(count), "cards": _cards(count), "common": _common(count), "left": _cards(other),
        "chips": _chips(other), "price": price,
    }  # fmt: skip
    return tr(rule, **values) if isinstance(rule, str) else trn(*rule, count, **values)


def repeated(parts: Sequence[str], longest: int, least: int) -> Iterator[tuple[int, list[str]]]:
    """Parts in order, with repetitions grouped as (times, parts): groups up to `longest`, that stand for `least` parts."""
    place = 0
    while place < len(parts):
        best = (1, 1)
        for length in range(1, longest + 1):
            group = parts[place : place + length]
            times = 1
            while parts[place + times * length : place + (times + 1) * length] == group:
                times += 1
            if times > 1 and times * length > max(best[0] * best[1], least - 1):
                best = (times, length)
        times, length = best
        yield times, list(parts[place : place + length])
        place += times * length


def _clauses(parts: Sequence[str]) -> list[str]:
    """The clauses up to a betting round, with repetitions grouped."""
    return [
        f"{_times(times)} {join_words(group)}" if times > 1 else join_words(group)
        for times, group in repeated(parts, 3, 2)
    ]


def how_to_play(variant: Variant) -> list[str]:
    """Return the course of a hand: a sentence for the steps up to each betting round, and one for repetitions."""
    if variant.kernel:
        return [tr(sentence) for sentence in variant.how_to_play]
    sentences: list[str] = []
    waiting: list[str] = []  # clauses before the next betting round
    rounds: list[str] = []  # sentences that may repeat

    def flush_rounds() -> None:
        for times, group in repeated(rounds, 3, 2):
            text = "; ".join(group)
            sentences.append(_capital(f"{_times(times)}: {text}" if times > 1 else text) + ".")
        rounds.clear()

    house = not variant.all_in
    for step in variant.steps:
        if step.op is Op.BET:
            bets = tr("then a betting round if a player drew") if step.other else tr("then a betting round")
            rounds.append(", ".join([*_clauses(waiting), bets]) if waiting else _clause(step, house=house))
            waiting = []
        elif step.op in (Op.ORDER, Op.CHASE):
            flush_rounds()
            if waiting:
                sentences.append(_capital(", ".join(_clauses(waiting))) + ".")
                waiting = []
            sentences.append(_capital(_clause(step, house=house)) + ".")
        else:
            waiting.append(_clause(step, house=house))
    flush_rounds()
    if waiting:
        sentences.append(_capital(", ".join(_clauses(waiting))) + ".")
    return sentences


def _chips(count: int) -> str:
    return trn("{n} chip", "{n} chips", count)


def board(variant: Variant) -> list[str]:
    """Return a drawing of the common cards, a line for each row; empty if their layout doesn't matter.

    A place is its number in the order laid, with a star if the card there is wild.
    """
    wild = {place for rule in variant.wild if rule.kind is WildKind.BOARD for place in rule.places}
    rows = []
    for row in variant.layout:
        cells = [f"{cell}*" if cell.isdigit() and int(cell) - 1 in wild else cell for cell in row]
        rows.append("".join(f"[{cell:<2}]" if cell.strip() else "    " for cell in cells).rstrip())
    return rows


def turns(variant: Variant) -> list[str]:
    """Who acts first, and which cards are burnt; games of `engine.special` say it in `how_to_play`."""
    if variant.kernel or any(step.op is Op.CHASE for step in variant.steps):
        return []
    if variant.reentry:
        return [tr("The player on the dealer's right opens the first round.")]
    if not variant.all_in:
        if any(step.op in (Op.DEAL_OPEN, Op.CHOOSE_OPEN, Op.TURN_OWN) for step in variant.steps):
            return [tr("The highest open combination opens; before a card lies open, the dealer's left.")]
        left = tr("The player left of the dealer opens every round.")
        if variant.openers is None:
            return [left]
        pair = RANK_WORDS[spoken_ranks()][variant.openers].several
        return [
            left,
            tr(
                "Only a player with a pair of {pair} or better may bet first in round one; if nobody does, all ante "
                "again, the cards are dealt again, and the pot stays.",
                pair=pair,
            ),
        ]
    if variant.betting.bring_in:
        return [_bring_in(variant)]
    if variant.betting.button_blind:
        return [
            tr("The player left of the button acts first in every round."),
            tr("A card is burnt before the flop, the turn and the river."),
        ]
    return _turns_after_blinds(variant)


def _bring_in(variant: Variant) -> str:
    return (
        tr(
            "The highest open card, the ace low, brings in, of equal ones by suit: "
            "clubs, diamonds, hearts, "
            "spades are the order upwards. The next players may complete the bet. The lowest open "
            "combination opens the later rounds."
        )
        if variant.ranking.lowball
        else tr(
            "The lowest open card brings in, of equal ones by suit: clubs, diamonds, "
            "hearts, spades are the "
            "order upwards. The next players may complete the bet. The highest open "
            "combination opens the "
            "later rounds."
        )
    )


def _turns_after_blinds(variant: Variant) -> list[str]:
    straddle = variant.betting.straddle
    sentences = [
        tr(
            "In the first round the player left of the {blind} acts first, in later rounds "
            "the player left of "
            "the button; of two players the dealer has the small blind, and acts first in "
            "the first round and "
            "last in the others.",
            blind=tr("straddle") if straddle else tr("big blind"),
        )
    ]
    if straddle:
        sentences.append(
            tr(
                "The straddle is put in before the deal by the player left of the big "
                "blind, who acts last in "
                "the first round."
            )
        )
    if any(step.op is Op.TURN_BOARD and step.count > 1 for step in variant.steps):
        sentences.append(tr("A card is burnt before the flop, the turn and the river."))
    return sentences


def own_rules(variant: Variant) -> list[str]:
    """Return the special rules: cards that send a player out, are bought, cost chips or bring a card, and so on."""
    chase = any(step.op is Op.CHASE for step in variant.steps)
    sentences = []
    if variant.redeals:
        card = one_of(variant.redeals)
        sentences.append(
            tr("An open {card} ends the hand: all are dealt again, and the pot stays.", card=card)
        )
    if variant.sent_out:
        sentences.append(
            tr("An open {card} sends its holder out; the chips stay.", card=one_of(variant.sent_out))
        )
    if variant.buys:
        price = _chips(variant.buy_price)
        sentences.append(
            tr(
                "An open {card} may buy the next card, closed, for {chips}.",
                card=one_of(variant.buys),
                chips=price,
            )
        )
    for chips in dict.fromkeys(chips for _, chips in variant.levy):
        card = one_of(rank_set(*(rank for rank, price in variant.levy if price == chips)))
        values = {"card": card, "chips": _chips(chips)}
        sentences.append(
            tr("Turning a {card} costs {chips}.", **values)
            if chase
            else tr("A common {card} costs everyone still in {chips}, or the hand.", **values)
        )
    if variant.extra:
        card = one_of(variant.extra)
        sentences.append(
            tr("Turning a {card} gives a closed card, free, on top of the own pile.", card=card)
            if chase
            else tr("A common {card} gives everyone still in an extra closed card.", card=card)
        )
    if variant.anticlockwise:
        sentences.append(tr("Dealt and played anticlockwise, from the dealer's right."))
    if variant.reentry:
        sentences.append(
            tr(
                "The draw starts with the highest bettor, who also opens the next round, and ends with the "
                "dealer; who passed may come back in at the draw by topping up to the stake, and exchange. "
                "Where all but one pass, the others are asked once whether they come back."
            )
        )
    if any(rule.kind is WildKind.LOWEST_CLOSED for rule in variant.wild):
        sentences.append(tr("Of your closed cards an ace is the highest or the lowest, as you choose."))
    if variant.alone:
        sentences.append(tr("House option: a designated wild card is wild alone, without its rank."))
    if variant.cap:
        sentences.append(tr("House option: no player matches more than {chips}.", chips=_chips(variant.cap)))
    return sentences


def usable(variant: Variant) -> str:
    """Which cards may make a hand, in a sentence; "" if there are only five."""
    use = variant.use
    if use.lines:
        lines = any_of(["-".join(str(place + 1) for place in line) for line in use.lines])
        if use.own_exactly:
            return tr(
                "A hand is made of exactly {own} of your own cards and the common cards of one "
                "line: {lines} (places as "
                "laid).",
                own=number_text(use.own_exactly),
                lines=lines,
            )
        return tr(
            "A hand is made of your own cards and the common cards of one line: {lines} (places as laid).",
            lines=lines,
        )
    if use.own_exactly:
        return tr(
            "A hand is exactly {own} of your own cards and {rest} common cards.",
            own=number_text(use.own_exactly),
            rest=number_text(MELD_SIZE - use.own_exactly),
        )
    if use.own_at_most:
        return tr(
            "A hand is the best five cards, at most {own} of them the player's own.",
            own=number_text(use.own_at_most),
        )
    if variant.kernel:
        return ""
    if variant.ranking.size < MELD_SIZE:
        return ""
    board = board_size(variant)
    if board:
        return tr("A hand is the best five of your own cards and the {cards}.", cards=_common(board))
    dealt = sum(step.count for step in variant.steps if step.op in DEALS)
    return tr("A hand is the best five of your own cards.") if dealt > MELD_SIZE else ""


_SHARED = {
    Sharing.HIGH: mark("The highest hand takes the pot."),
    Sharing.DECLARED: mark(
        "High and low share the pot, as declared; who declares both must at least tie both."
    ),
    Sharing.EIGHT: mark(
        "High and low share the pot; low must be eight or better, else high takes all. Cards speak."
    ),
    Sharing.DECLARED_EIGHT: mark(
        "High and low (eight or better) share the pot, as declared; who declares both must at least tie both."
    ),
}


_RANKED = {
    Ranking.SIX_PLUS: mark(
        "A flush beats a full house, and A-6-7-8-9 is a straight. The highest hand takes the pot."
    ),
    Ranking.ACE_FIVE: mark(
        "The lowest five cards take the pot, the ace low; straights and flushes don't count."
    ),
    Ranking.DEUCE_SEVEN: mark(
        "The lowest five cards take the pot, the ace high; straights and flushes count "
        "against the hand, so that 7-5-4-3-2 in more than one suit is the best."
    ),
    Ranking.ACE_SIX: mark(
        "The lowest five cards take the pot, the ace low; straights and flushes count against the hand, so that "
        "6-4-3-2-A in more than one suit is the best."
    ),
    Ranking.THREE_CARD: mark(
        "The best three cards take the pot: a straight flush beats three of a kind, then come a straight, a flush, a "
        "pair and the highest card; the ace is high, or low in A-2-3."
    ),
    Ranking.TWO_CARD: mark("The best two cards take the pot: the highest pair, else the highest cards."),
    Ranking.BADUGI: mark(
        "The most cards of different ranks and suits take the pot, of as many the lowest, the ace low."
    ),
}


def winning(variant: Variant) -> list[str]:
    sentences = [usable(variant)] if usable(variant) else []
    if variant.kernel:
        return sentences
    if variant.short_order:
        sentences.append(
            tr("A flush beats a full house, a royal flush any other straight flush; an ace is not low.")
        )
    if variant.ranking is not Ranking.MELDS:
        return [*sentences, tr(_RANKED[variant.ranking])]
    if any(step.op is Op.CHASE for step in variant.steps):
        return [*sentences, tr("The last hand that nobody beat takes the pot.")]
    if any(rule.kind in (WildKind.CHOICE, WildKind.PICKED) for rule in variant.wild):
        sentences.append(tr("The wild rank is chosen at the showdown."))
    sentences.append(tr(_SHARED[variant.share]))
    if variant.all_in and board_size(variant) and not (variant.use.own_exactly or variant.use.lines):
        sentences.append(tr("Who plays the board must say so before mucking, or forfeits the pot."))
    if variant.spade:
        sentences.append(
            tr("Half of each pot goes to the lowest closed spade at the showdown, if anybody holds one.")
            if variant.spade_is_lowest
            else tr(
                "Half of each pot goes to the highest closed spade at the showdown, if anybody holds one."
            )
        )
    if variant.counted:
        lane = (variant.counted.bit_length() - 1) // SUIT_LANE
        suit = SUIT_WORDS[spoken_ranks()][lane]
        sentences.append(
            tr(
                "Half of each pot goes to the highest sum of {suit} in a player's own cards, a jack 11 to an ace 14; "
                "ties share it.",
                suit=suit,
            )
            if variant.counted_by_rank
            else tr(
                "Half of each pot goes to the most {suit} in a player's own cards; ties share it.", suit=suit
            )
        )
    return sentences


def stakes(variant: Variant) -> str:
    """Antes or blinds, and what may be bet."""
    bets = variant.betting
    if not variant.has_betting:
        return tr("A stake is {chips}.", chips=_chips(variant.unit))
    if not variant.all_in:
        values = {"ante": bets.ante, "most": bets.max_raise, "peder": bets.peder}
        if bets.peder:
            return tr(
                "Ante {ante}; bets and raises of 1 to {most}, and once a hand a peder "
                "({peder}); short of chips "
                "is shadow.",
                **values,
            )
        return tr("Ante {ante}; bets and raises of 1 to {most}; short of chips is shadow.", **values)
    return tr("{blinds}; {limit}; short of chips is all-in.", blinds=_blinds(bets), limit=_limit(bets))


def _blinds(bets: Betting) -> str:
    if bets.bring_in:
        return tr("Ante {ante}, bring-in {bring_in}", ante=bets.ante, bring_in=bets.bring_in)
    if bets.button_blind:
        return tr("Ante {ante}, a blind of {blind} from the button", ante=bets.ante, blind=bets.big_blind)
    blinds = tr("Blinds {small} and {big}", small=bets.small_blind, big=bets.big_blind)
    return (
        tr("{blinds}, a straddle of {chips}", blinds=blinds, chips=2 * bets.big_blind)
        if bets.straddle
        else blinds
    )


def _limit(bets: Betting) -> str:
    if bets.limit is Limit.FIXED:
        return tr("fixed limit, {bet} and later {double}", bet=bets.big_blind, double=2 * bets.big_blind)
    if bets.limit is Limit.NO:
        return tr("no limit")
    if bets.by_letter:
        return tr("pot limit, a raise up to the pot as it lies before the call (house option)")
    return tr("pot limit, a raise up to the pot as it lies after the call")


def describe(variant: Variant) -> dict[str, Any]:
    """A game as text, by section.

    >>> from engine.catalogue import VARIANTS
    >>> describe(VARIANTS.find("baseball"))["name"]
    'Baseball'
    """
    fewest, most = variant.players[0], largest_table(variant)
    return {
        "variant_id": variant.id,
        "name": variant.name,
        "name_da": variant.name_da or None,
        "aliases": list(variant.aliases),
        "family": variant.family,
        "source": variant.source,
        "summary": tr(variant.summary),
        "additions": variant.additions,
        "course": how_to_play(variant),
        "board": board(variant),
        "wild": wild_text(variant),
        "turns": turns(variant),
        "own_rules": own_rules(variant),
        "winning": winning(variant),
        "stakes": stakes(variant),
        "table": _table(variant, fewest, most),
        "players_min": fewest,
        "players_max": most,
        "rounds": variant.rounds,
        "hand_definition": tr(variant.hand_means),
        "rulings": [
            {
                "number": ruling.number,
                "title": tr(ruling.title),
                "sources": list(ruling.sources),
                "text": tr(ruling.text),
            }
            for ruling in rulings_of(variant)
        ],
    }


def _table(variant: Variant, fewest: int, most: int) -> str:
    facts = [tr("{fewest} to {most} players", fewest=fewest, most=most)]
    if variant.family != "dice":
        facts.append(tr("a pack of {pack}", pack=variant.pack))
    if variant.rounds is not None:
        rounds = trn("{n} betting round", "{n} betting rounds", variant.rounds)
        printed = variant.rounds_printed
        if printed not in (None, variant.rounds) and not variant.additions:
            rounds = tr("{rounds} (the printed overview says {printed})", rounds=rounds, printed=printed)
        facts.append(rounds)
    facts.append(tr("a hand is {hand_definition}", hand_definition=tr(variant.hand_means)))
    return f"{'; '.join(facts)}."
