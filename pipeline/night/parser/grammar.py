"""The grammar of the log: a line of text to one record of `pipeline.night.parser.lines`, or one sentence; and back.

The first word says what a line is: a command (`pipeline.night.parser.words`), one of the marks
``? : ; = !fejl``, else a hand's game. No game's name equals a command, so that decides it. Pure: nothing
is read but the text and the handles of the players at the table.

`line_text` writes a record in the canonical words that the journal keeps: game ids, English words, plain numbers.
Reading a canonical line gives the record it was written from, so a journal means the same under later versions and
other aliases. `entry_text` makes sure of that before a line is stored.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from datetime import date

from engine.api import (
    VARIANTS,
    Catalogue,
    Outcome,
    PederError,
    VariantError,
    cards_text,
    fold_name,
    shortened,
)
from language import current_language, join_sentences, text_by, tr
from pipeline.bank.ledger import BankKind
from pipeline.bank.money import (
    CHIPS,
    PEDER,
    begins_with_money,
    leading_money,
    parse_chips,
    parse_money,
    value_text,
)
from pipeline.bank.records import replace
from pipeline.night.parser.hands import begins_with_game, parse_hand
from pipeline.night.parser.lines import (
    About,
    Ask,
    Banker,
    Carry,
    ChipRequest,
    ChipValue,
    Clause,
    Confirm,
    Counted,
    Day,
    DealerError,
    DealerTurn,
    Decline,
    DetailLine,
    Edit,
    End,
    Expense,
    HandError,
    HandLine,
    Held,
    Join,
    Line,
    Loan,
    LogError,
    Note,
    Owe,
    PayMoney,
    PlayerSpec,
    Presence,
    Redo,
    Rename,
    Seating,
    Skip,
    Target,
    Trade,
    Undo,
    Win,
)
from pipeline.night.parser.tokens import parse_error
from pipeline.night.parser.words import (
    AFTER,
    AGAIN,
    ALL,
    BET,
    BETWEEN_NAMES,
    BUT,
    CASH,
    COMMAND_OF,
    ERROR_MARKS,
    FILLERS,
    FOR,
    INSTEAD,
    NAME,
    PART,
    POT_ENDS,
    SKIPPED,
    Command,
    Handles,
    in_reader_language,
    is_player,
    known,
    name_of,
    present,
)

LONGEST_LINE = 1000
LONGEST_ENTRY = 10_000
"""Letters of a line as it is typed, and as a journal has it: names are written out there."""
MOST_SKIPPED = 50

_NAME = re.compile(rf"{NAME}(?:[ .'-]+{NAME})*\.?")
_SPEC = re.compile(rf"(?P<name>[^=/]+?)\s*(?:=\s*(?P<handle>{NAME})\s*(?:/\s*(?P<id>[^\s,]+))?)?")
_DAY = re.compile(r"([12]\d{3})-(\d\d?)-(\d\d?)|(\d\d?)[./-](\d\d?)[./-]([12]\d{3})", re.ASCII)
_TARGET = re.compile(r"(#?)(\d{1,6})")
_AFTER = re.compile(rf"\s+(?:{'|'.join(AFTER)})\s+({NAME})\s*$", re.I)
_ERROR_MARK = re.compile(rf"!(?:{'|'.join(ERROR_MARKS)})\b(.*)$", re.I | re.S)


def clean(text: str) -> str:
    """A typed line in the form that is parsed and stored: composed letters, single spaces, no characters that don't
    print.
    """
    composed = unicodedata.normalize("NFC", text)
    if composed.isprintable():
        return " ".join(composed.split())
    return " ".join("".join(char if char.isprintable() else " " for char in composed).split())


def parse(text: str, handles: Handles, games: Catalogue = VARIANTS) -> list[Line]:
    """Read one line at a table with these `handles`, where these `games` are played; several records only for ``skip 3``.

    Raises PederError with one sentence where the line has no meaning.
    """
    _check_length(text, LONGEST_LINE)
    return _read(clean(text), handles, games)


def _check_length(text: str, most: int) -> None:
    if len(text) > most:
        raise LogError(
            tr("The line has {n} letters: a line of the log has {most} at the most.", n=len(text), most=most)
        )


def read_entry(text: str, handles: Handles, games: Catalogue = VARIANTS) -> Line:
    """Read a line of a journal, which may be longer than a line that is typed. Raises PederError."""
    _check_length(text, LONGEST_ENTRY)
    lines = _read(clean(text), handles, games)
    if len(lines) != 1:
        raise LogError(
            tr("{line!r} is {n} lines: an entry of a journal is one.", line=shortened(text), n=len(lines))
        )
    return lines[0]


def entry_text(line: Line, handles: Handles, games: Catalogue = VARIANTS) -> str:
    """A line in the canonical words of a journal, once they are known to give the same line again.

    Raises LogError for a line that can't be stored, since reading it would give another or none.
    """
    text = line_text(line)
    try:
        again = read_entry(text, handles, games)
    except PederError as error:
        raise LogError(
            tr(
                "Not saved: the line would be stored as {text!r}, which can't be read again ({error}). "
                "Write it in another way.",
                text=shortened(text),
                error=error,
            )
        ) from error
    if again != line:
        raise LogError(
            tr(
                "Not saved: the line would be stored as {text!r}, which means something else. "
                "Write it in another way.",
                text=shortened(text),
            )
        )
    return text


def _read(line: str, handles: Handles, games: Catalogue) -> list[Line]:
    """The records of a line that is cleaned. Raises PederError."""
    if not line:
        raise LogError(tr("The line is empty: write a hand, a command, or ? for help."))
    if line[0] == ";":
        return [_note(line[1:])]
    if re.match(r"(note|notat)\s", line, re.I):
        return [_note(line.partition(" ")[2])]
    if line[0] == "?":
        return [Ask("help", line[1:].strip())]
    if line[0] == ":":
        return [DetailLine(line[1:].strip())]
    if pot := re.fullmatch(rf"(?:the )?(?:pot|pulje|puljen)\s*=?\s*({CHIPS})", line, re.I):
        line = f"={pot[1]}"
    if line[0] == "=":
        return [_counted(line)]
    if line[0] == "!":
        return [_hand_error(line, handles)]
    line = _verb_first(line, handles, games)
    first, _, rest = line.partition(" ")
    if first.casefold() in AGAIN and rest:
        line, first = f". {rest}", "."
    command = COMMAND_OF.get(fold_name(first)) if first[-1] not in ":.?!" else None
    if command is not None:
        return _COMMANDS[command.name](command, rest.strip(), handles)
    if not handles and begins_with_game(line, games):
        raise LogError(
            tr("Nobody sits at the table yet: begin with who plays, such as players Anna, Bo, Carl.")
        )
    try:
        return [parse_hand(line, handles, games)]
    except VariantError as error:
        raise LogError(_no_game(line, handles, error.near), first) from error


_UNKNOWN_GAME = re.compile(rf"({NAME}(?:[ '-]{NAME}){{0,3}}),? =?{CHIPS}\b(.*)", re.I)
"""A hand of an unknown game: words, chips, and what happened."""


def _no_game(line: str, handles: Handles, near: Sequence[str]) -> str:
    """What to write instead of a line that begins with neither a command nor a game."""
    first = line.partition(" ")[0]
    if is_player(first, handles):
        return tr(
            "What happened to {name} isn't understood. Write such as {name} buys 100, {name} borrows 100, {name} leaves with 186, or "
            "a hand: 7s 14, {name} wins.",
            name=name_of(known(first, handles), handles),
        )
    word = fold_name(first)
    hint = next((tr(text) for words, text in INSTEAD if word in words), "")
    meant = tr("Did you mean {suggestions}?", suggestions=tr(" or ").join(near)) if near else ""
    game = _UNKNOWN_GAME.fullmatch(line)
    if game and not hint and any(is_player(word, handles) for word in re.findall(NAME, game[2])):
        add = tr(
            "There is no game called {name!r}: ? games lists them, and `peder game add` adds one that deals, bets and "
            "shows. Chips that change hands without one are pay WHO WHOM CHIPS bet.",
            name=game[1],
        )
        return join_sentences([add, meant])
    hint = hint or meant or tr("? games lists the games, ? shows the commands.")
    return tr("{first!r} is neither a command nor a game. {hint}", first=first, hint=hint)


def _verb_first(line: str, handles: Handles, games: Catalogue) -> str:
    """``b leaves`` and ``Gitte joins`` as ``leaves b`` and ``joins Gitte``; another line unchanged."""
    words = [word for word in line.split() if word.casefold() not in ("is", "er")]
    for number in range(1, min(len(words), 4)):
        verb = COMMAND_OF.get(fold_name(words[number]))
        if verb is None or not verb.takes_player or fold_name(words[0]) in COMMAND_OF:
            continue
        name = " ".join(words[:number])
        if begins_with_game(line, games) or not (
            verb.name == "joins" or is_player("".join(words[:number]), handles)
        ):
            continue
        rest = words[number + 1 :]
        if words[number].casefold() == "sits" and rest[:1] == ["down"]:
            rest = rest[1:]
        if verb.name == "joins" and (
            BETWEEN_NAMES.search(name) or (rest and rest[0].casefold() not in AFTER)
        ):
            continue  # more than a name: a sentence
        if verb.name == "loan" and rest and is_player(rest[0], handles):
            continue  # `carl låner anna 50`: chips of Carl's
        return " ".join([words[number], name, *rest])
    return line


def looks_like_hand(text: str, games: Catalogue = VARIANTS) -> bool:
    """Whether a line is meant as a hand, right or wrong: a wrong one becomes a draft."""
    line = clean(text)
    if not line or line[0] in ";?:=!" or fold_name(line.split()[0]) in COMMAND_OF:
        return False
    return begins_with_game(line, games) or "+" in line


def read_correction(text: str) -> Undo | Edit | Confirm | None:
    """The correction that a journal keeps as this line (``undo #5``); None for another line."""
    word, _, rest = text.partition(" ")
    if word not in _CORRECTIONS:
        return None
    try:
        (line,) = _COMMANDS[word](COMMAND_OF[word], rest, ())
    except PederError:
        return None
    if isinstance(line, Undo | Edit | Confirm) and line.target and line.target.is_entry:
        return line
    return None


def _note(text: str) -> Note:
    if not text.strip():
        raise LogError(tr("The note is empty: write it after the semicolon."))
    return Note(text.strip())


def _counted(line: str) -> Counted:
    if not re.fullmatch(f"={CHIPS}", line, re.I):
        raise LogError(
            tr(
                "{line!r}: alone on a line, = and chips say what the last pot was counted to be: =66.",
                line=line,
            )
        )
    return Counted(parse_chips(line[1:]))


def _hand_error(line: str, handles: Handles) -> HandError:
    match = _ERROR_MARK.fullmatch(line)
    if match and _ERROR_MARK.search(match[1]):
        raise LogError(tr("One error a line: write the second !error on a line of its own."))
    if match is None:
        raise LogError(
            tr(
                "{mark!r} needs its hand: write the game before it, as in 7s 4 !nd; alone stands only "
                "!error.",
                mark=line.split()[0],
            )
        )
    return HandError(parse_error(match[1], handles))


# --- what commands are made of


def _usage(command: Command, what: str = "") -> LogError:
    return LogError(
        tr(
            "{what}: write {form}, such as {example}.",
            what=what or tr("{word!r} lacks something", word=command.word),
            form=tr(command.form),
            example=in_reader_language(command.example),
        )
    )


def _who(text: str, handles: Handles, command: Command) -> str:
    if not _NAME.fullmatch(text):
        raise _usage(command, tr("{text!r} is no player's handle", text=shortened(text)) if text else "")
    return known(text, handles)


def _nothing(command: Command, rest: str) -> None:
    if rest:
        raise _usage(
            command, tr("{rest!r} doesn't belong after {word!r}", rest=shortened(rest), word=command.word)
        )


def _several(text: str, handles: Handles, command: Command) -> tuple[str, ...]:
    whole = not is_player("".join(text.split()), handles)
    names = [name for name in re.split(r"[\s,]+" if whole else ",", text) if name]
    if not names:
        raise _usage(command)
    people = tuple(_who(name, handles, command) for name in names)
    if len(set(people)) < len(people):
        raise LogError(tr("{text!r} names a player twice.", text=shortened(text)))
    return people


def _spec(text: str, command: Command) -> PlayerSpec:
    match = _SPEC.fullmatch(text.strip())
    if match is None or not (match["id"] or any(char.isalpha() for char in match["name"])):
        raise _usage(command, tr("{text!r} names nobody", text=shortened(text.strip())))
    handle = match["handle"]
    return PlayerSpec(" ".join(match["name"].split()), handle.casefold() if handle else None, match["id"])


def _target(text: str, command: Command) -> Target | None:
    if not text:
        return None
    match = _TARGET.fullmatch(text)
    if match is None:
        raise _usage(
            command,
            tr("{text!r} is neither a hand's number nor an entry's such as #23", text=shortened(text)),
        )
    return Target(int(match[2]), bool(match[1]))


def _some_chips(text: str, command: Command) -> int:
    if not re.fullmatch(CHIPS, text, re.I):
        raise _usage(command, tr("{text!r} is not a number of chips", text=shortened(text)) if text else "")
    return parse_chips(text)


# --- the commands


def _players(command: Command, rest: str, handles: Handles) -> list[Line]:
    names = [name for name in (rest.split(",") if "," in rest else rest.split()) if name.strip()]
    if not names:
        raise _usage(command)
    return [Seating(tuple(_spec(name, command) for name in names))]


_WITH_CHIPS = re.compile(rf"\s(?:with|for|med|på)\s+{CHIPS}\s*$", re.I)


def _joins(command: Command, rest: str, handles: Handles) -> list[Line]:
    after = _AFTER.search(f" {rest}")
    name = f" {rest}"[: after.start()] if after else rest
    if _WITH_CHIPS.search(name) or BETWEEN_NAMES.search(name.partition("=")[0]):
        raise _usage(command, tr("{text!r} names nobody", text=shortened(name.strip())))
    return [Join(_spec(name, command), known(after[1], handles) if after else None)]


def _rename(command: Command, rest: str, handles: Handles) -> list[Line]:
    who, _, name = rest.partition(" ")
    name = re.sub(r"^(?:to|til|as)\s+", "", name, flags=re.I)
    if not name or not _NAME.fullmatch(name):
        raise _usage(command, tr("{text!r} is no name", text=shortened(name)) if name else "")
    return [Rename(_who(who, handles, command), name)]


def _presence(command: Command, rest: str, handles: Handles) -> list[Line]:
    status = {"leaves": "gone", "pause": "pausing", "back": "playing"}[command.name]
    rest, sure = _is_sure(rest)
    if command.name == "leaves":
        rest = _LEAVING.sub("", rest)
        who, _, chips = rest.rpartition(" ")
        if re.fullmatch(CHIPS, chips, re.I) and is_player(who, handles):
            text = tr(
                "Count the chips first: count {who} {chips}, then leaves {who}.",
                who=known(who, handles),
                chips=chips,
            )
            raise LogError(text)
    return [Presence(_several(rest, handles, command), status, sure)]  # type: ignore[arg-type]


def _about(command: Command, rest: str, handles: Handles) -> list[Line]:
    if not rest:
        raise _usage(command)
    return [About("season" if command.name == "season" else "place", rest)]


def _date(command: Command, rest: str, handles: Handles) -> list[Line]:
    match = _DAY.fullmatch(rest)
    if match is None:
        raise _usage(command, tr("{rest!r} is no day", rest=shortened(rest)) if rest else "")
    year, month, day = map(int, match.groups()[:3] if match[1] else match.groups()[:2:-1])
    try:
        return [Day(date(year, month, day))]
    except ValueError as error:
        raise _usage(command, tr("{rest!r} is no day of the calendar", rest=rest)) from error


def _chip(command: Command, rest: str, handles: Handles) -> list[Line]:
    if not rest:
        raise _usage(command)
    money, currency = parse_money(rest.removeprefix("="))
    if not money:
        raise _usage(command, tr("A chip is worth something"))
    return [ChipValue(money, currency)]


def _loan(command: Command, rest: str, handles: Handles) -> list[Line]:
    who, _, chips = rest.rpartition(" ")
    some = _some_chips(chips, command)
    if not some:
        raise _usage(command, tr("A loan has at least one chip"))
    names = () if not who or who.casefold() in ALL else _several(who, handles, command)
    return [Loan(names, some)]


def _request(command: Command, rest: str, handles: Handles) -> list[Line]:
    who, *words = rest.split() or [""]
    chips = _some_chips(" ".join(words[bool(words) and words[0].casefold() in FILLERS :]), command)
    if not chips:
        raise _usage(command, tr("A loan has at least one chip"))
    return [ChipRequest(_who(who, handles, command), chips)]


def _is_sure(text: str) -> tuple[str, bool]:
    """A line's rest without the ``!`` at its end, and whether there was one."""
    rest = text.removesuffix("!").rstrip()
    return rest, rest != text


_LEAVING = re.compile(r"\s+(?:home|hjem)$|(?<=\s)(?:with|med)\s+", re.I)
"""What may stand around the player who leaves."""
_TRADES = {"buy": BankKind.PURCHASE, "return": BankKind.BUYBACK, "count": BankKind.COUNT}


def _trade(command: Command, rest: str, handles: Handles) -> list[Line]:
    rest, sure = _is_sure(rest)
    words = [word for place, word in enumerate(rest.split()) if not place or word.casefold() not in FILLERS]
    who, chips, *more = [*words, "", ""][: max(2, len(words))]
    marks = [word.casefold() for word in more]
    kind = _TRADES[command.name]
    cash = any(word in CASH for word in marks)
    part = kind is BankKind.BUYBACK and any(word in PART for word in marks)
    if not chips or len(marks) != cash + part:
        raise _usage(command)
    some = _some_chips(chips, command)
    if not some and kind is BankKind.PURCHASE:
        raise _usage(command, tr("Nobody buys no chips"))
    return [Trade(kind, _who(who, handles, command), some, cash, part, sure)]


def _two(rest: str, handles: Handles, command: Command) -> tuple[str, str, str]:
    one, _, rest = rest.partition(" ")
    other, _, rest = rest.strip().partition(" ")
    names = _who(one, handles, command), _who(other, handles, command)
    if names[0] == names[1]:
        raise _usage(command, tr("{one!r} and {other!r} are the same player", one=one, other=other))
    return (*names, rest.strip())


_DECIMALS = re.compile(r"[.,](?:\d\d?|-)$")
_SHARED = re.compile(rf"(.*?)(?:^|\s)(?:{'|'.join(FOR)})\s+((?:(?!\s(?:{'|'.join(FOR)})\s).)+)", re.I)
"""What an expense was for, and after the last `for` whom it was for."""
_ALL_BUT = re.compile(rf"(?:{'|'.join(ALL)})(?:\s+(?:{'|'.join(BUT)})\s+(.+))?", re.I)


def _expense(command: Command, rest: str, handles: Handles) -> list[Line]:
    who, _, rest = rest.partition(" ")
    payer, rest = _who(who, handles, command), re.sub(r"^(?:ud|out)\s+", "", rest.strip(), flags=re.I)
    if not rest:
        raise _usage(command)
    if not begins_with_money(rest) or is_player(rest.split()[0], handles):
        return _owe(COMMAND_OF["pay"], f"{payer} {rest}", handles)  # `bo paid anna 12 kr`
    (money, currency), what = leading_money(rest)
    if not money:
        raise _usage(command, tr("Nothing was paid"))
    shared = _SHARED.fullmatch(what)
    names = _sharers(shared[2], handles, command) if shared else None
    if shared and names is not None:
        what = shared[1]
    what = re.sub(rf"^(?:{'|'.join(FOR)})\s+", "", what.strip(), flags=re.I).rstrip(", ")
    return [Expense(payer, money, currency, what, names or ())]


def _sharers(text: str, handles: Handles, command: Command) -> tuple[str, ...] | None:
    """Those whom an expense was for; () for all, None where the words are no players: ``for pizza``."""
    listed = re.sub(r"\s+(?:and|og|&)\s+", ",", text)
    every = _ALL_BUT.fullmatch(listed)
    if every and not every[1]:
        return ()
    if not all(is_player(name, handles) for name in re.split(r"[\s,]+", every[1] if every else listed)):
        return None
    named = _several(every[1] if every else listed, handles, command)
    if not every:
        return named
    others = tuple(handle for handle in present(handles) if handle not in named)
    if not others:
        raise LogError(tr("{text!r} leaves nobody to share it: name those who do.", text=shortened(text)))
    return others


def _owe(command: Command, rest: str, handles: Handles) -> list[Line]:
    amount = rest.partition(" ")[2].lstrip()
    if command.name == "pay" and begins_with_money(amount) and not is_player(amount.split()[0], handles):
        return _expense(COMMAND_OF["expense"], rest, handles)  # `anna pays 300 kr pizza`
    rest, sure = _is_sure(rest)
    debtor, creditor, amount = _two(rest, handles, command)
    paid = command.name == "pay"
    chips_alone, _, last = amount.rpartition(" ")
    bet = paid and last.casefold() in BET
    amount = chips_alone if bet else amount
    if paid and not re.fullmatch(CHIPS, amount, re.I):
        if not amount:
            raise _usage(command)
        money, currency = parse_money(amount)
        if not money:
            raise _usage(command, tr("Nothing was paid"))
        if currency is None and money == int(money) and not _DECIMALS.search(amount):
            raise LogError(
                tr(
                    "Chips or money? Write {chips} for chips, or {chips} kr for money.",
                    chips=int(money),
                )
            )
        return [PayMoney(debtor, creditor, money, currency)]
    chips = _some_chips(amount, command)
    if not chips:
        raise _usage(command, tr("No chips are no debt"))
    return [Owe(debtor, creditor, chips, paid, sure, bet)]


def _skip(command: Command, rest: str, handles: Handles) -> list[Line]:
    rest, semicolon, note = rest.partition(";")
    if semicolon:
        return [*_skip(command, rest.strip(), handles), _note(note)]
    if fold_name(rest) in SKIPPED:
        return [Skip()]
    if rest.casefold() == "ok":
        return [Skip(confirmed=True)]
    if not (rest.isascii() and rest.isdigit() and len(rest) < 4 and 1 <= int(rest) <= MOST_SKIPPED):
        raise _usage(
            command,
            tr("{rest!r} is not 1 to {most} hands", rest=shortened(rest), most=MOST_SKIPPED),
        )
    return [Skip()] * int(rest)


def _edit(command: Command, rest: str, handles: Handles) -> list[Line]:
    first, _, text = rest.partition(" ")
    if _TARGET.fullmatch(first):
        return [Edit(_target(first, command), text.strip())]
    return [Edit(None, rest)]


def _redo(command: Command, rest: str, handles: Handles) -> list[Line]:
    _nothing(command, rest)
    return [Redo()]


def _end(command: Command, rest: str, handles: Handles) -> list[Line]:
    rest, sure = _is_sure(rest)
    pot = POT_ENDS.get(rest.casefold())
    if pot is None:
        _nothing(command, rest)
    return [End(sure, pot or "")]


def _carry(command: Command, rest: str, handles: Handles) -> list[Line]:
    chips = _some_chips(rest, command)
    if not chips:
        raise _usage(command, tr("A carried pot has at least one chip"))
    return [Carry(chips)]


def _ask(command: Command, rest: str, handles: Handles) -> list[Line]:
    if command.name != "help":
        _nothing(command, rest)
    return [Ask(command.name, rest)]  # type: ignore[arg-type]


_COMMANDS: dict[str, Callable[[Command, str, Handles], list[Line]]] = {
    "players": _players,
    "banker": lambda command, rest, handles: [Banker(_who(rest, handles, command))],
    "chip": _chip,
    "season": _about,
    "place": _about,
    "date": _date,
    "joins": _joins,
    "leaves": _presence,
    "pause": _presence,
    "back": _presence,
    "rename": _rename,
    "deals": lambda command, rest, handles: [DealerTurn(_who(rest, handles, command))],
    "loan": _loan,
    "request": _request,
    "decline": lambda command, rest, handles: [Decline(_who(rest, handles, command))],
    "buy": _trade,
    "return": _trade,
    "count": _trade,
    "pay": _owe,
    "expense": _expense,
    "shadow": _owe,
    "undo": lambda command, rest, handles: [Undo(_target(rest, command))],
    "redo": _redo,
    "edit": _edit,
    "ok": lambda command, rest, handles: [Confirm(_target(rest, command))],
    "skip": _skip,
    "end": _end,
    "carry": _carry,
    "help": _ask,
    "history": _ask,
    "drafts": _ask,
    "bank": _ask,
    "settle": _ask,
    "quit": _ask,
}

_CORRECTIONS = frozenset({"undo", "edit", "ok"})
"""The canonical words of the corrections that a journal keeps."""


SKIPS = ("skip", "skip ok")
"""A hand that wasn't logged, and one for which that is confirmed."""
_ENDING = {Outcome.CARRIED: "++", Outcome.NEW_DEAL: "!nd", Outcome.REDEALT: "!om"}
_TRADE = {BankKind.PURCHASE: "buy", BankKind.BUYBACK: "return", BankKind.COUNT: "count"}
_STATUS = {"gone": "leaves", "pausing": "pause", "playing": "back"}


def line_text(line: Line) -> str:
    """A line in canonical words. Raises LogError for one that no journal keeps."""
    match line:
        case HandLine():
            return " ".join(filter(None, _hand(line)))
        case DetailLine(text):
            return f": {text}"
        case Skip():
            return SKIPS[line.confirmed]
        case Seating(players):
            return f"players {', '.join(map(_spec_text, players))}" + ("," if len(players) == 1 else "")
        case Join(player, after):
            return f"joins {_spec_text(player)}" + (f" after {after}" if after else "")
        case Presence(handles, status, sure):
            return f"{_STATUS[status]} {','.join(handles)}" + _sure(sure)
        case Rename(handle, name):
            return f"rename {handle} {name}"
        case DealerTurn(handle):
            return f"deals {handle}"
        case Banker(handle):
            return f"banker {handle}"
        case ChipValue(money, currency):
            return f"chip {value_text(money, currency or 'kr')}"
        case About(what, text):
            return f"{what} {text}"
        case Day(day):
            return f"date {day.isoformat()}"
        case Note(text):
            return f"; {text}"
        case End(sure, pot):
            return "end" + (f" {pot}" if pot else "") + _sure(sure)
        case Carry(chips):
            return f"carry {chips}"
        case Loan(handles, chips):
            return f"loan {','.join(handles) or 'all'} {chips}"
        case ChipRequest(handle, chips):
            return f"request {handle} {chips}"
        case Decline(handle):
            return f"decline {handle}"
        case Trade(kind, handle, chips, cash, part, sure):
            marks = (" cash" if cash else "") + (" part" if part else "") + _sure(sure)
            return f"{_TRADE[kind]} {handle} {chips}{marks}"
        case Owe(debtor, creditor, chips, paid, sure, bet):
            word, mark = "pay" if paid else "shadow", " bet" if bet else ""
            return f"{word} {debtor} {creditor} {chips}{mark}" + _sure(sure)
        case PayMoney(payer, payee, money, currency):
            return f"pay {payer} {payee} {value_text(money, currency or 'kr')}"
        case Expense(payer, money, currency, what, handles):
            words = ["expense", payer, value_text(money, currency or "kr"), what]
            return " ".join(filter(None, [*words, f"for {','.join(handles) or 'all'}"]))
        case Undo(Target(number, True)):
            return f"undo #{number}"
        case Edit(Target(number, True), text):
            return f"edit #{number} {text}"
        case Confirm(Target(number, True)):
            return f"ok #{number}"
    raise LogError(tr("{line!r} isn't stored in the journal.", line=line))


def offered_text(line: Line) -> str:
    """A line as it is offered to be typed: canonical, but its command is in the language of who reads it."""
    return text_by(lambda: _with_command(line_text(line)))


def _with_command(text: str) -> str:
    words = text.split(" ")
    command = COMMAND_OF.get(fold_name(words[0]))
    if command is None or current_language().code != "da":
        return text
    marks = {"cash": CASH[0], "part": PART[0], "bet": BET[0], "shared": "delt", "next": "næste"}
    return " ".join([command.word, *(marks.get(word, word) for word in words[1:])])


def mending_loan(handle: str, short: int) -> str:
    """The line that lends a player the chips that are short, in whole pederer."""
    return offered_text(Loan((handle,), -(-short // PEDER) * PEDER))


def _sure(sure: bool) -> str:
    return " !" if sure else ""


def _spec_text(player: PlayerSpec) -> str:
    return f"{player.name}={player.handle}/{player.player_id}" if player.player_id else (
        f"{player.name}={player.handle}" if player.handle else player.name
    )  # fmt: skip


def ending_text(hand: HandLine) -> str:
    """The end of a hand that was logged act by act: winners and cards, the count, errors, the note."""
    return " ".join(filter(None, _ending(hand)))


def _hand(hand: HandLine) -> Iterable[str]:
    dealer = f"{hand.dealer}:" if hand.dealer else ""
    yield f"{dealer}{hand.game or '.'}"
    yield hand.additions.text
    if hand.level is not None:
        yield str(hand.level)
        yield from _ending(hand)
    else:
        yield f"={hand.counted}" if hand.counted is not None else ""
        yield from _ending(replace(hand, counted=None))


def _ending(hand: HandLine) -> Iterable[str]:
    yield from map(_clause, hand.clauses)
    for number, board in enumerate(hand.wins):
        if number:
            yield "again"
        for pot_no, pot in enumerate(board):
            if pot_no:
                yield "side"
            yield from map(_win, pot)
        if number < len(hand.boards):
            yield f"board ({cards_text(hand.boards[number])})"
    yield _ENDING[hand.ending] if hand.ending else ""
    if hand.counted is not None:
        yield f"={hand.counted}"
    for error in hand.errors:
        yield f"!error {error_text(error)}"
    if hand.note:
        yield f"; {hand.note}"


def error_text(error: DealerError) -> str:
    """A dealer's error as it is typed after ``!fejl``."""
    return f"{error.handle} {error.text}" if error.handle else error.text


def _clause(clause: Clause) -> str:
    text = clause.handle
    if clause.sat_out:
        return f"{text}-"
    if clause.paid is not None:
        text += f"{clause.paid}" if clause.folded else f"={clause.paid}"
    if clause.matched:
        text += "!" if clause.match is None else f"!{clause.match}"
    return text + _marks(clause) + _said(clause.declared, clause)


def _win(win: Win) -> str:
    chips = "" if win.chips is None else str(win.chips)
    return f"+{win.handle}{chips}{_marks(win)}{_said(win.half, win)}"


def _marks(player: Clause | Win) -> str:
    return (f"/{player.shadow}" if player.shadow else "") + ("*" if player.peder else "")


def _said(half: str | None, player: Clause | Win) -> str:
    words = [half, player.announced.text if player.announced else None]
    return "".join(f" {word}" for word in words if word) + _held(player.held)


def _held(held: Held) -> str:
    if not held:
        return ""
    if held.closed is None:
        return f" ({cards_text(held.cards)})"
    return f" ({cards_text(held.cards[: held.closed])} / {cards_text(held.cards[held.closed :])})"
