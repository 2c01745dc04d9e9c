"""Sentences as people say them at a table, put into lines of the log.

The grammar comes first; what it refuses is tried here. The players are recognized by their names (`marking`), then
the sentence is one of `FORMS`, which state something about the night (``bo hansen rebuys 100``), or a hand
(`spoken_hand`). The result is text in the log's own words, which the grammar then reads, so no rule of the log is
stated twice.

    Erik joins with 100                                                 joins Erik, then buy Erik 100
    7 card stud 14 each, bo folds at 3, dorte wins with a full house    seven-card-stud 14 b3 +d full house
"""

from __future__ import annotations

import re
from functools import cache

from engine.api import VARIANTS, Catalogue
from language import tr
from pipeline.bank.money import CHIPS, check_numbers
from pipeline.bank.records import replace
from pipeline.night.parser.arrivals import newcomer, renamed, seating
from pipeline.night.parser.commands import COMMAND_OF
from pipeline.night.parser.expenses import expense
from pipeline.night.parser.forms import (
    ENDS_WITH,
    FORMS,
    HAND_NUMBER,
    OOPS,
    PASSED_OVER,
    STACK,
    level_or_pot,
    new_deal,
)
from pipeline.night.parser.hands import check_name_of_one, exact_game
from pipeline.night.parser.lines import LogError
from pipeline.night.parser.marking import Players, marked
from pipeline.night.parser.plain_speech import plain, words_of
from pipeline.night.parser.sentence import Correction, Sentence
from pipeline.night.parser.spoken_game import game_words, take_call
from pipeline.night.parser.spoken_hand import read_hand, unknown_in_hand
from pipeline.night.parser.spoken_parts import VOCABULARY
from pipeline.night.parser.spoken_questions import Missing, Question
from pipeline.night.parser.spoken_results import results
from pipeline.night.parser.spoken_words import (
    ONE,
    PICKS,
    WINS,
    C,
)
from pipeline.night.parser.words import NOTE

_LONGEST, _LONGEST_CALL = 300, 60
"""Letters of a sentence, and of a game's name."""
_COMPILED = tuple((re.compile(form), make) for form, make in FORMS)
_WORDS = VOCABULARY | words_of([form for form, _ in FORMS]) | {word for word in COMMAND_OF if len(word) > 3}


@cache
def vocabulary(games: Catalogue) -> frozenset[str]:
    """Return the words of four letters or more that a line may have, without players' names.

    >>> from engine.api import VARIANTS
    >>> sorted({"flush", "omaha", "nonsense"} & vocabulary(VARIANTS))
    ['flush', 'omaha']
    """
    named = {
        word for name in games.spoken_names for part in name for word in re.findall(r"[^\W\d_]{4,}", part)
    }
    return frozenset(_WORDS | named)


_SURE = ("count ", "leaves ", "return ")


def in_log_words(
    text: str, players: Players, usual: str = "", games: Catalogue = VARIANTS, carried: int = 0
) -> Sentence | None:
    """Translate a sentence; returns None if it isn't understood. `usual` is the call of a hand that names no game, `carried`
    the chips of the pot that was carried into it.

    Raises LogError for a name that may be several players', MoneyError for a number that can be read in two ways.

    >>> said = "Bo folded at 3 and Dorte won 45 with a full house"
    >>> in_log_words(said, replay.night.handles, usual="7s").lines
    ('7s =45 b3 +d full_house',)
    """
    if text.startswith("#"):
        return Sentence()
    if len(text) > _LONGEST:
        return None
    if not players:
        return seating(text)
    if noted := NOTE.fullmatch(text):
        return Sentence((f"; {noted[1]}",))
    check_numbers(text.partition(";")[0])
    bare = _without_colon(plain(text.removesuffix("!").rstrip()), games)
    named = marked(bare, players)
    folded = re.sub(r"^(<\w+>):(?= [^\W\d])", r"\1", named.casefold())  # `bo: rebuy 50`
    form = " ".join(word for word in folded.split() if not re.fullmatch(PASSED_OVER, word))
    form = re.sub(r"^<\w+>: (?=<\w+> )", "", form)  # `carl: bo buys 100`, copied out of a chat
    stated = (
        _of_form(form)
        or newcomer(bare, players, games)
        or renamed(named, bare)
        or expense(form, games)
        or _counts(form)
        or _game_was(folded, games)
    )
    if stated:
        sure = " !" if text.endswith("!") else ""
        lines = tuple(f"{line}{sure * line.startswith(_SURE)}" for line in stated.lines)
        return replace(stated, lines=lines, correction=_vague(stated.correction, folded))
    _check_is_over(form, games)
    dealt = re.match(r"(<\w+>): (?=(.+))", named.casefold())
    if dealt and exact_game(game_words(dealt[2].split()), games):  # `raj: omaha 12 each, lily scoops`
        folded = f"{dealt[2]} , {dealt[1]} dealt"
    if hand := results(folded, players, games, carried) or _hand(
        bare, folded, players, usual, games, carried
    ):
        return hand
    if re.match(r"(?:a |<a> |en )?(?:misdeal|fejlgiv)", form):
        new_deal()
    if (me := _ME.match(named)) and not exact_game(folded.split(), games):
        raise LogError(
            tr("{word!r} may be anyone at the table: write the name, as in bo buys 100.", word=me[1]), me[1]
        )
    by_handles = re.sub(r"<(\w+)>", r"\1", named).replace(" ,", ",")
    return Sentence((by_handles,)) if by_handles != text else None


def _of_form(form: str) -> Sentence | None:
    """The sentence by the first of `FORMS` that fits; later ones are tried too, since they may refuse it."""
    read = [make(*match.groups()) for pattern, make in _COMPILED if (match := pattern.fullmatch(form))]
    return next(filter(None, read), None)


def _vague(correction: Correction | None, folded: str) -> Correction | None:
    """The correction, marked as vague if its words don't say that a hand is meant: ``no it was anna``."""
    if correction is None or not (correction.level or correction.winners):
        return correction
    return replace(correction, is_vague=correction.hand is None and not _OF_A_HAND.search(folded))


def _check_is_over(form: str, games: Catalogue) -> None:
    """Raise LogError for a game that was chosen, whose hand isn't over."""
    announced = _ANNOUNCED.fullmatch(form)
    game = exact_game(announced[1].split(), games) if announced else None
    if announced and game and game[1] == len(announced[1].split()):
        raise LogError(tr("Write a hand when it is over, with who won: 7s 14 anna wins."))


def _hand(
    bare: str, folded: str, players: Players, usual: str, games: Catalogue, carried: int
) -> Sentence | None:
    """A hand in words, or the question that it leaves: as whether ``it was 7s 14`` is the last hand or a new one."""
    hand = read_hand(bare, folded, players, usual, games, carried)
    if hand and (was := _WAS.match(bare)):
        number = int(was[1]) if was[1] else None
        return Sentence(question=Question(Missing.HAND, bare[was.end() :], hand=number))
    if isinstance(hand, Question):
        return Sentence(question=hand)
    return Sentence((hand,)) if hand else None


_OF_A_HAND = re.compile(
    rf"\b(?:hands?|hånd|hånden|pot|potten|pulje|puljen|{WINS}|split|splits?|shared?|chop|chopped|deler?|delte?|winner|vinderen?)\b"
)
"""Words that only a hand is corrected with."""


def _without_colon(text: str, games: Catalogue) -> str:
    """``guts: anna wins`` and ``guts 5: anna wins`` with a comma: the colon stands after a game, not after who dealt."""
    call, colon, rest = text.partition(":")
    if not colon or len(call) > _LONGEST_CALL or not rest.startswith(" "):
        return text
    words = call.split()
    game = exact_game(words, games)
    after = words[game[1] :] if game else ["?"]
    return f"{call},{rest}" if re.fullmatch(rf"(?:{CHIPS})?", " ".join(after)) else text


def unknown_words(text: str, players: Players, games: Catalogue) -> str:
    """Return the words of a hand in a sentence that aren't understood, if they can be determined.

    >>> from engine.api import VARIANTS
    >>> unknown_words("7s 14, Bo blorped, Dorte won", replay.night.handles, VARIANTS)
    'Bo blorped'
    """
    if len(text) > _LONGEST:
        return ""
    try:
        words = unknown_in_hand(marked(plain(text), players).casefold(), games, players)
    except LogError:
        return ""
    return re.sub(r"<(\w+)>", lambda who: players[who[1]].name, words).replace(" ,", ",")


_ME = re.compile(
    r"(?!(?:how|what|who|when|where|why|can|could|should|may|do|hvordan|hvad|hvem|hvornår|hvorfor|kan|skal|må)\b)(?:.*[^\w<'-])?([Mm]e|I(?:['\u2019](?:m|ve|ll|d))?|[Mm]yself|[Jj]eg|[Mm]ig)(?![\w>'\u2019-])"
)
"""Words for the writer of the line."""
_WAS = re.compile(
    r"(?:it|that|this|the (?:last|previous) (?:hand|one)|last (?:hand|one)|det|den (?:sidste|forrige)(?: hånd)?|sidste hånd)(?: (?:was|var)|,) (?=\w)"
    r"|(?:hand|hånd|no\.?|nr\.?) ?#?(\d{1,4})(?:(?: was| var)|[:,]) (?=\w)",
    re.I,
)
"""The beginning of a line that may describe the last hand again, or a new one."""
_COUNT = rf"{ONE}:?(?: {ENDS_WITH}| (?:at|on|with|på|med))? {C}{STACK}"
_COUNTS = re.compile(
    rf"(?:(?:count|counted|chips|stacks|(?:the )?final (?:stacks|chips|counts?)|(?:everyone |everybody |alle )?(?:cash(?:es|ed)? out|veksler)|slut(?:stak|stakke|tal)|tæl op|tæl|optalt|final count|optælling|tæller op|(?:we |vi )?(?:count(?:ed)?|talte|har talt)(?: op)?):? )?{_COUNT}(?:(?: ,)?(?: and| og)? {_COUNT})+"
)


_ANNOUNCED = re.compile(
    rf"(?:{ONE} (?:{PICKS}|calls|called|wants|kalder|siger|sagde)|next up|new game|nyt spil|next game|næste spil)(?: ,|:)? ([^<>\d]\S*(?: [^<>\s]+)*)".replace(
        r"<(\w+)>", r"<\w+>"
    )
)
"""A game that was chosen, whose hand isn't over."""
_GAME_WAS = re.compile(
    rf"(?:{OOPS}(?: ,)? )*(?:{HAND_NUMBER}|it|that|this|det|(?:the |den )?(?:last|previous|sidste|forrige)(?: (?:hand|one|hånd))?) "
    r"(?:was|is|should be|should have been|var|er|skulle være)(?: (?:a|en|et))? ([^<>,]+?)(?:(?: ,)? (?:(?:and |og )?(?:not|ikke)|instead of|i stedet for) [^<>,]+| (?:that )?(?:we|vi) (?:played|spillede))?"
)


def _game_was(said: str, games: Catalogue) -> Sentence | None:
    """``it was omaha, not hold'em``: the last hand's game."""
    match = _GAME_WAS.fullmatch(said)
    if match is None:
        return None
    if re.fullmatch(CHIPS, match[2]):  # a number is rather what was put in than the game of that name
        return level_or_pot(match[1], match[2])
    call, rest = take_call(match[2], games)
    if rest or call[:1] in ("", "?", "."):
        check_name_of_one(match[2].split())
        return None
    return Sentence(correction=Correction(int(match[1]) if match[1] else None, game=call))


def _counts(form: str) -> Sentence | None:
    """``anna 230 bo 100 carl 50``: the chips of several players, counted."""
    if not _COUNTS.fullmatch(form):
        return None
    return Sentence(tuple(f"count {who} {chips}" for who, chips in re.findall(_COUNT, form)))
