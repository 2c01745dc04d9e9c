"""What to write instead of a line about a player that can't be read: the forms nearest to its words, with this night's
players and game.
"""

from __future__ import annotations

import re

from engine.api import PederError, shortened
from language import mark, tr
from pipeline.night.confirmation import call_word
from pipeline.night.night import Night
from pipeline.night.parser.commands import command_of
from pipeline.night.parser.expenses import FOOD
from pipeline.night.parser.lines import USUAL, LogError, UnreadError
from pipeline.night.parser.marking import handles_in, marked
from pipeline.night.parser.names import is_player, present
from pipeline.night.parser.plain_speech import plain
from pipeline.night.parser.spoken_words import FOLDS, WHO, WINS

_FOLD = mark("{hand}, {who} folds at 3, {whom} wins")
_HAND_WON = mark("{hand}, {who} wins")
FORMS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (rf"(?:{FOLDS}|muck\w*|fold\w*)", (_FOLD,)),
    (rf"(?:expense|udlæg|ordered|bestilte|bestilt)|{FOOD.pattern}", (mark("{who} paid 240 kr for pizza"), mark("{who} paid 240 kr for pizza for {whom}"))),
    (r"hands|hænder(?:ne)?", (mark("{who} won hand 1"), _HAND_WON)),
    (r"owes?|owed|skylder|skyldte|gæld|debt", (mark("{who} owes {whom} 20"), mark("{who} borrows 100"))),
    (r"(?:paid|pays?|betal\w+|mobile ?pay\w*|overfør\w*|transfer\w*|lagde|lægger|money|penge|cash|kroner|kr|dollars?|euros?)",
     (mark("{who} paid {whom} 50 kr"), mark("{who} paid 240 kr for pizza"))),
    (r"(?:called|named|name|renamed?|hedder|navn|kaldes|really|egentlig)", (mark("rename {handle} Frida"), mark("oops {who} won"))),
    (r"(?:gives?|gave|given|giver|gav|lends?|lent|from|off|fra|af)", (mark("{whom} owes {who} 50"), mark("pay {other} {handle} 50 bet"), mark("{who} hands back 50"))),
    (r"(?:back|tilbage|returns?|returned)", (mark("back {handle}"), mark("{who} hands back 50"))),
    (r"(?:buys?|bought|buy|re-?buys?|reloads?|needs?|wants?|borrow\w*|loans?|køb\w*|lån\w*|mangler|broke|chips?|jetoner|more|mere)", (mark("{who} buys 100"), mark("{who} borrows 100"))),
    (r"(?:deal\w*|button|knappen|giv\w*|shuffl\w*|bland\w*|dealer)", (mark("deals {handle}"), mark("{handle}:{hand} +{other}"))),
    (r"(?:left|leav\w*|home|hjem\w*|gik|går|late|sent?|early|tidligt|skip\w*|sprang|springer|break|pause|syg|sick|asleep|sover|phone|telefon\w*)",
     (mark("{who} leaves with 186"), mark("pause {handle}"), mark("back {handle}"))),
    (rf"(?:{WINS}|won|takes?|took|pot|pulje\w*|all[ -]?in|bluff\w*|lost|loses?|tab\w*|doubled|doubles|split|shows?|showed|cards|kort|viste|viser|play(?:ed)?|spillede|twice)", (_HAND_WON, mark("oops {who} won"))),
    (r"\d+|has|had|har|havde|count\w*|talte|optalt|up|down|plus|minus|oppe|nede|bagud|foran", (mark("count {handle} 230"), mark("{who} buys 100"), mark("{who} borrows 100"))),
)  # fmt: skip
"""Words of a line, and the forms that are probably meant; the first that occurs decides."""
OTHERS = (_HAND_WON, mark("; {line}"))
_COMPILED = tuple((re.compile(rf"\b(?:{words})(?![\w])"), forms) for words, forms in FORMS)


def example_hand(night: Night) -> str:
    """The last hand's game and level as they are typed, for an example: ``7s 14``."""
    last = night.hands[-1] if night.hands else None
    if last is None or last.line is None or last.line.game in (None, USUAL):
        return "7s 14"
    assert last.line.game
    return f"{call_word(last.line.game, last.line.additions, night.games)} {last.line.level or 14}"


def example_hand_won(night: Night) -> str:
    """A hand with a fold and a winner among this night's players: ``7s 14, Bo folds at 3, Anna wins``."""
    winner, other, *_ = [_short(one, night) for one in present(night.handles)] + ["Anna", "Bo"]
    return tr(_FOLD, hand=example_hand(night), who=other, whom=winner)


def not_read(text: str, error: PederError, night: Night) -> PederError:
    """The refusal of a line about a player that can't be read; `error`, what the grammar says of it, for any other line."""
    try:
        said = marked(plain(text), night.handles)
    except LogError:
        return error
    named = handles_in(said)
    here = present(night.handles)
    if not named or len(here) < 2 or command_of(text) or not isinstance(error, UnreadError):
        return error
    first = re.match(rf"{WHO} ?(?!:)", said)
    rest = said[first.end() :] if first else said
    who = named[0]
    other = next(one for one in (*named[1:], *here) if one != who)
    bare = re.sub(WHO, "", rest).casefold()
    forms = next((forms for words, forms in _COMPILED if words.search(bare)), OTHERS)
    values = {
        "who": _short(who, night),
        "whom": _short(other, night),
        "handle": who,
        "other": other,
        "hand": example_hand(night),
        "line": shortened(text.strip()),
    }
    written = tr(" or ").join(f"'{tr(form, **values)}'" for form in forms)
    words = shortened(re.sub(r"<(\w+)>", lambda one: _short(one[1], night), rest).replace(" ,", ",").strip())
    if not words:
        why = tr("What happened to {who} isn't said. Write {forms}.", who=values["who"], forms=written)
    elif first:
        why = tr(
            "{words!r} after {who} isn't understood. Write {forms}.",
            words=words, who=values["who"], forms=written,
        )  # fmt: skip
    else:
        why = tr("{words!r} isn't understood. Write {forms}.", words=words, forms=written)
    return LogError(why, words if words in text else "")


def _short(handle: str, night: Night) -> str:
    """A player's first name where it means only that player, else the whole name."""
    name = night.handles[handle].name
    first = name.split()[0]
    return first if is_player(first, night.handles) else name
