"""The records of lines: a frozen one for each kind, with players by their handles and chips as integers.

`pipeline.night.parser.grammar` reads them from text and writes them back in canonical words, and
`pipeline.night.replay` applies them to the night.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from engine.api import NO_ADDITIONS, Additions, Declared, Half, Outcome, PederError
from language import tr
from pipeline.bank.ledger import BankKind

Part = Declared | Half
"""The part of the pot of a winner or a declaration: high, low or both, or the high spade."""


class LogError(PederError):
    """An invalid line; `place` is the part of it that is wrong, "" if that isn't known."""

    def __init__(self, why: str, place: str = "") -> None:
        super().__init__(why)
        self.place = place


class UnreadError(LogError):
    """A line that is neither a command nor a game, or lacks a part of its command."""


class TooLongError(LogError):
    """A line of too many letters."""


class UnevenPotError(LogError):
    """A counted pot to which players can't have paid equally, if the line has no other amounts."""


class QuestionError(Exception):
    """A line that asks what it would log: ``has bo paid carl 20 kr?``, ``7s 14 anna wins?``. It is no `PederError`, after
    which a line is read in another way.
    """

    def __init__(self) -> None:
        super().__init__(
            tr("A question isn't logged. Write it without the question: bo buys 100, or bo paid carl 20 kr.")
        )


class DoubtfulError(LogError):
    """A possible but improbable line; `offer` may be sent instead."""

    def __init__(self, why: str, offer: str) -> None:
        super().__init__(why)
        self.offer = offer


@dataclass(frozen=True)
class Announced:
    """A meld as its holder announced it: canonical words (``full_house-K-4``, a low ``6-4``) and the
    category, if any.
    """

    text: str
    category: str | None


@dataclass(frozen=True)
class Held:
    """Cards that a player shows; the first `closed` of them were closed, None if the line doesn't say."""

    cards: tuple[int, ...] = ()
    closed: int | None = None

    def __bool__(self) -> bool:
        return bool(self.cards)


NOTHING_SHOWN = Held()


@dataclass(frozen=True, kw_only=True)
class Clause:
    """A player's part in a hand. `paid` is None if the player put in the level; `folded` players put in the given
    chips. `matched`: the player matches the pot (guts), with `match` chips, None for all of it. `sat_out`: dealt no
    cards.
    """

    handle: str
    paid: int | None = None
    folded: bool = False
    sat_out: bool = False
    shadow: int = 0
    peder: bool = False
    matched: bool = False
    match: int | None = None
    declared: Part | None = None
    announced: Announced | None = None
    held: Held = NOTHING_SHOWN


@dataclass(frozen=True, kw_only=True)
class Win:
    """A winner's part of a pot: an exact share in `chips`, or an equal one of the `half` (None: of the
    whole).
    """

    handle: str
    chips: int | None = None
    half: Part | None = None
    shadow: int = 0
    peder: bool = False
    announced: Announced | None = None
    held: Held = NOTHING_SHOWN


@dataclass(frozen=True)
class DealerError:
    """A dealer's error in the typed words, after the player that it hit, if any."""

    text: str
    handle: str | None = None


Wins = tuple[tuple[tuple[Win, ...], ...], ...]
"""Winners by board (run twice: two), then by pot (the main pot, then the side pots)."""


USUAL = "usual"
"""The game of a hand whose line names none: what its dealer has called most often tonight."""


@dataclass(frozen=True, kw_only=True)
class HandLine:
    """A hand. `game` is a catalogue id; None for the same game, additions too; `USUAL` for the dealer's usual one.
    `dealer` is None for the next by turn.

    `level` is what everyone who stayed put in; None where `counted`, the pot, gives it (or guts asks for
    none).
    """

    game: str | None
    additions: Additions = NO_ADDITIONS
    dealer: str | None = None
    level: int | None = None
    counted: int | None = None
    clauses: tuple[Clause, ...] = ()
    wins: Wins = ((),)
    ending: Outcome | None = None
    boards: tuple[tuple[int, ...], ...] = ()
    errors: tuple[DealerError, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class DetailLine:
    """A line of a hand that is logged act by act, read by `pipeline.night.hand.act_lines`."""

    text: str


@dataclass(frozen=True)
class Skip:
    """A hand that wasn't logged; once that is confirmed, it isn't a draft."""

    confirmed: bool = False


@dataclass(frozen=True)
class Counted:
    """The pot of the last hand was counted."""

    chips: int


@dataclass(frozen=True)
class HandError:
    """A dealer's error in the last hand."""

    error: DealerError


@dataclass(frozen=True)
class Note:
    """A note on the night."""

    text: str


@dataclass(frozen=True)
class PlayerSpec:
    """A player at the table: as named, with the handle and the id where they are given."""

    name: str
    handle: str | None = None
    player_id: str | None = None


@dataclass(frozen=True)
class Seating:
    """Who plays, clockwise; the first deals first."""

    players: tuple[PlayerSpec, ...]


@dataclass(frozen=True)
class Join:
    """A player comes to the table, seated after another (at the end if none is named)."""

    player: PlayerSpec
    after: str | None = None


@dataclass(frozen=True)
class Presence:
    """Players leave the table, pause, or are back. `sure`: confirmed, though unlikely."""

    handles: tuple[str, ...]
    status: Literal["gone", "pausing", "playing"]
    sure: bool = False


@dataclass(frozen=True)
class Rename:
    """A player gets another name."""

    handle: str
    name: str


@dataclass(frozen=True)
class DealerTurn:
    """Who deals the next hand."""

    handle: str


@dataclass(frozen=True)
class Banker:
    """Who keeps the bank."""

    handle: str


@dataclass(frozen=True)
class ChipValue:
    """What a small chip is worth; `currency` as `pipeline.bank.money.Amount` has it."""

    money: Decimal
    currency: str | None


@dataclass(frozen=True)
class About:
    """The season or the place of the night."""

    what: Literal["season", "place"]
    text: str


@dataclass(frozen=True)
class Day:
    """The day on which the night was played."""

    day: date


@dataclass(frozen=True)
class Loan:
    """The bank lends each of some players chips; none named: all but the banker."""

    handles: tuple[str, ...]
    chips: int


@dataclass(frozen=True)
class ChipRequest:
    """A player asks the bank for chips: a loan to that player grants it."""

    handle: str
    chips: int


@dataclass(frozen=True)
class Decline:
    """The banker declines a player's request for chips."""

    handle: str


@dataclass(frozen=True)
class Trade:
    """A player buys chips from the bank, hands chips back, or has all of them counted and handed back.

    `cash` where money was paid for them at once; `part` where chips handed back are not all (the journals of
    old don't say: there they are all if nothing of the player's comes after). `sure`: right though doubtful.
    """

    kind: BankKind
    handle: str
    chips: int
    cash: bool = False
    part: bool = False
    sure: bool = False


@dataclass(frozen=True)
class Owe:
    """A player owes another chips for shadow, or pays such chips (`paid`). `bet`: the chips aren't owed for shadow,
    as for a side bet or a bounty.
    """

    debtor: str
    creditor: str
    chips: int
    paid: bool
    sure: bool = False
    bet: bool = False


@dataclass(frozen=True)
class PayMoney:
    """A player pays another money."""

    payer: str
    payee: str
    money: Decimal
    currency: str | None


@dataclass(frozen=True)
class Expense:
    """A player paid for food, drinks or the like, for some players; none named: all at the table."""

    payer: str
    money: Decimal
    currency: str | None
    what: str
    handles: tuple[str, ...] = ()


@dataclass(frozen=True)
class End:
    """The night ends and the accounts close; a line that follows opens it again. `sure`: with drafts left. `pot` is
    what becomes of a carried pot: it is shared among the players at the table, kept for the next night, or left to the bank.
    """

    sure: bool = False
    pot: Literal["", "shared", "next", "bank"] = ""


@dataclass(frozen=True)
class Carry:
    """A pot was carried here from an earlier night; the banker lays out its chips."""

    chips: int


@dataclass(frozen=True)
class Target:
    """A hand by its number, or an entry of the journal by its own."""

    number: int
    is_entry: bool


@dataclass(frozen=True)
class Undo:
    """Take back an entry; None for the last one."""

    target: Target | None


@dataclass(frozen=True)
class Redo:
    """Take back the last undo."""


@dataclass(frozen=True)
class Edit:
    """Replaces an entry by another line; an empty line asks for the old one to edit it."""

    target: Target | None
    text: str


@dataclass(frozen=True)
class Confirm:
    """Confirms a draft unchanged; None for the last one."""

    target: Target | None


@dataclass(frozen=True)
class Ask:
    """A query that changes nothing: help (on a word), history, drafts, bank, settle, quit."""

    what: Literal["help", "history", "drafts", "bank", "settle", "quit"]
    about: str = ""


Setting = Seating | Join | Presence | Rename | DealerTurn | Banker | ChipValue | About | Day | Note | End
Request = ChipRequest | Decline
Booking = Loan | Trade | Owe | PayMoney | Expense | Carry
HandEvent = HandLine | DetailLine | Skip | Counted | HandError
Correction = Undo | Redo | Edit | Confirm
Line = Setting | Request | Booking | HandEvent | Correction | Ask
