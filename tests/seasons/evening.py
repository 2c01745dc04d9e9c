"""Steps of an evening: lines at the prompt, from files and from phones, corrections, kills."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from tests.seasons.checks import check_night, same_for_all
from tests.seasons.model import (
    About,
    Act,
    ActedHand,
    Bank,
    Be,
    Bet,
    Buy,
    Carry,
    Chip,
    Come,
    Confirm,
    Edit,
    End,
    Entry,
    Give,
    Hand,
    LayOut,
    Lend,
    Named,
    Night,
    Owe,
    Pay,
    Said,
    Sit,
    Table,
    Undo,
    Unread,
    What,
    effective,
)
from tests.seasons.store import KilledError, Logger
from tests.seasons.world import NAMES, FaultError, World, chance, possible
from tests.torture.mutations import LINES, mutated

GAMES = ("7s", "sp", "5s", "baseball", "spit", "seven-card-stud", "straight poker")
MELDS = (
    "", "", "", "par", "2par", "hus", "fl", "4ens", "straight", "hus-K-4", "par-es", "full house", "two pair",
    "four eights", "hus konger over firere", "three sevens", "3ens", "quads",
)  # fmt: skip
EIGHTS = ("four eights", "three sevens")
WORDS = {
    "players": ("players", "spillere"), "banker": ("banker", "bankør"), "joins": ("joins", "kommer"),
    "after": ("after", "efter"), "leaves": ("leaves", "går"), "pause": ("pause", "pauserer"),
    "back": ("back", "tilbage"), "loan": ("loan", "lån"), "buy": ("buy", "køb"), "return": ("return", "retur"),
    "count": ("count", "tæl"), "pay": ("pay", "betal"), "shadow": ("shadow", "skygge"), "end": ("end", "slut"),
    "expense": ("expense", "udlæg"), "season": ("season", "sæson"), "place": ("place", "sted"),
    "cash": ("cash", "kontant"), "for": ("for", "til"), "deals": ("deals", "giver"), "undo": ("undo", "u"),
    "carry": ("carry", "overfør"), "shared": ("shared", "delt"), "next": ("next", "næste"), "bank": ("bank",),
    "rename": ("rename", "omdøb"), "edit": ("edit", "ret"), "redo": ("redo", "gendan"), "skip": ("skip", "spring"),
}  # fmt: skip
FOOD = (
    "pizza",
    "øl",
    "chips & dip",
    "øl; vin",
    "<b>kage</b>",
    "'røde' pølser",
    "tre slags mad",
    "=SUM(X:Y)",
    "",
)
LETTERS = "abc æøå <&> 'quo' \"te\" 🂡 é "

Draw = Random


# --- lines and what they mean


def chips_as_written(chips: int, draw: Draw) -> str:
    peders, small = divmod(chips, 50)
    return f"{peders}p{small or ''}" if peders and chance(draw, 0.4) else str(chips)


def money_as_written(money: Fraction, currency: str, draw: Draw) -> tuple[str, bool]:
    """An amount as people write it, and whether a question would be an answer too."""
    whole, cents = divmod(int(money * 100), 100)
    sign = {"DKK": draw.choice([" kr", "kr", " DKK", ""]), "EUR": draw.choice([" EUR", " €"])}[currency]
    mark = draw.choice(",.")
    small = f"{mark}{cents:02}" if cents or chance(draw, 0.3) else ""
    if whole >= 1000 and chance(draw, 0.7):
        thousands = draw.choice([" ", "." if mark == "," else ","])
        return f"{whole // 1000}{thousands}{whole % 1000:03}{small}{sign}", thousands != " "
    if not whole and currency == "DKK" and chance(draw, 0.5):
        return f"{cents} øre", False
    return f"{whole}{small}{sign}", False


def some_money(draw: Draw, most: int = 400) -> Fraction:
    if chance(draw, 0.15):
        return Fraction(draw.choice([1000, 1200, 1250, 2500, 12_000]))
    return Fraction(draw.randint(1, most)) + (Fraction(draw.randint(1, 99), 100) if chance(draw, 0.3) else 0)


class Lines:
    """Makes lines of a night at its table as it is: a text, what it means, the statuses that may come of it."""

    def __init__(self, world: World, draw: Draw, table: Table, handles: dict[str, str]) -> None:
        self.world, self.draw, self.table, self.handle = world, draw, table, handles

    @property
    def is_short(self) -> bool:
        """Whether no line may be near the longest."""
        return self.is_left_out("long lines")

    def is_left_out(self, what: str) -> bool:
        return what in self.world.left_out

    def word(self, name: str) -> str:
        return self.draw.choice(WORDS[name])

    def who(self, player: str) -> str:
        """A player as the line names them."""
        return self.handle[player]

    def one(self) -> tuple[str, What, tuple[str, ...]] | None:
        """A line that ought to be logged; None where there is nothing to say."""
        kinds: dict[Callable[[], tuple[str, What, tuple[str, ...]] | None], int] = {
            self.hand: 12, self.carried: 2, self.guts: 2, self.with_shadow: 1, self.draft: 1, self.skipped: 1,
            self.note: 1, self.lend: 2, self.buy: 2, self.give: 2, self.count: 2, self.owe: 1, self.settle_owed: 1, self.bet: 1,
            self.pay: 2, self.lay_out: 3, self.presence: 3, self.come: 2, self.banker: 1, self.about: 1, self.deal: 1,
            self.carry: 1, self.chip: 1,
        }  # fmt: skip
        (kind,) = self.draw.choices(list(kinds), list(kinds.values()))
        return kind()

    # hands

    def _dealt(self) -> list[str]:
        return self.table.playing()

    def _enough(self, chips: int, players: Sequence[str]) -> bool:
        """Whether these players have the chips, so that the hand isn't doubtful."""
        return all((stack := self.table.stack(one)) is None or stack >= chips for one in players)

    def hand(self) -> tuple[str, What, tuple[str, ...]] | None:
        draw, players = self.draw, self._dealt()
        out = draw.sample(players, 1) if len(players) > 3 and chance(draw, 0.1) else []
        players = [one for one in players if one not in out]
        game = self.game()
        level = draw.randint(4, 30 if game == "7s" else 16)
        if not 2 <= len(players) <= 6 or not self._enough(level, players):
            return None
        order = draw.sample(players, len(players))
        winner, others = order[0], order[1:]
        paid = {one: draw.randint(2, level) for one in others[: draw.randint(0, len(others) - 1)]}
        pot = self.table.carried + sum(paid.get(one, level) for one in players)
        clauses = [f"{self.who(one)}{chips}" for one, chips in paid.items()]
        clauses += [f"{self.who(one)}-" for one in out]
        stay = [one for one in others if one not in paid]
        meld = draw.choice(
            [meld for meld in MELDS if not self.is_left_out("four eights") or meld not in EIGHTS]
        )
        wins: dict[str, int | None] = {winner: None}
        ending = f"+{self.who(winner)}" + (f" {meld}" if meld else "")
        if stay and chance(draw, 0.2):
            share = draw.randint(1, pot - 1)
            wins = {stay[0]: share, winner: pot - share}
            ending = f"+{self.who(stay[0])}{share} +{self.who(winner)}"
        text = " ".join([game, str(level), *clauses, ending])
        expect: tuple[str, ...] = ("kept",)
        if meld and len(wins) == 1:
            expect = ("kept", "draft", "refused")  # whether a game has the meld is another test's
        if chance(draw, 0.1):
            text = self.noted(text)
        return text, Hand(level=level, paid=paid, out=frozenset(out), wins=wins), expect

    def game(self) -> str:
        return self.draw.choice([*GAMES, *self.world.games])

    def noted(self, text: str) -> str:
        """A line with a note, perhaps near the longest that a line may be."""
        most = self.draw.choice([20, 20, 200, *(() if self.is_short else (960, 985, 995, LONGEST))])
        note = "".join(self.draw.choice(LETTERS) for _ in range(most - len(text) - 3)).strip()
        return f"{text} ; {note or 'note'}"

    def carried(self) -> tuple[str, What, tuple[str, ...]] | None:
        players, level = self._dealt(), self.draw.randint(2, 12)
        if not 2 <= len(players) <= 6 or not self._enough(level, players):
            return None
        ending = self.draw.choice(["++", "!nd"])
        return f"{self.draw.choice(GAMES[:3])} {level} {ending}", Hand(level=level), ("kept",)

    def guts(self) -> tuple[str, What, tuple[str, ...]] | None:
        players = self._dealt()
        if not 2 <= len(players) <= 6 or self.table.carried or not self._enough(40, players):
            return None
        order = self.draw.sample(players, len(players))
        losers = order[1 : 1 + self.draw.randint(0, min(2, len(order) - 1))]
        marks = [f"{self.who(one)}!" for one in losers]
        what = Hand(level=2, wins={order[0]: None}, matches=frozenset(losers))
        return " ".join(["guts 2", f"+{self.who(order[0])}", *marks]), what, ("kept",)

    def with_shadow(self) -> tuple[str, What, tuple[str, ...]] | None:
        players, level = self._dealt(), self.draw.randint(8, 20)
        if not 2 <= len(players) <= 6 or not self._enough(level, players) or self.table.carried:
            return None
        winner, debtor = self.draw.sample(players, 2)
        chips = self.draw.randint(1, level - 2)
        text = f"7s {level} {self.who(debtor)}/{chips} +{self.who(winner)}"
        return text, Hand(level=level, wins={winner: None}, shadow={debtor: chips}), ("kept",)

    def draft(self) -> tuple[str, What, tuple[str, ...]] | None:
        players = self._dealt()
        if not 2 <= len(players) <= 6:
            return None
        winner = self.draw.choice(players)
        return f"7s 500 +{self.who(winner)}", Hand(level=500, wins={winner: None}), ("draft",)

    def skipped(self) -> tuple[str, What, tuple[str, ...]] | None:
        return (self.word("skip"), Unread(), ("draft",)) if self._dealt() and chance(self.draw, 0.5) else None

    # the bank

    def _one_of(self, players: Sequence[str]) -> str | None:
        return self.draw.choice(players) if players else None

    def lend(self) -> tuple[str, What, tuple[str, ...]] | None:
        chips = self.draw.choice([50, 100, 125, 1000])
        if self.table.banker is None:
            return None
        others = tuple(one for one in self.table.present() if one != self.table.banker)
        if not others:
            return None
        if chance(self.draw, 0.3):
            said = self.draw.choice(["", "all ", "alle "])
            return (
                f"{self.word('loan')} {said}{chips_as_written(chips, self.draw)}",
                Lend(others, chips),
                ("kept",),
            )
        one = self.draw.choice(others)
        text = f"{self.word('loan')} {self.who(one)} {chips_as_written(chips, self.draw)}"
        return text, Lend((one,), chips), ("kept",)

    def buy(self) -> tuple[str, What, tuple[str, ...]] | None:
        one = self._one_of([one for one in self.table.present() if one != self.table.banker])
        if one is None or self.table.banker is None:
            return None
        chips, cash = self.draw.choice([20, 50, 75, 200]), chance(self.draw, 0.3)
        text = f"{self.word('buy')} {self.who(one)} {chips_as_written(chips, self.draw)}"
        return text + (f" {self.word('cash')}" if cash else ""), Buy(one, chips, cash), ("kept",)

    def give(self) -> tuple[str, What, tuple[str, ...]] | None:
        one = self._one_of([one for one in self.table.players if (self.table.stack(one) or 0) > 20])
        if one is None or self.table.banker is None:
            return None
        chips, cash = self.draw.randint(1, self.table.stack(one) or 0), chance(self.draw, 0.3)
        text = f"{self.word('return')} {self.who(one)} {chips_as_written(chips, self.draw)}"
        return text + (f" {self.word('cash')}" if cash else ""), Give(one, chips, cash), ("kept",)

    def count(self) -> tuple[str, What, tuple[str, ...]] | None:
        one = self._one_of([one for one in self.table.players if (self.table.stack(one) or -1) >= 0])
        if one is None or self.table.banker is None:
            return None
        stack = self.table.stack(one) or 0
        chips = max(0, stack + self.draw.choice([0, 0, 0, 2, -3, 40]))
        text = f"{self.word('count')} {self.who(one)} {chips_as_written(chips, self.draw)}"
        what = Give(one, chips, counted=True)
        return text + (" !" if chips != stack else self.draw.choice(["", " !"])), what, ("kept",)

    def owe(self) -> tuple[str, What, tuple[str, ...]] | None:
        if len(self.table.present()) < 2:
            return None
        debtor, creditor = self.draw.sample(self.table.present(), 2)
        chips = self.draw.randint(1, 20)
        text = f"{self.word('shadow')} {self.who(debtor)} {self.who(creditor)} {chips}"
        return text, Owe(debtor, creditor, chips), ("kept",)

    def settle_owed(self) -> tuple[str, What, tuple[str, ...]] | None:
        """Shadow paid in chips, which the debtor has."""
        debts = [
            (debtor, creditor, chips)
            for debtor in self.table.present()
            for creditor, chips in self.table.accounts[debtor].owes.items()
            if chips > 0 and creditor in self.table.players and self._enough(chips, [debtor])
        ]
        if not debts:
            return None
        debtor, creditor, owed = self.draw.choice(debts)
        chips = self.draw.randint(1, owed)
        text = f"{self.word('pay')} {self.who(debtor)} {self.who(creditor)} {chips}"
        return text, Owe(debtor, creditor, -chips), ("kept",)

    def bet(self) -> tuple[str, What, tuple[str, ...]] | None:
        """Chips for which nothing is owed."""
        if len(self.table.present()) < 2:
            return None
        payer, payee = self.draw.sample(self.table.present(), 2)
        chips = self.draw.randint(1, 10)
        owed = self.table.accounts[payer].owes.get(payee, 0)
        if owed > 0 or not self._enough(chips, [payer]):
            return None
        return (
            f"{self.word('pay')} {self.who(payer)} {self.who(payee)} {chips}",
            Bet(payer, payee, chips),
            ("kept",),
        )

    def pay(self) -> tuple[str, What, tuple[str, ...]] | None:
        if len(self.table.players) < 2:
            return None
        payer, payee = self.draw.sample(self.table.players, 2)
        money = some_money(self.draw)
        text, asks = money_as_written(money, self.table.currency, self.draw)
        if not text[-1].isalpha() and text[-1] != "€":
            text += " kr"  # a bare number is chips
        line = f"{self.word('pay')} {self.who(payer)} {self.who(payee)} {text}"
        return line, Pay(payer, payee, money), ("kept", *(["refused"] if asks else []))

    def lay_out(self) -> tuple[str, What, tuple[str, ...]] | None:
        present = self.table.present()
        if not present:
            return None
        payer = self.draw.choice(present)
        money = some_money(self.draw)
        written, asks = money_as_written(money, self.table.currency, self.draw)
        sharers = present
        text = f"{self.word('expense')} {self.who(payer)} {written} {self.draw.choice(FOOD)}".rstrip()
        if chance(self.draw, 0.3):
            sharers = self.draw.sample(present, self.draw.randint(1, len(present)))
            text += f" {self.word('for')} {', '.join(map(self.who, sharers))}"
        elif chance(self.draw, 0.2) and not self.is_short:
            most = self.draw.choice([930, 960, 990, LONGEST])
            text += " " + "øl og vin " * 200
            text = text[:most].strip() + "n"
        expect = ("kept", "refused") if asks else ("kept",)
        return text, LayOut(payer, money, tuple(sharers)), fitting(text, expect)

    def carry(self) -> tuple[str, What, tuple[str, ...]] | None:
        """A pot of an earlier night."""
        if self.table.banker is None or not chance(self.draw, 0.3):
            return None
        chips = self.draw.randint(4, 60)
        return f"{self.word('carry')} {chips}", Carry(chips), ("kept",)

    # the table

    def presence(self) -> tuple[str, What, tuple[str, ...]] | None:
        statuses = self.table.status
        wanted = self.draw.choice(["pausing", "playing", "playing", "gone"])
        fit = {"pausing": ("playing",), "playing": ("pausing", "gone"), "gone": ("playing", "pausing")}[
            wanted
        ]
        those = [one for one in self.table.players if statuses[one] in fit and one != self.table.banker]
        if not those or (wanted != "playing" and len(self.table.playing()) < 4):
            return None
        one = self.draw.choice(those)
        word = self.word({"pausing": "pause", "playing": "back", "gone": "leaves"}[wanted])
        return f"{word} {self.who(one)}", Be(one, wanted), ("kept",)

    def come(self) -> tuple[str, What, tuple[str, ...]] | None:
        if len(self.table.present()) > 5:
            return None
        player, name = self.somebody(self.table.present())
        if player is None:
            return None
        text, after = f"{self.word('joins')} {name}", None
        if self.table.players and chance(self.draw, 0.5):
            after = self.draw.choice([one for one in self.table.players if one != player] or [None])
            text += f" {self.word('after')} {self.who(after)}" if after else ""
        return text, Come(player, after), ("kept",)

    def somebody(self, but: Sequence[str]) -> tuple[str | None, str]:
        """A player who isn't at the table, known or new, and a name that finds them alone."""
        model = self.world.model
        name = self.draw.choice([*NAMES, *(one.name for one in model.people.values())])
        known = model.named(name)
        at_table = {model.root(one) for one in but}
        if len(known) > 1 or (known and known[0] in at_table):
            return None, name
        if known:
            is_left_out = ":" in known[0] and "pokernow at the table" in self.world.left_out
            return None if is_left_out else known[0], name
        return f"new:{name}", name

    def banker(self) -> tuple[str, What, tuple[str, ...]] | None:
        one = self._one_of(self.table.present())
        return (f"{self.word('banker')} {self.who(one)}", Bank(one), ("kept",)) if one else None

    def chip(self) -> tuple[str, What, tuple[str, ...]] | None:
        """What a chip is worth from here on; in another currency only where no money was entered."""
        money, currency = self.draw.choice(CHIPS)
        written, asks = money_as_written(money, currency, self.draw)
        is_refused = currency != self.table.currency and self.table.has_money
        if not written[-1].isalpha() and written[-1] != "€" and self.table.currency != currency:
            return None  # a bare number is in the night's currency
        expect = ("refused",) if is_refused else ("kept", "refused") if asks else ("kept",)
        return f"chip {written}", Chip(money, currency), expect

    def deal(self) -> tuple[str, What, tuple[str, ...]] | None:
        one = self._one_of(self.table.playing())
        return (f"{self.word('deals')} {self.who(one)}", About("turn", one), ("kept",)) if one else None

    def about(self) -> tuple[str, What, tuple[str, ...]] | None:
        if chance(self.draw, 0.6):
            place = self.draw.choice(["Farum", "hos Bo", "O'Hara's <bar>", "Ålekisten 7, 2. tv."])
            return f"{self.word('place')} {place}", About("place", place), ("kept",)
        season = self.draw.choice(SEASONS)
        return f"{self.word('season')} {season}", About("season", season), ("kept",)

    def note(self) -> tuple[str, What, tuple[str, ...]] | None:
        note = self.noted("").removeprefix(" ; ")
        return f"; {note}", Said(note), ("kept",)


CHIPS = (
    (Fraction(1, 4), "DKK"), (Fraction(1, 4), "DKK"), (Fraction(1), "DKK"), (Fraction(1, 10), "EUR"), (Fraction(1000), "DKK"),
)  # fmt: skip
SEASONS = ("2026", "forår & efterår", "2027")


# --- steps


def begin_night(world: World, draw: Draw) -> None:
    """A new night: who plays, the bank, the chip, a loan, the season."""
    world.shut(tables=chance(draw, 0.5))
    world.later(draw.choice([20, 24 * 7, 24 * 7, 24 * 30]))
    name = f"{world.place.now:%Y-%m-%d}"
    if name in {**world.model.nights, **world.model.deleted} or chance(draw, 0.2):
        name = world.new_name(draw.choice(["n", "Fredag", "æ-ø å"]))
    night = Night(name)
    world.model.nights[name] = night
    world.open(night, kill_at=kill_somewhere(world, draw))
    lines = Lines(world, draw, Table(), {})
    chosen: dict[str, str] = {}
    for _ in range(40):
        player, called = lines.somebody(list(chosen))
        if player and player not in chosen and len(chosen) < draw.randint(3, 6):
            chosen[player] = called
    if len(chosen) < 3:
        return
    if not seat(world, draw, chosen):
        return
    settings(world, draw)


def seat(world: World, draw: Draw, chosen: dict[str, str]) -> bool:
    """Seat players by their names; False where the logger was killed before it had them."""
    night = world.night
    assert night
    text = f"{draw.choice(WORDS['players'])} {', '.join(chosen.values())}"
    before = len(night.entries)
    world.enter(text, Sit(tuple(chosen)))
    if len(night.entries) > before:
        meet(world)
    return len(night.entries) > before


def meet(world: World) -> None:
    """Learn the ids of the players who sat down with the last entry."""
    night = world.night
    assert night
    last = night.entries[-1]
    there = {player: name for player, name, *_ in world.ask("state")["players"]}
    wanted = last.what.players if isinstance(last.what, Sit) else (last.what.player,)  # type: ignore[union-attr]
    ids: dict[str, str] = {}
    for one in wanted:
        if not one.startswith("new:"):
            if one not in there:
                raise FaultError("another player sat down", f"{one}: {there}")
            continue
        name = one.removeprefix("new:")
        found = [player for player, called in there.items() if called == name and player not in wanted]
        if len(found) != 1:
            raise FaultError("another player sat down", f"{name}: {there}")
        if found[0] in world.model.people:
            raise FaultError("a new player is an old one", f"{name}: {found[0]}")
        ids[one] = found[0]
        world.model.meet(found[0], name)
    if isinstance(last.what, Sit):
        night.entries[-1] = replace(
            last, what=replace(last.what, players=tuple(ids.get(one, one) for one in last.what.players))
        )
    elif isinstance(last.what, Come) and last.what.player in ids:
        night.entries[-1] = replace(last, what=replace(last.what, player=ids[last.what.player]))


def settings(world: World, draw: Draw) -> None:
    """The bank, the chip, a loan, the season."""
    table, handles = world.table(), world.handles()
    lines = Lines(world, draw, table, handles)
    banker, has_banker = draw.choice(table.players), not chance(draw, 0.1)
    if has_banker:
        world.enter(f"{lines.word('banker')} {handles[banker]}", Bank(banker))
    money, currency = draw.choice(CHIPS)
    written, asks = money_as_written(money, currency, draw)
    world.enter(f"chip {written}", Chip(money, currency), expect=("kept", "refused") if asks else ("kept",))
    others = tuple(one for one in table.players if one != banker)
    chips = draw.choice([1000, 1000, 1050, 1500])
    if world.table().banker:  # else it was killed before it was there
        world.enter(f"{lines.word('loan')} {chips_as_written(chips, draw)}", Lend(others, chips))
    season = draw.choice(SEASONS)
    if chance(draw, 0.9):
        world.enter(f"{lines.word('season')} {season}", About("season", season))
    check_night(world)


def kill_somewhere(world: World, draw: Draw) -> int | None:
    """The call in which the next process is killed."""
    return draw.randint(2, 60) if world.with_kills and chance(draw, 0.15) else None


def reopen(world: World, draw: Draw) -> None:
    """Open a night again, this one or an older one, after the end or the death of its logger."""
    nights = [night for night in world.model.nights.values() if night.results is None]
    if not nights:
        return
    before = world.night
    world.shut(tables=chance(draw, 0.4), kill=chance(draw, 0.3))
    night = before if before and chance(draw, 0.6) else draw.choice(nights[-4:])
    world.later(draw.choice([0, 0, 0.1, 5, -3, 24 * 300, -24 * 300]))
    world.open(night, kill_at=kill_somewhere(world, draw))
    check_night(world)


def go_on(world: World) -> None:
    """Open the night that was begun last, if there is one."""
    nights = [night for night in world.model.nights.values() if night.results is None]
    if nights:
        world.open(nights[-1])


def line(world: World, draw: Draw) -> None:
    """A line at the prompt."""
    entered(world, draw, None)


def entered(
    world: World, draw: Draw, send: Callable[[str], tuple[tuple[Any, ...], str] | None] | None
) -> None:
    night = world.night
    if night is None or not night.entries:
        return
    made = Lines(world, draw, world.table(), world.handles()).one()
    if made is None:
        return
    text, what, expect = made
    if not world.possible(night.with_(what)):
        return
    before = len(night.entries)
    world.enter(text, what, expect=expect)
    after_line(world, before)


def after_line(world: World, before: int) -> None:
    night = world.night
    assert night
    if len(night.entries) > before and isinstance(night.entries[-1].what, Come | Sit):
        meet(world)
    check_night(world)


ANTE = 2
"""What each puts in at straight poker before the bets."""


def acted(world: World, draw: Draw) -> None:
    """A hand act by act; perhaps it is dropped, or its end is taken back and said again."""
    night = world.night
    if night is None:
        return
    table = world.table()
    players = table.playing()
    lines = Lines(world, draw, table, world.handles())
    if not 3 <= len(players) <= 6 or not lines._enough(20, players):
        return
    order = table.after(draw.choice(players))
    tokens, paid, alive = betting(draw, order, lines.handle)
    texts = [f": {lines.handle[order[-1]]}:{draw.choice(['sp', 'straight poker'])}"]
    while tokens:
        count = draw.randint(1, len(tokens))
        texts.append(f": {' '.join(tokens[:count])}")
        del tokens[:count]
    if chance(draw, 0.15):
        texts = [*texts[: draw.randint(1, len(texts))], ": drop"]
    for text in texts:
        insist(world, text, Act(begins=text is texts[0], drops=text == ": drop"))
        if chance(draw, 0.1):
            insist(world, "; i midten", Said("i midten"))
    if texts[-1] != ": drop":
        winner = draw.choice(alive)
        last = ActedHand(level=0, paid=paid, wins={winner: None})
        insist(world, f": +{lines.handle[winner]}", last)
        if chance(draw, 0.2):
            number = night.undo_last()
            assert number
            insist(world, "undo", Undo(number))
            insist(world, f": +{lines.handle[winner]}", last)
    check_night(world)


def insist(world: World, text: str, what: What | Undo) -> None:
    """Enter a line, and again where the logger was killed before it had it."""
    night = world.night
    assert night
    before = len(night.entries)
    world.enter(text, what)
    if len(night.entries) == before:
        world.enter(text, what)
    check_night(world)


def betting(
    draw: Draw, order: Sequence[str], handles: dict[str, str]
) -> tuple[list[str], dict[str, int], list[str]]:
    """A betting round of those who play: the acts as they are typed, what each put in, who stays."""
    street, alive, queue, level, raises = dict.fromkeys(order, 0), list(order), list(order), 0, 0
    tokens = []
    while queue:
        one = queue.pop(0)
        if street[one] < level and len(alive) > 2 and chance(draw, 0.3):
            tokens.append(f"{handles[one]}-")
            alive.remove(one)
        elif raises < 2 and chance(draw, 0.3):
            more = draw.randint(1, 4)
            level, raises = level + more, raises + 1
            street[one] = level
            tokens.append(f"{handles[one]}{more}")
            at = alive.index(one)
            queue = [*alive[at + 1 :], *alive[:at]]
        else:
            street[one] = level
            tokens.append(f"{handles[one]}.")
    return tokens, {one: ANTE + chips for one, chips in street.items()}, alive


def odd_line(world: World, draw: Draw) -> None:
    """A line as nobody should write it: what comes of it is the same for the next reader, and undo takes it back."""
    night = world.night
    if night is None or not night.entries or not world.logger or world.logger.kill_at:
        return
    text = mutated(draw.choice([*LINES, *ODD]), draw) if chance(draw, 0.8) else draw.choice(ODD)
    if text.split()[:1] and text.split()[0].casefold() in CORRECTIONS:
        return
    if any(left_out in text for left_out in world.left_out):
        return
    before = world.ask("state")
    world.tell(f"odd> {text[:200]!r}")
    world.lines += 1
    world.ask("enter", text, world.place.language)
    after = world.ask("state")
    same_for_all(world, after)
    for _ in range(after["entries"] - before["entries"]):
        world.ask("enter", "undo", world.place.language)
    for _ in range(after["entries"] - before["entries"]):
        night.entries.append(Entry(len(night.entries) + 1, Said(text), by="odd"))
    for _ in range(after["entries"] - before["entries"]):
        last = night.undo_last()
        assert last
        night.entries.append(Entry(len(night.entries) + 1, Undo(last)))
    back = world.ask("state")
    ignored = ("entries",)
    changed = {
        key: (before[key], back[key]) for key in before if key not in ignored and before[key] != back[key]
    }
    if changed:
        raise FaultError("undo doesn't take a line back", f"{text[:200]!r}: {changed}")


ODD = (
    "players ,", "players", "players a", "players Anna, Anna", "loan 0", "buy a", "return b 9999", "7s +a +a",
    "guts 2 +a a!", "7s 0 +a", "chip 0", "=", "= 14", "ok", "skip 60", "banker", "season ;", "; ;", ": 7s", ":",
    "7s 14 =30 +a", "7s 14 a* +b*", "date 2026-02-30", "date 2026-02-28", "expense a 10 kr øl for alle undtagen a",
    "expense a 10 kr for all but b", "handle", "a joins", "joins Anna=q", "joins Q=qq/pokernow:abc", "7s 14 +d (Ks Kh)",
    "baseball 15 +a four eights", "727 18 +a hi 26,5 +b lo", "mr 12 +a begge", "7s hilo 12 +a hi +b lo 6-4",
    "th 40 a0 b1 c2 +d", "om 24 a0 +c hi hus +d lo 8-6", "betal a b 1.250", "paid a 1,200",
)  # fmt: skip
CORRECTIONS = ("u", "undo", "fortryd", "gendan", "redo", "ret", "edit", "ok", "end", "slut")


def kept_line(world: World, draw: Draw) -> tuple[Entry, Entry] | None:
    """An entry that counts: as it was written, and as it is by now."""
    night = world.night
    if night is None:
        return None
    now = [
        entry
        for entry in effective(night.entries)
        if not isinstance(entry.what, Sit | Come | Named | Chip | Act)
    ]
    if not now:
        return None
    chosen = draw.choice(now[-12:] if chance(draw, 0.7) else now)
    return night.entries[chosen.n - 1], chosen


def named_entry(entry: Entry, draw: Draw) -> str:
    """An entry as a correction names it: its hand, or itself."""
    return str(entry.hand) if entry.hand and chance(draw, 0.5) else f"#{entry.n}"


def undo(world: World, draw: Draw) -> None:
    """Take back the last entry, or any."""
    night = world.night
    if night is None:
        return
    if chance(draw, 0.5):
        number, text = night.undo_last(), draw.choice(WORDS["undo"])
    else:
        chosen = kept_line(world, draw)
        if chosen is None:
            return
        number, text = chosen[0].n, f"{draw.choice(WORDS['undo'])} {named_entry(chosen[0], draw)}"
    if number is None or not world.possible(night.with_(Undo(number))):
        return
    world.enter(text, Undo(number))
    check_night(world)


def redo(world: World, draw: Draw) -> None:
    """Take back the last undo."""
    night = world.night
    if night is None:
        return
    number = night.redo_last()
    if number is None:
        world.enter(draw.choice(WORDS["redo"]), None, expect=("refused",))
        return
    if night.brings_back_odd(number):
        return
    entries = night.with_(Undo(number))
    hands = [entry.hand for entry in effective(entries) if entry.hand]
    is_free = len(hands) == len(set(hands))
    if is_free and not world.possible(entries):
        return
    world.enter(
        draw.choice(WORDS["redo"]),
        Undo(number) if is_free else None,
        expect=("kept",) if is_free else ("refused",),
    )
    check_night(world)


def edit(world: World, draw: Draw) -> None:
    """Another line of the same kind in the place of any."""
    chosen, night = kept_line(world, draw), world.night
    if chosen is None or night is None:
        return
    old, now = chosen
    then = night.before(old.n)
    lines = Lines(world, draw, then, world.handles(then))
    for _ in range(30):
        made = lines.one()
        if made and type(made[1]) is type(now.what) and world.possible(night.with_(Edit(old.n, made[1]))):
            break
    else:
        return
    text, what, expect = made
    if isinstance(what, Unread):
        return
    line_text = f"{draw.choice(WORDS['edit'])} {named_entry(old, draw)} {text}"
    world.enter(line_text, Edit(old.n, what), expect=fitting(line_text, expect))
    check_night(world)


LONGEST = 1000
"""Number of letters that a line may have."""


def fitting(text: str, expect: tuple[str, ...]) -> tuple[str, ...]:
    """The statuses that may come of a line: of one that is too long, that it is refused."""
    return expect if len(text) <= LONGEST else ("refused",)


def confirm(world: World, draw: Draw) -> None:
    """A draft is right."""
    night = world.night
    if night is None:
        return
    drafts = [one for one in effective(night.entries) if one.draft and isinstance(one.what, Hand)]
    if not drafts:
        return
    one = draw.choice(drafts)
    if world.possible(night.with_(Confirm(one.n))):
        world.enter(f"ok {one.hand}", Confirm(one.n))
        check_night(world)


def end(world: World, draw: Draw) -> None:
    """The night is over, and a carried pot becomes something."""
    night = world.night
    if night is None or not night.entries:
        return
    became = draw.choice(["", "shared", "next", "bank"]) if world.table().carried else ""
    what = End(is_shared=became == "shared")
    if not world.possible(night.with_(what)):
        return
    words = [WORDS["end"], WORDS[became]] if became else [WORDS["end"]]
    after = Night(night.name)
    after.entries = night.with_(what)
    is_refused = after.needs_banker()
    expect = ("refused",) if is_refused else ("kept",)
    world.enter(" ".join([*map(draw.choice, words), "!"]), None if is_refused else what, expect=expect)
    check_night(world)


def pasted(world: World, draw: Draw) -> None:
    """Some lines from a file, read by the command or by the logger: all of them, or none."""
    night = world.night
    if night is None or not night.entries:
        return
    texts, entries = some_lines(world, draw, night, world.handles())
    if not texts:
        return
    if chance(draw, 0.3):
        world.tell(f"paste> {texts}")
        try:
            _, faults = world.ask("file", texts)
        except KilledError:
            world.logger = None
            after_file(world, night, entries)
            return
        if faults:
            raise FaultError("a file is refused", faults)
        night.entries = entries
    else:
        world.shut(tables=chance(draw, 0.5))
        file = world.file("lines.txt")
        file.write_text("# a comment\n" + "\n".join(texts) + "\n")
        world.tell(f"{file.name}: {texts}")
        kill_at = kill_somewhere(world, draw)
        done = world.peder("log", night.name, "--from", str(file), kill_at=kill_at)
        if done.code == -9:
            after_file(world, night, entries)
            done = world.peder("log", night.name, "--from", str(file))
        night.entries = entries
        again = world.peder("log", night.name, "--from", str(file))  # the same file again changes nothing
        assert again.code == 0
    world.open(night)
    check_night(world)


def some_lines(
    world: World,
    draw: Draw,
    night: Night,
    handles: dict[str, str],
    *,
    only: tuple[type, ...] = (),
    is_own: bool = True,
) -> tuple[list[str], list[Entry]]:
    """Some lines that would go on with a night, all or `only` of some kinds, and its entries with them; a night of
    another group knows no games of ours.
    """
    texts: list[str] = []
    trial = Night(night.name)
    trial.entries = list(night.entries)
    for _ in range(draw.randint(1, 6)):
        made = Lines(world, draw, trial.table(), handles).one()
        if (
            made is None
            or isinstance(made[1], Come)
            or made[2] != ("kept",)
            or (only and not isinstance(made[1], only))
            or (not is_own and made[0].split()[0] in world.games)
            or not possible(trial, trial.with_(made[1]))
        ):
            continue
        texts.append(made[0])
        trial.entries = trial.with_(made[1])
    return texts, trial.entries


def after_file(world: World, night: Night, entries: list[Entry]) -> None:
    """After a death while a file was read: all of its lines are there, or none."""
    world.logger, world.night = Logger(world.store, night.name, world.place), night
    there = int(world.ask("state")["entries"])
    if there == len(entries):
        night.entries = entries
    elif there != len(night.entries):
        raise FaultError(
            "half a file", f"{there} entries, {len(night.entries)} before, {len(entries)} with all"
        )
    world.shut(tables=False)


def phone(world: World, draw: Draw) -> None:
    """A line from one of two phones, perhaps late, perhaps twice; a guest's only about hands."""
    night = world.night
    if night is None or not night.entries:
        return
    role = draw.choice(["banker", "log", "look"])
    name = f"phone0000000{role}"
    made = Lines(world, draw, world.table(), world.handles()).one()
    if made is None or not world.possible(night.with_(made[1])):
        return
    text, what, expect = made
    may = {"banker": True, "log": isinstance(what, Hand | Unread | Said) or is_turn(what), "look": False}[
        role
    ]
    seen = world.seen.get(role, len(night.entries)) if chance(draw, 0.3) else len(night.entries)
    world.seen[role] = len(night.entries)
    world.keys += 1
    key = f"{name}-{world.keys}"
    before = len(night.entries)
    language = world.place.language

    def send() -> tuple[Any, ...]:
        answer = world.ask("phone", text, key, seen, role, language)
        if answer[0] == "stale":
            answer = world.ask("phone", text, key, answer[2], role, language)
        if answer[0] in ("kept", "draft") and chance(
            draw, 0.3
        ):  # the answer was lost: the phone sends it again
            again = world.ask("phone", text, key, seen, role, language)
            if again[0] != answer[0]:
                raise FaultError("a line sent again", f"{text!r}: {answer}, then {again}")
        return tuple(answer)

    allowed = expect if may else ("barred", "refused")
    world.enter(text, what if may else None, expect=allowed, send=send, by=role)
    after_line(world, before)


def is_turn(what: What) -> bool:
    return isinstance(what, About) and what.what == "turn"


def phone_undo(world: World, draw: Draw) -> None:
    """A guest's undo of an entry: of a hand or a note it is done, of anything else it is barred."""
    chosen, night = kept_line(world, draw), world.night
    if chosen is None or night is None:
        return
    entry = chosen[0]
    if not world.possible(night.with_(Undo(entry.n))):
        return
    may = isinstance(entry.what, Hand | Unread | Said) or is_turn(entry.what)  # type: ignore[arg-type]
    world.keys += 1
    language, key = world.place.language, f"phone0000000log-{world.keys}"
    world.enter(
        f"u #{entry.n}",
        Undo(entry.n) if may else None,
        expect=("kept",) if may else ("barred",),
        send=lambda: tuple(world.ask("phone", f"u #{entry.n}", key, len(night.entries), "log", language)),
        by="log",
    )
    check_night(world)


def reseat(world: World, draw: Draw) -> None:
    """Who plays, said again: in another order, with another handle, without somebody who is home by now."""
    night = world.night
    if night is None or not night.entries:
        return
    table = world.table()
    there = list(table.present())
    if len(there) < 3 or table.banker not in there:
        return
    order = draw.sample(there, len(there))
    if len(order) > 3 and chance(draw, 0.3):
        order = [one for one in order if one == table.banker or chance(draw, 0.8)]
    if len(order) < 3:
        return
    names = {player: name for player, name, *_ in world.ask("state")["players"]}
    if any(len(world.model.named(names[one])) != 1 for one in order):
        return
    specs = [names[one] for one in order]
    given: dict[str, str] = {}
    if chance(draw, 0.5):
        given[order[0]] = f"{draw.choice(['qz', 'xw', 'zq'])}{draw.choice('abcdefgh')}"
        specs[0] += f"={given[order[0]]}"
    taken = set(world.handles().values()) if world.handles().get(order[0]) not in given.values() else set()
    before = len(night.entries)
    text = f"{draw.choice(WORDS['players'])} {', '.join(specs)}"
    world.enter(
        text, Sit(tuple(order), given), expect=("refused",) if taken & {*given.values()} else ("kept",)
    )
    after_line(world, before)


def rename_at_table(world: World, draw: Draw) -> None:
    """A player gets another name at the log; in the store too, where no other has it."""
    night = world.night
    if night is None or not night.entries:
        return
    people, handles = world.model.people, world.handles()
    names = {player: name for player, name, *_ in world.ask("state")["players"]}
    renamed = {one.what.player for one in night.entries if isinstance(one.what, Named)}
    those = [
        one
        for one in world.table().players
        if names[one] == people[one].name and people[one].into is None and one not in renamed
    ]
    name = draw.choice([*NAMES, "Annika", "Bo Ejnar", "Frederik"])
    if not those or name.casefold() in handles.values():
        return
    player = draw.choice(those)
    if name == names[player] or not world.possible(night.with_(Named(player, name))):
        return
    is_taken = bool({*world.model.named(name)} - {player})
    before = len(night.entries)
    text = f"{draw.choice(WORDS['rename'])} {handles[player]} {name}"
    world.enter(
        text, None if is_taken else Named(player, name), expect=("refused",) if is_taken else ("kept",)
    )
    if len(night.entries) > before:
        world.peder("nights")
        person = people[player]
        person.aliases = [*dict.fromkeys([*person.aliases, person.name])]
        person.name = name
    check_night(world)


def namesake(world: World, draw: Draw) -> None:
    """A player joins by a name that several players have: the log takes the one it is sure of, or asks which."""
    night, model = world.night, world.model
    if night is None or not night.entries:
        return
    names = sorted({one.name for one in model.people.values() if len(model.named(one.name)) > 1})
    there = {model.root(one) for one in world.table().players}
    names = [name for name in names if there.isdisjoint(model.named(name))]
    if not names or len(world.table().present()) > 5:
        return
    name = draw.choice(names)
    if name.casefold() in world.handles().values():
        return
    world.peder("nights")
    player = model.taken_for(name)
    what = Come(player) if player else None
    if what and not world.possible(night.with_(what)):
        return
    before = len(night.entries)
    world.enter(f"{draw.choice(WORDS['joins'])} {name}", what, expect=("kept",) if what else ("refused",))
    after_line(world, before)
