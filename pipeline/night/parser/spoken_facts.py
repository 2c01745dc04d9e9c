"""The facts of a spoken hand, collected part by part: level, pot, stakes, winners and melds."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from language import tr
from pipeline.bank.money import parse_chips
from pipeline.night.parser.lines import LogError
from pipeline.night.parser.marking import Players, handles_in
from pipeline.night.parser.names import present
from pipeline.night.parser.spoken_words import FRACTIONS, WHO, C

_AFTER_WINNER = re.compile(rf"{WHO}(?: (?:hi|high|lo|low|høj|lav))? $")


@dataclass
class HandFacts:
    """A hand as far as the parts of its sentence have been read."""

    players: Players
    level: str | None = None
    pot: str | None = None
    stakes: dict[str, str] = field(default_factory=dict)
    """By handle: ``3`` folded at 3, ``=40`` put in 40, ``-`` sat out, "" stayed."""
    cards: dict[str, int] = field(default_factory=dict)  # chips for bought cards
    open: list[str] = field(default_factory=list)  # folded at an unknown number of chips
    matched: dict[str, str] = field(default_factory=dict)
    both: list[str] = field(default_factory=list)  # declared both and won neither
    pedere: list[str] = field(default_factory=list)
    wins: list[list[str]] = field(default_factory=list)
    """Handle, chips, half, meld, and which pot: ``side``, ``again`` for the second board, "" for others."""
    is_twice: bool = False  # the rest of the board was dealt twice
    pot_named: str = ""
    is_heads_up: bool = False
    is_between_two: bool = False  # `bo against anna`: the others had folded
    main: list[str] = field(default_factory=list)  # who won the main pot by that name
    meld: str = ""  # a meld before its winner is named
    last: str = ""
    all_in: str = ""
    ending: str = ""
    callers: list[str] = field(default_factory=list)
    acted: list[str] = field(default_factory=list)
    """Who called, bet or raised, and so wasn't of the others who folded."""
    quarters: dict[str, int] = field(default_factory=dict)
    """Quarters of the pot by handle; 0 is the rest."""
    amounts: dict[str, str] = field(default_factory=dict)
    """Chips after a name without a verb: what the player put in, if other players win."""
    rest: str = ""  # what the others put in
    has_side_pots: bool = True
    is_unreadable: bool = False
    is_doubtful: bool = False  # unknown words after a number, which may change its meaning
    added: list[str] = field(default_factory=list)  # additions that aren't next to the game's name
    dealer: str = ""
    is_of_each: bool = False  # the level was given as chips for each player
    others: str | None = None  # chips at which all others folded; "" if unknown
    takes_all: bool = False
    is_won_by: bool = False  # `won by bo`
    level_or_pot: str = ""  # chips that may be what each put in or the pot: `bo got 60`
    bare: str = ""  # a player named without an action
    shown: dict[str, str] = field(default_factory=dict)  # melds of players who aren't known to have won
    lost: list[str] = field(default_factory=list)
    winners_over: list[str] = field(default_factory=list)  # `bo beats anna`: Bo
    losers_to: list[str] = field(default_factory=list)
    beaten: str = ""  # who lost to the winner, if one did: `bo beats anna, flush over straight`
    wild: list[str] = field(default_factory=list)
    is_in_or_out: bool = False
    some_in: bool = False  # players were said to be in, of a hand that all were dealt
    matches_pot: bool = False  # those who were in and lost match the pot
    has_halves: bool = False
    big_blind: int | None = None
    carried: int = 0  # chips in the pot from the hands before
    notes: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)  # notes that aren't understood
    parts: int = 0  # number of parts that contain words

    def note_blinds(self, match: re.Match[str]) -> None:
        blinds = match[1] or match[2]
        if blinds == "50/50" and self.wins:
            return  # how the winners share
        if re.fullmatch("[13]/[24]", match[0]) and _AFTER_WINNER.search(
            match.string[max(match.start() - 60, 0) : match.start()]
        ):
            self.is_unreadable = True  # a share of the pot
        self.big_blind = parse_chips(re.split(r"[/-]|and|og| ", blinds)[-1])
        self.notes.append(f"blinds {blinds}")

    def add_note(self, words: str) -> None:
        self.notes.append(re.sub(r"<(\w+)>", lambda who: self.players[who[1]].name, words))

    @property
    def dealt_in(self) -> list[str]:
        """The players who may be in the hand: at the table and not on a pause."""
        return [one for one in present(self.players) if self.players[one].status == "playing"]

    def win(self, names: str, chips: str | None = "", half: str | None = "") -> None:
        for handle in handles_in(names):
            known = next((win for win in self.wins if win[0] == handle and win[4] == self.pot_named), None)
            if known and not chips and not half:  # `bo slår anna og vinder`
                continue
            self.is_unreadable |= bool(self.meld and self.shown)  # `a straight, bo two pair, carl wins`
            self.wins.append([handle, chips or "", half or "", self.meld, self.pot_named])
            self.meld = ""

    def win_pot(self, names: str, pot: str) -> None:
        """A win of the main pot, or of the side pot."""
        self.pot_named = "side" if pot.startswith("si") else ""
        self.main += handles_in(names) if not self.pot_named else ()
        self.win(names)
        self.pot_named = ""

    def win_board(self, names: str, pot: str) -> None:
        """A win of the first board ("") or the second ("again") of a hand that was run twice."""
        self.pot_named = pot
        self.win(names)
        self.pot_named = ""

    def win_other_half(self, name: str) -> None:
        """The low half where the high one is won, and the other way round."""
        won = {win[2][:2] for win in self.wins}
        other = "low" if won & {"hi", "hø"} else "high" if won & {"lo", "la"} else ""
        self.win(name, "", other)

    def win_all(self, names: str) -> None:
        self.takes_all = True
        self.win(names)

    def quarter(self, name: str, share: str) -> None:
        number = next((n for n, form in FRACTIONS.items() if re.fullmatch(form, share)), 0)
        self.quarters |= dict.fromkeys(handles_in(name), number)

    def amount(self, name: str, chips: str) -> None:
        self.is_unreadable |= any(self.amounts.get(one, chips) != chips for one in handles_in(name))
        self.amounts |= dict.fromkeys(handles_in(name), chips)

    def beat(self, winners: str, losers: str) -> None:
        self.win(winners)
        self.stake(losers, "")
        self.winners_over += handles_in(winners)
        self.losers_to += handles_in(losers)

    def deal(self, name: str) -> None:
        (handle,) = handles_in(name)
        self.is_unreadable |= self.dealer not in ("", handle)
        self.dealer = handle

    def take_from(self, winner: str, loser: str, chips: str) -> None:
        """``bo won 30 off carl``: what the loser put in is the level, unless that is given, and the others put in less."""
        self.beat(winner, loser)
        named = {*handles_in(winner), *self.stakes, *self.open}
        self.open += [handle for handle in self.dealt_in if handle not in named]
        if self.level is None:
            self.level = chips
        elif parse_chips(self.level) != parse_chips(chips):
            self.stake(loser, chips)

    def all_folded(self, winner: str | None, chips: str | None = "") -> None:
        """All but one player folded, at `chips` if given; where players choose to be in or out, they have paid the ante."""
        if chips or not self.is_in_or_out:
            self.others = chips or ""
        if winner:
            self.win(winner)

    def stake(self, names: str, text: str) -> None:
        for handle in handles_in(names):
            known = self.stakes.get(handle, "")
            if known != text and re.match(r"\d|-", known):
                raise LogError(
                    tr(
                        "The line says two things of what {name} put in: write one of them, such as {name} folds at 3.",
                        name=self.players[handle].name,
                    )
                )
            self.stakes[handle] = text
            if handle in self.open:
                self.open.remove(handle)

    def fold(self, names: str, chips: str | None) -> None:
        if chips is not None:
            self.stake(names, chips)
        else:
            self.open += [handle for handle in handles_in(names) if handle not in self.open]

    def fold_too(self, names: str, chips: str) -> None:
        """``bo folded at 4 and carl at 8``; without a fold before it, the words have no meaning."""
        self.is_unreadable |= not any(stake[:1].isdigit() for stake in self.stakes.values()) and not self.open
        self.fold(names, chips)

    def all_stay(self) -> None:
        """Where players choose to be in or out, all are in who weren't named before."""
        if self.is_in_or_out:
            for handle in self.dealt_in:
                self.stakes.setdefault(handle, "")

    def be_in(self, names: str, chips: str | None) -> None:
        """Some were in, so those who aren't named weren't, where all ante: how many chips these had put in is asked."""
        self.stake(names, f"={chips}" if chips else "")
        self.some_in = self.some_in or not (chips or self.is_in_or_out)

    def sit_out(self, names: str) -> None:
        self.stake(names, "-")

    def others_sit_out(self) -> None:
        """All sat out who weren't named before."""
        named = {*self.stakes, *self.amounts, *self.open, *(win[0] for win in self.wins), self.bare}
        self.is_unreadable |= not named - {""}
        self.sit_out(" ".join(f"<{handle}>" for handle in self.dealt_in if handle not in named))

    def all_but(self, names: str) -> None:
        """All played but these. Where players choose to be in or out, these have paid the ante too."""
        out = handles_in(names)
        if not self.is_in_or_out:
            self.sit_out(names)
            return
        for handle in self.dealt_in:
            if handle not in out:
                self.stakes.setdefault(handle, "")

    def only(self, names: str) -> None:
        if self.is_in_or_out:
            self.win(names) if len(handles_in(names)) == 1 else self.stake(names, "")
            return
        for handle in present(self.players):
            if handle not in handles_in(names):
                self.stakes[handle] = "-"

    def lose(self, names: str) -> None:
        self.lost += handles_in(names)

    def is_all_in(self, names: str, chips: str | None) -> None:
        self.all_in = chips or self.all_in
        for handle in handles_in(names):
            if self.all_in or handle not in self.stakes:
                self.stake(f"<{handle}>", f"={self.all_in}" if self.all_in else "")

    def call(self, names: str, chips: str | None) -> None:
        self.callers += handles_in(names)
        if chips or self.all_in:
            self.stake(names, f"={chips or self.all_in}")
        self.acted += handles_in(names)

    def buy_card(self, name: str, chips: str) -> None:
        for handle in handles_in(name):
            self.cards[handle] = self.cards.get(handle, 0) + parse_chips(chips)


Part = Callable[[HandFacts, "re.Match[str]"], None]


def get_chips(facts: HandFacts, match: re.Match[str]) -> None:
    """``bo got 60``: his pot where the level was said, else perhaps what each put in."""
    who, chips = next((match[n], match[n + 1]) for n in (1, 3) if match[n])
    facts.win(who, chips if facts.level else "")
    facts.level_or_pot = "" if facts.level else chips


def win_or_ask(facts: HandFacts, match: re.Match[str]) -> None:
    """A win by some players, with chips and half if the pattern has them. Raises LogError for ``bo anna won``, where Bo may
    have won too or only stayed.
    """
    if (beside := _BESIDE.search(match[1])) and not _PLURAL.search(match[0]):
        one, other = beside.groups()
        is_marked = match[0].startswith("+")  # `+bo anna`
        raise did_win_too(*((other, one) if is_marked else (one, other)), facts.players)
    facts.win(*match.groups())


def did_win_too(handle: str, winner: str, players: Players) -> LogError:
    """Return the error for a player who is named by the winner without a word on what that player did."""
    return LogError(
        tr(
            "Did {name} win too? Write {name} and {winner} split, {name} folds at 3, or leave {name} out.",
            name=players[handle].name,
            winner=players[winner].name,
        )
    )


_BESIDE = re.compile(r"<(\w+)> <(?!\1>)(\w+)>")
_PLURAL = re.compile(r"> (?:win|take|scoop|drag|ship|rake|collect|grab|pull)\b")


def won_by(facts: HandFacts, match: re.Match[str]) -> None:
    facts.is_won_by = True
    facts.win(match[1])


def set_level_of_each(facts: HandFacts, match: re.Match[str]) -> None:
    chips = next(filter(None, match.groups()))
    if facts.level not in (None, chips):
        facts.is_unreadable = True  # `7s 10, 14 each`
    facts.level, facts.is_of_each = chips, True


def raise_to(facts: HandFacts, match: re.Match[str]) -> None:
    """Some players put in this much; it is the level unless another one is given."""
    if facts.level is None:
        facts.level = match[2]
    facts.stake(match[1], f"={match[2]}" if facts.level != match[2] else "")


def set_pot(facts: HandFacts, match: re.Match[str]) -> None:
    chips = match[1] or match[2] or match[3]
    facts.is_unreadable |= facts.pot not in (None, chips)
    facts.pot = chips


def put_all_in(facts: HandFacts, match: re.Match[str]) -> None:
    for who, chips in re.findall(rf"({WHO}) {C}", match[0]):
        facts.is_all_in(who, chips)


def add_note(facts: HandFacts, match: re.Match[str]) -> None:
    facts.add_note(match[0])


def note_act(facts: HandFacts, match: re.Match[str]) -> None:
    facts.add_note(match[0])
    if "check" not in match[0]:
        facts.acted += handles_in(match[0])


def win_again(facts: HandFacts, match: re.Match[str]) -> None:
    if match[1]:
        facts.win_pot(f"<{facts.last}>", match[1])
    else:
        facts.win(f"<{facts.last}>", match[2])


def win_first_board(facts: HandFacts, match: re.Match[str]) -> None:
    facts.win_board(match[1], "")
    facts.is_unreadable |= not facts.is_twice


def win_second_board(facts: HandFacts, match: re.Match[str]) -> None:
    facts.win_board(match[1], "again")
    facts.is_unreadable |= not facts.is_twice


def win_a_board_each(facts: HandFacts, match: re.Match[str]) -> None:
    """``run it twice, anna and bo``, ``anna and bo one board each``: one won each board, in this order."""
    facts.is_unreadable |= bool(facts.wins)
    facts.is_twice = True
    one, other = filter(None, match.groups())
    facts.win_board(one, "")
    facts.win_board(other, "again")


def add_wild(facts: HandFacts, match: re.Match[str]) -> None:
    facts.wild.append(match[0])


def add_loser(facts: HandFacts, match: re.Match[str]) -> None:
    facts.lose(match[1])
    if facts.is_in_or_out:
        facts.is_unreadable |= match[2] is not None  # the pot, or what was lost with the ante
        facts.matched |= {one: facts.matched.get(one, "") for one in handles_in(match[1])}
    elif match[2]:
        facts.amount(match[1], match[2])
    else:
        add_note(facts, match)


def match_pot(facts: HandFacts, match: re.Match[str]) -> None:
    """A loser matches the pot in a game of in or out; in other games the words have no meaning."""
    if facts.is_in_or_out:
        facts.matched |= dict.fromkeys(handles_in(match[1]), "")
    else:
        facts.is_unreadable = True


def add_beaten(facts: HandFacts, match: re.Match[str]) -> None:
    if beside := _BESIDE.search(match[1]):
        raise did_win_too(beside[1], beside[2], facts.players)
    facts.beat(match[1], match[2])
    losers = handles_in(match[2])
    facts.beaten = losers[0] if len(losers) == 1 else ""


def meet_all_in(facts: HandFacts, match: re.Match[str]) -> None:
    facts.stake(match[1], f"={facts.all_in}" if facts.all_in else "")
    facts.stake(match[2], f"={facts.all_in}" if facts.all_in else "")
    if not facts.all_in and not facts.is_in_or_out:
        facts.is_between_two = True
