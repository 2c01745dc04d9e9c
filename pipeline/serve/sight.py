"""What phones see of a night: plain data, made of `pipeline.night.state` and the night itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from decimal import Decimal
from typing import Any

from engine.api import ADDITIONS, VARIANTS, PederError, Variant
from language import again, tr
from pipeline.bank.money import money_text
from pipeline.bank.settlement import settle
from pipeline.night.account import book_of_night
from pipeline.night.course import Course
from pipeline.night.echo import hand_text
from pipeline.night.entries import undone
from pipeline.night.hand.deal import Hand
from pipeline.night.night import Night
from pipeline.night.shell.views import history_rows
from pipeline.night.state import state
from pipeline.night.text.words import COMMANDS

LATEST = 6
"""Hands that are shown as the last ones."""
LEVELS = (4, 8, 10, 12, 14, 20)
"""Levels to offer where the night has shown none yet."""
POINTS = 200
"""The race is drawn of no more points than this."""


def sight(name: str, course: Course) -> dict[str, Any]:
    """How the night stands, for the page and the board; `version` counts the entries that it knows of."""
    night = course.night
    now = state(night)
    accounts, last = night.accounts, course.entries[-1] if course.entries else None
    places = [
        asdict(place) | {"money": _money(accounts[place.player_id].result * night.chip_value, night)}
        for place in now.table
    ]
    return asdict(now) | {
        "version": len(course.entries),
        "night": name,
        "table": places,
        "dealer": night.dealer.handle if night.dealer else None,
        "is_told": night.open_hand is not None,
        "banker": next((p.handle for p in night.players if p.player_id == night.banker_id), None),
        "chip": _money(night.chip_value, night, sign=False),
        "loan": next((entry.chips for entry in night.book if entry.chips), None),
        "last_pot": next((hand.pot for hand in reversed(night.hands) if hand.variant), 0),
        "last_game": night.last_game[0] if night.last_game else None,
        "last_additions": night.last_game[1].text if night.last_game else "",
        "last_entry": {"n": last.n, "said": last.said} if last else None,
        "hands": [_hand(hand, night) for hand in reversed(night.hands[-LATEST:])],
        "waiting": [_hand(hand, night) for hand in night.drafts],
        "games": list(dict.fromkeys(hand.variant.id for hand in reversed(night.hands) if hand.variant)),
        "levels": _levels(night),
    }


def _hand(hand: Hand, night: Night) -> dict[str, object]:
    return {
        "hand_no": hand.hand_no,
        "entry_no": hand.entry_no,
        "text": hand_text(hand, night),
        "why": again(hand.why) if hand.is_draft else "",
        "line": hand.text,
        "can_be": hand.readable,
        "game": hand.variant.name if hand.variant else "",
        "pot": hand.pot if hand.variant else 0,
        "won": {seat.handle: seat.won for seat in hand.seats if seat.won},
    }


def _levels(night: Night) -> list[int]:
    """The levels to offer: those that the night played most of late, and the usual ones."""
    lines = [hand.line for hand in night.hands[-40:] if hand.line]
    most = [level for level, _ in Counter(line.level for line in lines if line.level).most_common(6)]
    return sorted(list(dict.fromkeys([*most, *LEVELS]))[:6])


def _money(money: Decimal, night: Night, *, sign: bool = True) -> str:
    return money_text(money, night.currency, sign=sign)


def books(name: str, course: Course) -> dict[str, Any]:
    """The bank's book, the night's entries from the last to the first, and who would pay whom now."""
    night = course.night
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
                "difference": account.difference,
                "stack": account.stack,
                "money": _money(account.result * night.chip_value, night),
            }
        )
    gone = undone(course.entries)
    history = [
        row
        | {
            "status": tr(str(row["status"])),
            "at": entry.at.astimezone().strftime("%H:%M"),
            "became": "undone" if entry.n in gone else "corrects" if entry.correction else "",
        }
        for row, entry in zip(history_rows(course), course.entries, strict=True)
    ]
    return {"accounts": rows, "history": history[::-1][:200], "settlement": _settlement(name, night)}


def _settlement(name: str, night: Night) -> dict[str, Any]:
    try:
        found = settle([book_of_night(name, night)])[0]
    except PederError as error:
        return {"why": str(error), "lines": [], "transfers": []}
    names = night.names
    lines = sorted(found.lines, key=lambda line: -line.balance)
    return {
        "why": "",
        "lines": [
            [names.get(line.player_id, line.player_id), money_text(line.balance, found.currency, sign=True)]
            for line in lines
        ],
        "transfers": [
            [names.get(one.payer, one.payer), names.get(one.payee, one.payee),
             money_text(found.amount(one.amount), found.currency)]
            for one in found.plan.transfers
        ],
    }  # fmt: skip


def race(night: Night) -> dict[str, Any]:
    """Everybody's chips won so far after each of the hands, or after as many of them as can be drawn."""
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


def catalogue() -> dict[str, Any]:
    """Every game as the page needs it, the additions, and the words that begin a line."""
    return {
        "games": [_game(variant) for variant in VARIANTS.values()],
        "additions": [
            {
                "word": one.words[0],
                "form": one.form,
                "about": tr(one.about),
                "takes": _taken(one.field) if one.value is None else "",
            }
            for one in ADDITIONS
        ],
        "commands": {one.name: {"da": one.words[0], "en": one.name} for one in COMMANDS},
    }


def _taken(field: str) -> str:
    return "ranks" if field in ("wild", "ranks") else "number"


def _game(variant: Variant) -> dict[str, object]:
    return {
        "id": variant.id,
        "name": variant.name,
        "name_da": variant.name_da,
        "alias": variant.id if len(variant.id) < 5 or not variant.aliases else variant.aliases[0],
        "aliases": variant.aliases,
        "family": variant.family,
        "share": str(variant.share),
        "all_in": variant.all_in,
        "in_or_out": variant.in_or_out,
        "counts": variant.counts_cards,
        "spade": variant.spade,
        "ante": variant.betting.ante if variant.posts_ante else 0,
        "peder": variant.betting.peder > 0,
        "shadow": variant.has_shadow,
    }
