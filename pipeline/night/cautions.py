"""What is doubtful about a line of the bank, or about who leaves: a sentence, and the line that mends it.

Such a line isn't kept unless it ends with ``!``; a doubtful hand is a draft (`pipeline.night.hand.doubts`).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.api import shortened
from pipeline.bank.book import BankKind
from pipeline.bank.money import chips_text
from pipeline.night.hand.player import Player
from pipeline.night.night import Night
from pipeline.night.text.lines import DoubtfulError, End, Join, Line, LogError, Owe, Presence, Trade
from pipeline.night.text.write import line_text, mending_loan


def check_sure(line: Line, night: Night) -> None:
    """Raise DoubtfulError for a line that is hardly as it was meant, unless it says that it is sure."""
    if not isinstance(line, Trade | Owe | Presence | End) or line.sure:
        return
    for why, offer in _doubts(line, night):
        sure = f"{line_text(line)} !"
        raise DoubtfulError(f"{why} If it is so, end the line with !: {sure}", offer or sure)


def _doubts(line: Trade | Owe | Presence | End, night: Night) -> Iterable[tuple[str, str]]:
    """What is doubtful, and the line to offer first; "" where that is the line itself, made sure."""
    match line:
        case Trade(BankKind.COUNT, handle, chips):
            yield from _count(night.handles[handle], chips, night)
        case Trade(BankKind.BUYBACK, handle, chips):
            yield from _below_nothing(night.handles[handle], chips, "hands back", night)
        case Owe(debtor, _, chips, True):
            yield from _below_nothing(night.handles[debtor], chips, "pays", night)
        case End() if night.drafts:
            yield f"{drafts_told(night)}.", ""
        case Presence(handles, "gone"):
            for handle in handles:
                player = night.handles[handle]
                if player.player_id == night.banker_id:
                    yield (
                        f"{player.name} keeps the bank: say who keeps it from now on, such as "
                        f"banker {_another(player, night)}.",
                        "",
                    )


def drafts_told(night: Night) -> str:
    """The hands that are drafts and so don't count, and what lies in them of pots that were carried."""
    drafts = night.drafts
    told = "; ".join(f"{hand.hand_no} {shortened(hand.text)!r}" for hand in drafts)
    count = "One hand is a draft and doesn't count" if len(drafts) == 1 else (
        f"{len(drafts)} hands are drafts and don't count"
    )  # fmt: skip
    adrift = night.adrift
    where = f", and {chips_text(adrift)} of carried pots went into them and to no winner" if adrift else ""
    return f"{count}: {told}{where}"


def _another(banker: Player, night: Night) -> str:
    return next((p.handle for p in night.players if p != banker and p.status != "gone"), "WHO")


def _stack(player: Player, night: Night) -> int | None:
    """What should lie before a player; None for the banker, and for one who never got chips."""
    account = night.accounts[player.player_id]
    has_chips = player.player_id != night.banker_id and account.lent + account.bought > 0
    return account.stack if has_chips else None


def _count(player: Player, chips: int, night: Night) -> Iterable[tuple[str, str]]:
    if player.player_id == night.banker_id:
        raise LogError(
            f"{player.name} keeps the bank and has the rest of all chips: only the others are counted."
        )
    stack = night.accounts[player.player_id].stack
    if chips != stack:
        off = f"{abs(chips - stack)} {'more' if chips > stack else 'fewer'}"
        yield f"By the hands {player.name} has {chips_text(stack)}: {chips} are {off}.", ""


def _below_nothing(player: Player, chips: int, verb: str, night: Night) -> Iterable[tuple[str, str]]:
    stack = _stack(player, night)
    if stack is not None and chips > stack:
        loan = mending_loan(player.handle, chips - stack)
        yield f"By the hands {player.name} has {stack} chips and {verb} {chips}: write {loan} first.", loan


def offered(line: Line, night: Night) -> tuple[str, str]:
    """What to say after a line that was kept, and the line to offer; `night` is the night with it."""
    match line:
        case Join(spec, _):
            loan = next((entry.chips for entry in night.book if entry.kind == BankKind.LOAN), None)
            player = next(p for p in night.players if p.player_id == spec.player_id)
            if loan and player.player_id != night.banker_id and _stack(player, night) is None:
                return f"The night's loan: loan {player.handle} {loan}", f"loan {player.handle} {loan}"
        case Presence((handle,), "gone"):
            stack = _stack(night.handles[handle], night)
            if stack:
                count = f"count {handle} {stack}"
                return f"By the hands {stack} chips lie there, to be counted: {count}", count
    return "", ""
