"""The night as JSON for the phones' page and the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any

from engine.api import ADDITIONS, Catalogue, PederError, Variant
from language import retranslate, tr
from language.currencies import currency_sign
from pipeline.bank.money import amount_text, chips_text, money_text
from pipeline.bank.pay_to import with_amount
from pipeline.bank.settlement import settle
from pipeline.night.confirmation import game_text, hand_text, joined
from pipeline.night.entries import undone_numbers
from pipeline.night.guards import without_banker
from pipeline.night.hand.deal import Hand
from pipeline.night.hand.open_hand import guide
from pipeline.night.night import Night, night_ledger
from pipeline.night.parser.commands import COMMANDS
from pipeline.night.prompt.views import history_rows
from pipeline.night.replay import Replay
from pipeline.serve.conflicts import is_bankers

LATEST = 6
"""Number of latest hands shown."""
LATEST_DRAFTS = 12
"""Number of latest drafts shown."""
LEVELS = (10, 12, 14, 16, 20, 8, 15, 18, 9, 11, 13, 24, 7, 6, 17, 22, 30, 26)
"""Levels offered before the night has shown any, the most usual first."""
WITH_GAME = 6
"""Number of levels offered with the dealer's usual game."""
POINTS = 200
"""Maximum number of points of the race chart."""


def night_view(name: str, replay: Replay) -> dict[str, Any]:
    """The current night for the page and the board; `version` is the number of entries."""
    night = replay.night
    accounts, last = night.accounts, replay.entries[-1] if replay.entries else None
    table = [
        {
            "player_id": player.player_id,
            "name": player.name,
            "handle": player.handle,
            "chips": account.net if player.player_id == night.banker_id else account.stack,
            "keeps_bank": player.player_id == night.banker_id,
            "pauses": player.status == "pausing",
            "amount": amount_text(account.result * night.chip_value, night.currency, sign=True),
            "money": _money(account.result * night.chip_value, night),
        }
        for player in night.players
        if player.status != "gone" and (account := accounts[player.player_id])
    ]
    return {
        "table": table,
        "hand_no": night.next_hand_no,
        "pot": night.pot,
        "drafts": len(night.drafts),
        "asks": guide(night.open_hand) if night.open_hand else "",
        "is_over": night.ended_at is not None,
        "version": len(replay.entries),
        "night": name,
        "dealer": night.dealer.handle if night.dealer else None,
        "bet_by_bet": night.open_hand is not None,
        "banker": next((p.handle for p in night.players if p.player_id == night.banker_id), None),
        "currency": currency_sign(night.currency),
        "loan": next((entry.chips for entry in night.ledger if entry.chips), None),
        "last_pot": next((hand.pot for hand in reversed(night.hands) if hand.variant), 0),
        "last_game": night.games.current_version(night.last_game[0]) if night.last_game else None,
        "last_additions": night.last_game[1].text if night.last_game else "",
        "usual": _usual(night),
        "last_entry": {"n": last.n, "said": last.as_typed, "is_bankers": is_bankers(last, replay)}
        if last
        else None,
        "hands": [_hand(hand, night) for hand in reversed(night.hands[-LATEST:])],
        "replay": _replay(night),
        "waiting": [_hand(hand, night) for hand in night.drafts[-LATEST_DRAFTS:]],
        "games": list(
            dict.fromkeys(
                night.games.current_version(hand.variant.id) for hand in reversed(night.hands) if hand.variant
            )
        ),
        "catalogue": night.games.state,
        "requests": _requests(night),
        "levels": _levels(night.hands[-40:], len(LEVELS)),
    }


def _hand(hand: Hand, night: Night) -> dict[str, object]:
    return {
        "hand_no": hand.hand_no,
        "entry_no": hand.entry_no,
        "text": hand_text(hand, night),
        "why": retranslate(hand.why) if hand.is_draft else "",
        "line": hand.text,
        "can_be": hand.can_be_confirmed,
        "game": hand.variant.name if hand.variant else "",
        "pot": hand.pot if hand.variant else 0,
        "won": {seat.handle: seat.won for seat in hand.seats if seat.won},
    }


def _requests(night: Night) -> list[dict[str, object]]:
    """The chips that players ask for, and the latest that were answered. `lent` is None until it is answered."""
    handles = {player.player_id: player for player in night.players}
    answered = [one for one in night.requests if one.lent is not None][-LATEST:]
    waiting = [one for one in night.requests if one.lent is None and night.ended_at is None]
    rows: list[dict[str, object]] = []
    for one in (*waiting, *answered):
        words = {"name": handles[one.player_id].name, "chips": chips_text(one.lent or one.chips)}
        text = (
            tr("{name} asks the bank for {chips}.", **words)
            if one.lent is None
            else tr("The bank lends {names} {chips}.", names=words["name"], chips=words["chips"])
            if one.lent
            else tr("The bank lends {name} nothing.", name=words["name"])
        )
        handle = handles[one.player_id].handle
        rows.append(
            {"entry_no": one.entry_no, "handle": handle, "chips": one.chips, "lent": one.lent, "text": text}
        )
    return rows


def _replay(night: Night) -> list[str]:
    """Return the last readable hand, a sentence per step: who dealt, who folded at how many chips, who stayed, who won."""
    hand = next((hand for hand in reversed(night.hands) if hand.variant), None)
    if hand is None or hand.variant is None:
        return []
    out = sorted((seat for seat in hand.seats if not seat.stayed), key=lambda seat: seat.paid)
    steps = [
        tr(
            "{dealer} deals {game}",
            dealer=night.names.get(hand.dealer_id or "", tr("somebody")),
            game=game_text(hand.variant),
        )
    ]
    if hand.pot_in:
        steps.append(tr("{pot_in} had been carried in", pot_in=hand.pot_in))
    steps += [tr("{name} folded at {chips}", name=seat.name, chips=seat.paid) for seat in out]
    for paid in sorted({seat.paid for seat in hand.seats if seat.stayed}):
        names = [seat.name for seat in hand.seats if seat.stayed and seat.paid == paid]
        steps.append(tr("{names} stayed at {chips}", names=joined(names), chips=paid))
    steps.append(tr("The pot is {chips}", chips=chips_text(hand.pot)))
    return [*steps, hand_text(hand, night)]


def _levels(hands: Iterable[Hand], most: int) -> list[int]:
    """Levels to offer: the most frequent of these hands, then the usual ones. Games without betting have their
    stakes instead.
    """
    counted = Counter(
        hand.line.level
        for hand in hands
        if hand.line and hand.line.level and hand.variant and hand.variant.has_betting
    )
    return sorted(list(dict.fromkeys([*(level for level, _ in counted.most_common(most)), *LEVELS]))[:most])


def _usual(night: Night) -> dict[str, object] | None:
    """Return the first offers: the dealer's usual call, else the same game again; its additions one by one, and levels."""
    usual = night.usual_call(night.dealer) if night.dealer else None
    call = usual or night.last_game
    if call is None:
        return None
    game, additions = call
    played = [hand for hand in night.hands if hand.line and hand.line.game == game]
    return {
        "game": night.games.current_version(game),
        "additions": additions.phrases(),
        "levels": _levels(played, WITH_GAME),
        "is_same": usual is None,
    }


def _money(money: Decimal, night: Night) -> str:
    return money_text(money, night.currency, sign=True)


def bank_view(name: str, replay: Replay, pay_to: Callable[[str], str]) -> dict[str, Any]:
    """The bank's accounts, the entries from last to first, and who would pay whom now."""
    night = replay.night
    rows = []
    for player in night.players:
        account = night.accounts[player.player_id]
        rows.append(
            {
                "handle": player.handle,
                "name": player.name,
                "gone": player.status == "gone",
                "keeps_bank": player.player_id == night.banker_id,
                "lent": account.lent + account.bought,
                "returned": account.returned,
                "net": account.net,
                "owing": account.owing,
                "difference": account.difference + account.besides,
                "stack": account.stack,
                "money": _money(account.result * night.chip_value, night),
            }
        )
    gone = undone_numbers(replay.entries)
    history = [
        row
        | {
            "status": tr(str(row["status"])),
            "at": entry.at.astimezone().strftime("%H:%M"),
            "became": "undone" if entry.n in gone else "corrects" if entry.correction else "",
        }
        for row, entry in zip(history_rows(replay), replay.entries, strict=True)
    ]
    return {"accounts": rows, "history": history[::-1][:200], "settlement": _settlement(name, night, pay_to)}


def _settlement(name: str, night: Night, pay_to: Callable[[str], str]) -> dict[str, Any]:
    why = without_banker(night)
    try:
        settlement = settle([night_ledger(name, night)])[0]
    except PederError as error:
        return {"why": why or str(error), "lines": [], "transfers": [], "expenses": []}
    names = night.names
    lines = sorted(settlement.lines, key=lambda line: -line.balance)
    return {
        "why": "",
        "lines": [
            [names.get(line.player_id, line.player_id), money_text(line.balance, settlement.currency, sign=True)]
            for line in lines
        ],
        "transfers": [
            [names.get(one.payer, one.payer), names.get(one.payee, one.payee),
             money_text(settlement.amount(one.amount), settlement.currency), with_amount(pay_to(one.payee), settlement.amount(one.amount), settlement.currency)]
            for one in settlement.plan.transfers
        ],
        "expenses": [
            [names.get(one.payer, one.payer), one.what, money_text(one.money, settlement.currency)]
            for ledger in settlement.nights
            for one in ledger.expenses()
        ],
    }  # fmt: skip


def race_view(night: Night) -> dict[str, Any]:
    """Chips won by each player after each hand, thinned to `POINTS` rows."""
    players = [
        player for player in night.players if player.status != "gone" or player.player_id in night.nets
    ]
    so_far = dict.fromkeys((player.player_id for player in players), 0)
    rows = [[0, *so_far.values()]]
    for hand in night.hands:
        if not hand.is_draft:
            for player_id, net in hand.nets.items():
                so_far[player_id] = so_far.get(player_id, 0) + net
            rows.append([hand.hand_no, *(so_far[player.player_id] for player in players)])
    step = -(-len(rows) // POINTS)
    return {"ids": [player.player_id for player in players], "rows": rows[:-1:step] + rows[-1:]}


def catalogue(games: Catalogue) -> dict[str, Any]:
    """The games, the additions and the command words for the page."""
    return {
        "catalogue": games.state,
        "games": [game_entry(variant) for variant in games.current()],
        "additions": [
            {
                "word": one.words[0],
                "form": one.form,
                "about": tr(one.about),
                "takes": _argument_kind(one.field) if one.value is None else "",
            }
            for one in ADDITIONS
        ],
        "commands": {one.name: {"da": one.words[0], "en": one.name} for one in COMMANDS},
    }


def _argument_kind(field: str) -> str:
    return "ranks" if field in ("wild", "ranks") else "number"


def game_entry(variant: Variant) -> dict[str, object]:
    """Return the page's data on a game."""
    word = variant.id.partition("@")[0]
    return {
        "id": variant.id,
        "name": variant.name,
        "name_da": variant.name_da,
        "alias": word if len(word) < 5 or not variant.aliases else variant.aliases[0],
        "aliases": variant.aliases,
        "can_change": not variant.kernel and variant.family != "own",
        "share": str(variant.share),
        "all_in": variant.all_in,
        "in_or_out": variant.in_or_out,
        "stake": variant.betting.ante,
        "has_betting": variant.has_betting,
        "counts": variant.counts_cards,
        "spade": variant.spade,
        "counted": variant.counted > 0,
        "ante": variant.betting.ante if variant.posts_ante else 0,
        "peder": variant.betting.peder > 0,
        "shadow": variant.has_shadow,
    }
