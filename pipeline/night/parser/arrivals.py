"""Sentences about who comes and sits down: ``Mia, Tom and Lena are playing``, ``Erik joins with 100``."""

from __future__ import annotations

import re

from engine.api import Catalogue
from language import tr
from pipeline.night.parser.hands import exact_game
from pipeline.night.parser.lines import LogError
from pipeline.night.parser.marking import Players, handles_in, marked
from pipeline.night.parser.names import BETWEEN_NAMES, NEW_PLAYER, NO_NAME, present
from pipeline.night.parser.sentence import Sentence
from pipeline.night.parser.spoken_words import MANY, WINS, C, one_of
from pipeline.night.parser.words import is_half_name, says_more_than_name

FOR = one_of("for", "with", "at", "on", "til", "med", "på", "to")
LEAVES = one_of("left", "leaves", "leave", "goes home", "went home", "goes", "went", "quits?", "går hjem", "gik hjem", "går", "gik", "tager hjem", "tog hjem", "stopped", "stops(?: here)?", "stopper(?: her)?", "(?:er )?(?:gået|væk|smuttet)", "(?:is )?(?:gone|done|leaving|off)", "smutter", "smuttede", "gået hjem", "heads? (?:home|off|out)", "headed home", "heading home", "off home", "off", "(?:kørt|cyklet|taget|smuttet)(?: hjem)?", "(?:on (?:his|her|their) way|på vej)(?: home| hjem)?", "calls it a night", "out", "out for (?:the night|tonight|good)", "done for (?:the night|tonight|today)", "done", "finished(?: for (?:the night|tonight))?", "needs? to go(?: home)?", "has to (?:go|leave)(?: home)?", "to leave", "gone home", "færdig(?: for i aften)?", "ude", "stopper for i aften", "stoppet", "skal hjem", "skal gå", "skal af sted", "vil hjem", "cykler hjem", "kører hjem", "kørte hjem")  # fmt: skip
COMES = one_of("arrives", "arrived", "joins", "joined", "sits down", "sat down", "sits in", "comes", "came", "is here", "is in", "(?:is )?sitting (?:in|down)", "(?:is )?joining(?: us)?", "joins us", "joined us", "buys in", "bought in", "kommer", "kom", "ankommer", "ankom", "sætter sig", "satte sig", "er her", "er kommet", "er med", "køber ind", "købte ind", "join", "køber sig ind", "købte sig ind", "wants to play", "wants in", "vil være med", "skal være med", "vil spille", "er kommet til", "dukker op", "dukkede op", "shows up", "showed up", "(?:just )?got here", "walked in", "turned up", "er lige kommet", "kom lige")  # fmt: skip
_FOR = rf"(?!at ){FOR}"
"""Unlike ``Gitte joins at 9``."""
_PERSON = r"[^\W\d_]+(?:[ .'\u2019-]+[^\W\d_]+){0,2}?\.?"
_WHOSE = (
    r"(?P<whose>(?:(?:my|our|his|her|min|mit|vores|hans|hendes) (?:new |nye |big |little |store |lille )?[^\W\d_]+"
    rf"|{NEW_PLAYER}|(?:the )?new|den nye|ny)(?: called| named| ,|:| der hedder)? )?"
)
_SOMEBODY = re.compile(
    r"(?:my|our|his|her|their|min|mit|vores|hans|hendes|an?(?: new)?|en ny|en|(?:the |den )?(?:new|nye?)) [a-zæøå]",
    re.I,
)
_BANK = "(?: (?:from|fra|in|i) (?:the bank|banken))?"
_NEWCOMERS = (
    re.compile(rf"{_WHOSE}(?P<name>{_PERSON})(?:['\u2019]s (?:here|in)| {COMES})(?: now| nu)?(?:,?(?: (?:and|og))?(?: (?:she|he|they|hun|han|de))? (?:(?:buys?|bought)(?: in)?|køb(?:er|te)(?: (?:sig )?ind)?|starts|starter|(?P<borrows>borrows?|borrowed|låner|lånte)(?= \d)))?(?:,? (?:{_FOR} )?(?P<loan>(?:a |et )?(?:loan|lån) (?:of|på) )?(?P<chips>{C}))?(?: chips)?{_BANK}(?: (?:each|hver))?(?: (?:to|for|til) (?:him|her|them|ham|hende))?", re.I),
    re.compile(rf"{NEW_PLAYER}:? (?:called |named |der hedder )?(?P<name>{_PERSON})(?:,? (?:{_FOR} )?(?P<chips>{C}))?(?: chips)?", re.I),
    re.compile(rf"(?:add|new player:?|ny spiller:?|tilføj|joins?|kommer|here(?: comes| is|['\u2019]s)|her (?:er|kommer)) (?P<name>{_PERSON})(?:,? {_FOR} (?P<chips>{C}))?(?: chips)?{_BANK}", re.I),
)  # fmt: skip


_ARE_PLAYING = re.compile(
    rf"(?:(?:tonight|today|i aften|i dag):? )?(?:(?:we are|we're|it's|vi er|det er|players(?: are)?|spillerne er):? )?"
    rf"(?P<names>{_PERSON}(?:(?:,| and| og| &) {_PERSON})+?)"
    r"(?:,? (?:are|is|er|were)?(?: (?:all|alle))? ?(?:playing|play|plays|here|in|at the table|spiller|her|med|med i aften|playing tonight|ved bordet))?[.!]?",
    re.I,
)
_SAYS_PLAYING = re.compile(
    r".*\b(?:tonight|i aften|it's|we are|we're|vi er|playing|plays?|here|at the table|spiller|her|med|ved bordet|are in)\b.*",
    re.I,
)


def seating(text: str) -> Sentence | None:
    """``Mia, Tom and Lena are playing``: the first players at a table."""
    match = _ARE_PLAYING.fullmatch(text) if _SAYS_PLAYING.fullmatch(text) else None
    names = [name.strip() for name in BETWEEN_NAMES.split(match["names"])] if match else []
    return Sentence((f"players {', '.join(map(_written, names))}",)) if len(names) > 2 else None


_NOW = one_of("now", "nu", "from now on", "fra nu af", "really", "actually", "egentlig", "faktisk")
_CALLED = rf"(?:{one_of('called', 'named', 'hedder', 'hed', 'kaldes', 'renamed(?: to)?', 'omdøbt til', '(?:changes?|changed)(?: (?:his|her|their))? name to', '(?:skifter|skiftede) navn til')}(?: {_NOW})?|{_NOW}(?= (?-i:[A-ZÆØÅ])))"
_RENAMED = re.compile(rf"<(\w+)> (?:(?:is|was|er|has|har) )?(?:{_NOW} )?{_CALLED} (?:<\1>|[^<>\d])+", re.I)
_NEW_NAME = re.compile(rf".*?\b{_CALLED} (?P<name>{_PERSON}?)(?: {_NOW})?[.!]?", re.I)


def _is_name(words: str) -> bool:
    return not (
        BETWEEN_NAMES.search(f"{words} ")
        or NO_NAME.fullmatch(words)
        or says_more_than_name(words)
        or is_half_name(words)
    )


def renamed(named: str, text: str) -> Sentence | None:
    """``bo is now called Bobby``: another name for a player; `named` is the sentence `text` with its players marked."""
    match, new = _RENAMED.fullmatch(named), _NEW_NAME.fullmatch(text)
    if match is None or new is None or not _is_name(new["name"]):
        return None
    return Sentence((f"rename {match[1].casefold()} {_written(new['name'])}",))


_SEATED = re.compile(
    rf"(?P<name>{_PERSON}) (?:{COMES} (?:and|og) )?(?:{COMES}|sits|sat|sidder|sætter sig|satte sig) (?:after|efter|between|mellem|next to|ved siden af) (?P<who>\S.*?)(?:,? (?:and |og )?(?:{FOR}|buys?(?: in)?(?: for)?|køber(?: sig)?(?: ind)?(?: for)?) (?P<chips>{C})(?: chips)?{_BANK})?",
    re.I,
)


def _neighbour(named: tuple[str, ...], players: Players) -> str:
    """Return the player after whom a newcomer sits: the one named, or the first of two neighbours; "" if it is unclear."""
    seats = present(players)
    if len(named) == 2 and len(seats) > 2 and set(named) <= set(seats):
        return next(
            (one for one in named if {one, seats[(seats.index(one) + 1) % len(seats)]} == {*named}), ""
        )
    return named[0] if len(named) == 1 else ""


def _written(name: str) -> str:
    """A name with capitals where it was typed without."""
    return name.title() if name.islower() else name


def newcomer(text: str, players: Players, games: Catalogue) -> Sentence | None:
    """``Erik arrives``, ``Erik joins with 100``: a player who isn't here yet."""
    seated = _SEATED.fullmatch(text)
    if seated and _is_name(seated["name"]) and not exact_game(seated["name"].split(), games):
        name, chips = _written(seated["name"]), seated["chips"]
        who = marked(seated["who"], players)
        after = _neighbour(handles_in(who), players) if re.fullmatch(MANY, who.casefold()) else ""
        if not after:
            raise LogError(tr("After whom? Write joins {name} after anna.", name=name))
        return Sentence((f"joins {name} after {after}", *([f"buy {name} {chips}"] if chips else [])))
    for form in _NEWCOMERS:
        match = form.fullmatch(text)
        names = BETWEEN_NAMES.split(match["name"]) if match else []
        if match and all(
            name.strip()
            and _is_name(name.strip())
            and name.split()[0] not in players
            and not re.fullmatch(rf"{COMES}|{LEAVES}", name.strip(), re.I)
            and (match.groupdict().get("whose") or not exact_game(name.split(), games))
            and not re.search(rf"\b(?:{WINS})\b", name, re.I)
            for name in names
        ):
            names = [_written(name) for name in names]
            verb = "loan" if match.groupdict().get("loan") or match.groupdict().get("borrows") else "buy"
            joined = [f"joins {name}" for name in names]
            return Sentence(
                (*joined, *(f"{verb} {name} {match['chips']}" for name in names if match["chips"]))
            )
    if _SOMEBODY.match(text) and any(form.fullmatch(text) for form in _NEWCOMERS):
        raise LogError(tr("What is the new player called? Write joins Frida."))
    return None
