"""The forms of sentences that state something about a night, correct it, or ask about it (``bo hansen rebuys 100``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NoReturn

from language import mark, tr
from pipeline.bank.money import CHIPS, parse_chips
from pipeline.bank.records import replace
from pipeline.night.parser.arrivals import COMES, FOR, LEAVES
from pipeline.night.parser.expenses import PAID_BY
from pipeline.night.parser.lines import LogError
from pipeline.night.parser.marking import handles_in
from pipeline.night.parser.plain_speech import number_of
from pipeline.night.parser.sentence import Correction, NightFact, Sentence
from pipeline.night.parser.spoken_melds import meld_in
from pipeline.night.parser.spoken_questions import Missing, Question
from pipeline.night.parser.spoken_words import (
    AND,
    EACH,
    EVERYONE,
    FOLDS,
    MANY,
    ONE,
    ONLY,
    TO_THE_END,
    WHO,
    WINS,
    WITH,
    C,
    one_of,
)

_CHIPS = rf"{C}(?: (?:more|mere))?(?: (?:chips?|jetons|jetoner))?"
_CASHES = one_of("cashes out", "cashed out", "cashing out", "cash out", "casher ud", "cashede ud", "veksler", "vekslede")  # fmt: skip
_BUYS = one_of("buys in", "bought in", "buy in", "buys", "bought", "buy", "rebuys", "rebought", "rebuy", "re-buys", "re-?buy(?:er|ede|et)", "buys back(?: in)?", "bought back(?: in)?", "adds on", "added on", "adds", "køber sig ind(?: igen)?", "købte sig ind(?: igen)?", "køber ind(?: igen)?", "købte ind(?: igen)?", "køber", "købte", "købe", "genkøber")  # fmt: skip
_WANTS = one_of(
    "needs(?: a rebuy)?",
    "wants(?: a rebuy)?",
    "tops up",
    "topped up",
    "reloads",
    "reloaded",
    "added",
    "skal",
    "vil",
    "mangler(?: chips| jetoner| penge)?",
    "vil have",
    "vil gerne have",
    "skal bruge",
    "would like",
    "asks for",
    "beder om",
    "tanker op",
    "fylder op",
)
_ANOTHER = one_of("another", "an extra", "endnu", "yderligere")
_EXTRA = one_of("til", "extra", "ekstra")
_TAKES = one_of("takes", "took", "gets", "got", "needs", "wants", "would like", "asks for", "tager", "tog", "får", "fik", "skal(?: have)?", "vil(?: gerne)?(?: have)?", "brug for", "beder om")  # fmt: skip
_A = r"(?:(?:an?|et|another|one more|endnu et) )?"
_LOAN = one_of("loans?", "lån", "lend", "udlån")
_PURCHASE = one_of("re-?buys?", "buys?", "buy-?ins?", "(?:gen|ind)?køb")
_OF = one_of("of", "på", "for")
_CREDIT = r"(?:on|på) (?:(?:the|<a>|a|his|her|their) )?(?:credit|tab|tick|cuff|slate|kredit|klods|krita|borg)"
"""How chips are borrowed, in other words: ``bo gets 100 on credit``."""
_TO = one_of("to", "for", "til")
_BORROWS = one_of("borrows", "borrowed", "borrow", "loans", "låner", "lånte", "låne", "lånt")
_LENDS = one_of("lends", "lent", "lend", "loaned", "udlåner", "udlånte")
_BET = one_of(r"(?:(?:a|<a>|an|the|their|et|en|deres) )?(?:side ?-?)?(?:bet|væddemål|vædemål)(?:tet)?")
_THAT = one_of("that one", "that hand", "that", "this one", "this hand", "the last one", "the last hand", "the last", "last hand", "den hånd", "den sidste", "sidste hånd", "hånden", "hand", "it", "den", "the pot", "puljen")  # fmt: skip
_THAT_ONE = one_of(
    "that(?: last)?(?: one| hand)?",
    "(?:the )?last(?: one| hand)?",
    "den hånd",
    "den sidste(?: hånd)?",
    "sidste hånd",
)
"""Words for the last hand alone: `anna wins the pot` may begin a new one."""
_LAST = r"(?:the |den )?(?:last|previous|sidste|forrige)(?: (?:hand|one|hånd))?"
OOPS = one_of(
    "oops",
    "whoops",
    "ups",
    "no",
    "nej",
    "nope",
    "sorry",
    "wrong",
    "actually",
    "forkert",
    "hov",
    "hovsa",
    "undskyld",
    "wait",
    "vent",
    "my mistake",
    "my bad",
    "min fejl",
    "correction:?",
    "rettelse:?",
    "faktisk",
    "egentlig",
    "that(?:['\u2019]s| was)? (?:wrong|not right)",
    "det (?:var )?(?:forkert|ikke rigtigt)",
    "det passe(?:r|de) ikke",
    rf"{_LAST} (?:(?:was|var) )?(?:wrong|not right|forkert|ikke rigtig)",
)
_DELETE = one_of("delete", "remove", "cancel", "undo", "forget", "scratch", "drop", "slet", "fjern", "fortryd", "glem", "scrap", "strike", "take back", "tag")  # fmt: skip
_LASTLY = r"(?:(?:in |i )?(?:the |den )?(?:last|that|sidste|den) (?:hand|one|hånd))"
HAND_NUMBER = r"(?:hand|hånd|no|nr|number|nummer)\.? ?#?(\d{1,4})"
_THE_POT = one_of("pot", "potten", "pulje", "puljen", "middle", "midten")
_POTS = one_of("pot", "hand", "pulje", "pot", "hånd")
_FOLDED = one_of(
    "folded at",
    "folds at",
    "folded for",
    "dropped out at",
    "smed ved",
    "smed på",
    "smed for",
    "smed efter",
    "foldede ved",
    "gik ud ved",
    "var ude ved",
    "was out at",
    "out at",
)
_FOR_CHIPS = one_of("for", "with", "med")
_IN = one_of("in", "ind", "i", "inde")
_PUTS = one_of(
    "puts?", "paid", "pays", "in", "lagde", "lægger", "betalte", "betaler", "gav", "kom", "gik", "med", "inde"
)
_ONLY_PUT_IN = one_of(
    rf"(?:was |were |var )?{ONLY} {_PUTS}(?: (?:{_IN}|med))?(?: {_FOR_CHIPS})?",
    rf"(?:was |were |var )?{_PUTS}(?: (?:{_IN}|med))?(?: {_FOR_CHIPS})? {ONLY}",
    rf"(?:was |were |var ){ONLY}(?: (?:in|med|inde))? {_FOR_CHIPS}",
)
"""Before what a player put in who was in for less than the others: ``carl only put in 10``."""
_SOME = rf"{ONE.replace('(', '').replace(')', '')}(?:(?: ,)?(?: (?:and|og|&))? {ONE.replace('(', '').replace(')', '')})+"
_MONEY = r"([€£$] ?\d[\d.,]*|\d[\d.]*,-|\d[\d.,]* ?(?:kr|øre|eur|euros?|cents?|usd|dollars?|gbp|pounds?|dkk|[€£$])\.?)"
_CHIP = one_of("chips?", "jetons?", "jetonen", "jetoner", "jetonerne")
ENDS_WITH = one_of(
    "(?:ends?|ended|finish(?:es|ed)?)(?: up)? (?:with|on|at)",
    "(?:ender|endte|slutter|sluttede|slutte) (?:på|med)",
)
"""Before the chips that a player has at the end."""
_LEFT = one_of("left", "tilbage", "in front of (?:him|her|them)", "foran sig")
STACK = rf"(?: (?:chips?|jetoner))?(?: {_LEFT})?"
_WORTH = rf"(?:{_MONEY}|(\d? ?[.,] ?\d+|\d+(?:\.| , )\d\d))"
"""What a chip is worth: money with its currency, or with a decimal mark, unlike ``chips are 100 each``."""
_OUT_OF = r"(?:all |helt )?(?:out of|run out of|ran out of|løbet tør for|løb tør for|uden)"
_BROKE = one_of(
    f"{_OUT_OF} (?:chips|jetoner|money|penge)",
    "(?:run|ran|løbet|løb) (?:out|tør)",
    "(?:went|goes|going|gik|går) (?:broke|bust|fallit|ned|flad)",
    "busted(?: out)?|bust|busto|felted|tapped out|broke|skint|cleaned out",
    "flad|blank|ribbet|renset|på røven|på spanden|gået fallit|gået ned",
)
_FROM_BANK = one_of("from(?: the)? bank", "(?:af|fra|i) banken")
_GETS_CHIPS = one_of(
    "borrows?(?: from the bank)?", "gets?", "starts with", "start with", "får", "låner", "starter med"
)
_NOT = r"(?:(?:and |og )?(?:not|ikke)|instead of|rather than|i stedet for|frem for)"
PASSED_OVER = one_of("is", "er", "has", "have", "har", "just", "lige", "now", "nu", "please", "again", "igen")


def _said(*lines: str) -> Callable[..., Sentence | None]:
    """The lines with the groups of a form in place of {0}, {1} …"""
    return lambda *groups: Sentence(tuple(line.format(*groups) for line in lines))


def _said_first(line: str) -> Callable[..., Sentence | None]:
    """The line of a form with several orders, of which one matched."""
    return lambda *groups: Sentence((line.format(next(filter(None, groups))),))


def _said_of_all(line: str) -> Callable[..., Sentence | None]:
    """One line for several players together."""
    return lambda names, *_: Sentence((line.format(",".join(handles_in(names))),))


def _for_each(line: str) -> Callable[..., Sentence | None]:
    """The line for each of several players, with the chips before or after them."""

    def each(*groups: str) -> Sentence:
        names, chips = groups if "<" in groups[0] else reversed(groups)
        return Sentence(tuple(line.format(who, chips) for who in handles_in(names)))

    return each


def _on_credit(*said: str | None) -> Sentence:
    """Chips that the bank lends, with the players before or after them."""
    names, chips = sorted(filter(None, said), key=lambda word: "<" not in word)
    return Sentence(tuple(f"loan {who} {chips}" for who in handles_in(names)))


def _as_noun(noun: str, line: str) -> Iterator[tuple[str, Callable[..., Sentence | None]]]:
    """The forms of chips from the bank that are named by a noun: ``a loan of 50 to bo``."""
    for form in (
        rf"(?:{noun}|{_A}{noun} {_OF}) {_CHIPS} {_TO} ({MANY})(?: {EACH})?",
        rf"{_A}{_CHIPS} (?:(?:as|som|på|on) )?{_A}{noun} {_TO} ({MANY})(?: {EACH})?",
        rf"{_A}{noun}(?: {_TO})? ({MANY})(?: {_OF})? {_CHIPS}(?: {EACH})?",
        rf"(?:give|giv) ({MANY}) {_A}{noun} {_OF} {_CHIPS}(?: {EACH})?",
        rf"({WHO}) {_TAKES} {_A}{noun} {_OF} {_CHIPS}",
        rf"({WHO}) {_TAKES} {_A}{_CHIPS} {noun}",
        rf"{noun} {_CHIPS} ({WHO})",
    ):
        yield form, _for_each(line)


def _asked(what: NightFact) -> Callable[..., Sentence | None]:
    return lambda *who: Sentence(fact=(what, next(filter(None, who), "")))


def _refused(text: str) -> Callable[..., Sentence | None]:
    """A sentence that says what to write instead."""

    def refuse(*_: str) -> Sentence:
        raise LogError(tr(text))

    return refuse


def _lends(lender: str, borrower: str, chips: str) -> Sentence:
    """Chips from one player to another, who owes them like shadow; the bank isn't involved."""
    return Sentence((f"shadow {borrower} {lender} {chips}",))


def _each(line: str) -> Callable[..., Sentence | None]:
    """What each of several players owes or pays one, or one each of several; a line for each."""

    def lines(each: str | None, who: str, whom: str, chips: str) -> Sentence | None:
        payers, paid = handles_in(who), handles_in(whom)
        if 1 not in (len(payers), len(paid)) or len(payers) == len(paid):
            return None
        if not each:
            raise LogError(
                tr(
                    "Is that {chips} each? Write {chips} each if so, else a line for each of them.",
                    chips=chips,
                )
            )
        return Sentence(tuple(line.format(one, other, chips) for one in payers for other in paid))

    return lines


def _won(names: str, number: str | None = None, meld: str = "") -> Sentence:
    return Sentence(
        correction=Correction(int(number) if number else None, winners=handles_in(names), meld=meld or "")
    )


def _won_in(names: str, number: str | None, meld: str | None) -> Sentence | None:
    said = meld_in(meld) if meld else ""
    return None if meld and not said else _won(names, number, said)


def _edit_hint(number: str) -> NoReturn:
    raise LogError(tr("edit {number} fetches the hand's line: put its pot there, as =44.", number=number))


def _won_that(names: str, meld: str | None = None) -> Sentence | None:
    said = meld_in(meld) if meld else ""
    return None if meld and not said else _won(names, None, said)


def _had(
    handle: str, meld: str, number: str | None = None, *, winners: tuple[str, ...] = ()
) -> Sentence | None:
    said = meld_in(meld)
    hand = int(number) if number else None
    return Sentence(correction=Correction(hand, winners=winners, meld=said, of=handle)) if said else None


def _won_with(handle: str, meld: str, number: str | None = None) -> Sentence | None:
    return _had(handle, meld, number, winners=(handle,))


def _level_was(number: str | None, chips: str) -> Sentence:
    return Sentence(correction=Correction(int(number) if number else None, level=parse_chips(chips)))


def level_or_pot(number: str | None, *chips: str | None) -> Sentence:
    """``no, it was 15``, which may be a stake, a pot or a game whose alias is a number."""
    said = next(filter(None, chips), "")
    if number:
        raise LogError(
            tr("Did each put in {chips}? Write hand {number} was {chips} each.", chips=said, number=number)
        )
    raise LogError(
        tr(
            "Did each put in {chips}, or was that the pot? Write it was {chips} each, or the pot was {chips}.",
            chips=said,
        )
    )


def _folded_at(names: str, chips: str, number: str | None = None) -> Sentence:
    folded = tuple((handle, parse_chips(chips)) for handle in handles_in(names))
    return Sentence(correction=Correction(int(number) if number else None, folded=folded))


def _put_in_less(names: str, chips: str, number: str, names_too: str, chips_too: str) -> Sentence:
    """``carl only put in 10``, which may be what he bought where no hand was logged last."""
    sentence = _folded_at(names or names_too, chips or chips_too, number)
    assert sentence.correction
    return replace(sentence, correction=replace(sentence.correction, is_vague=not number))


def _bet(loser: str, winner: str, chips: str | None) -> Sentence:
    if not chips:
        raise LogError(
            tr("How many chips was the bet? Write pay {loser} {winner} 5 bet.", loser=loser, winner=winner)
        )
    return Sentence((f"pay {loser} {winner} {chips} bet",))


def _bet_won(*said: str | None) -> Sentence:
    """A bet by its winner, its chips and its loser."""
    winner, chips, loser = [word for word in said if word]
    return _bet(loser, winner, chips)


def _bet_between(*said: str | None) -> Sentence | None:
    """A bet of two players, with its chips and who won it."""
    one, other, chips, winner = [word for word in said if word]
    if winner not in (one, other):
        return None
    return _bet(other if winner == one else one, winner, chips)


def _from_bank(who: str, chips: str) -> Sentence:
    """Chips for a player, if it isn't known whether they are bought or borrowed."""
    return Sentence(question=Question(Missing.BANK, chips, (who,)))


def _how_many(verb: str) -> Callable[..., Sentence | None]:
    """A question about the chips of a loan or a purchase that names none."""
    return lambda who: Sentence(question=Question(Missing.CHIPS, f"{verb} {who}", (who,)))


def _chip_is_worth(*amounts: str | None) -> Sentence:
    """``chips are 0.50 each``; a comma between digits is set apart."""
    return Sentence((f"chip {next(filter(None, amounts), '').replace(' , ', ',')}",))


def _skip(count: str) -> Sentence:
    """Hands that were not logged: ``vi glemte to hænder``."""
    hands = "1" if count in ("a", "<a>") else number_of(count)
    return Sentence((f"skip {hands}",))


def new_deal() -> NoReturn:
    raise LogError(tr("A new deal belongs to its hand: write the hand's game and level, such as 7s 4 !nd."))


_SOME_HANDS = r"(\d{1,2}|<a>|[a-zæø]{1,5}) (?:hands?|hånd|hænder|rounds?|runder?)"
_ONLINE = rf"(?:(?:on|by|in|with|på|med|via|i) )?{PAID_BY}"
_BACK = r"(?: back| tilbage)?"
_OWES = one_of("owes?", "owed", "skylder", "skyldte")
_FOR_EACH = one_of("both", "begge", EACH)
_PAYS = one_of("gives", "repays", "repaid", "gave", "given", "giver", "gav", "givet", "pays?", "paid", "betaler", "betalte", "betalt", "sends", "sent", "sender", "sendte", "sendt",
    "transfers", "transferred", "overfører", "overførte", "overført", "mobile ?pa(?:y(?:er|ede|et|ed|s)|id)", "swish(?:er|ede|et)", "vipps(?:er|ede|et)")  # fmt: skip
_GIVEN = mark(
    "Chips from one player to another: write anna owes carl 50 if they come back, or pay carl anna 50 bet if they don't."
)

FORMS: tuple[tuple[str, Callable[..., Sentence | None]], ...] = (
    (rf"(?:(?:<a>|a|an|en|1|each|every|hver|the|our|vores) )?(?:small |lille |små )?{_CHIP} (?:(?:are|=|:|worth|costs?|koster|kostede|at|til) )*{_WORTH}(?: {EACH}| værd)*", _chip_is_worth),
    (rf"{_WORTH} (?:(?:for|per|pr\.?|<a>|a|an|en|each|every|hver|the) )+(?:small |lille )?{_CHIP}", _chip_is_worth),
    # chips
    (rf"{ONE} {_BUYS}(?: {FOR}| {_ANOTHER})? {_CHIPS}(?: {_EXTRA})?(?: {_FROM_BANK})?", _said("buy {0} {1}")),
    (rf"{ONE} {_WANTS}(?: ,)?(?: {FOR})?(?: {_ANOTHER})? {_CHIPS}", _said("buy {0} {1}")),
    (rf"(?:give|giv) {ONE}(?: {_ANOTHER})? {_CHIPS}", _said("buy {0} {1}")),
    (rf"({_SOME}) (?:(?:{EACH}|both|begge) )?(?:{_BUYS}|{_WANTS})(?: {FOR}| {_ANOTHER})? {_CHIPS}(?: {EACH})?", _for_each("buy {} {}")),
    (rf"({_SOME}) (?:(?:{EACH}|both|begge) )?(?:{_BORROWS}|{_LOAN}) {_CHIPS}(?: {EACH})?(?: {_FROM_BANK})?", _for_each("loan {} {}")),
    (rf"{EVERYONE} (?:(?:but|except|undtagen|bortset fra) {MANY} )?(?:{_BUYS}|{_WANTS}|{_BORROWS})(?: {FOR}| {_ANOTHER})? {CHIPS}(?: {EACH})?(?: (?:but|except|undtagen|bortset fra) {MANY})?(?<=>)|{EVERYONE} (?:but|except|undtagen|bortset fra) {MANY} (?:{_BUYS}|{_WANTS}|{_BORROWS})(?: {FOR}| {_ANOTHER})? {CHIPS}(?: {EACH})?",
     _refused(mark("Name the players who buy or borrow: anna, bo and erik buy 100 each."))),
    (rf"{EVERYONE} (?:buy in|buys in|bought in|buy|buys|bought|rebuys?|køber ind|købte ind|køber|købte|køber sig ind)(?: {FOR}| {_ANOTHER})? {_CHIPS}(?: {_EXTRA})?(?: {EACH})?", lambda chips: Sentence(bought=chips)),
    (rf"(?:{_ANOTHER} )?{_CHIPS} (?:to|for|til) {ONE}(?: {_FROM_BANK})?", lambda chips, who: _from_bank(who, chips)),
    (rf"{ONE} (?:got|gets|took|takes|får|fik|tog|tager)(?: {_ANOTHER})? {_CHIPS} {_FROM_BANK}", _from_bank),
    (rf"(?:can|may|could|kan|må) {ONE} (?:(?:godt|lige|please) )?(?:get|have|få|buy|købe|borrow|låne|take|tage)(?: {_ANOTHER})? {_CHIPS}", _from_bank),
    (rf"(?:the )?{one_of('bank', 'banken')} (?:gives?|gave|giver|gav|pays?|paid|betaler|betalte) {ONE}(?: {_ANOTHER})? {_CHIPS}", _from_bank),
    (rf"{ONE} (?:(?:gets?|got|takes?|took|får|fik|tager|tog) )?{C} (?:more|extra|mere|til|ekstra)(?: (?:chips|jetoner))?", _from_bank),
    (rf"{ONE} {_BROKE}(?: ,)?(?: (?:and|og|so|så|gets?|får|gives? (?:him|her)|giv(?:er)? (?:ham|hende)|skal have))*(?: {_ANOTHER})? {_CHIPS}(?: til)?", _from_bank),
    (rf"{ONE} {_BROKE}(?: ,)?(?: (?:and|og|so|så|he|she|hun|han))* {_BORROWS}(?: {_ANOTHER})? {_CHIPS}", _said("loan {0} {1}")),
    (rf"{ONE} (?:{_BUYS}|reloads?|reloaded|tops up|topped up|fylder op|tanker op)(?: (?:more|mere|some|nogle))?(?: (?:chips|jetoner))?", _how_many("buy")),
    (rf"{ONE} {_BORROWS}(?: (?:more|mere|some|nogle|a little|a bit|lidt))?(?: (?:chips|jetoner))?(?: {_FROM_BANK})?", _how_many("loan")),
    (rf"{ONE} skal {C} (?:mere|til|ekstra)(?: (?:chips|jetoner))?", _from_bank),
    (rf"{ONE} (?:gave|gives|giver|gav|hands|handed) {ONE} {_CHIPS}",
     _refused(_GIVEN)),
    (rf"{ONE} (?:hands back|handed back|returns|returned|gives back|gave back|afleverer|afleverede|leverer tilbage) {_CHIPS}(?: (?:to the bank|til banken))?", _said("return {0} {1} part")),
    (rf"{ONE} (?:gives|gave|hands|handed|sells?|sold|giver|gav|leverer|leverede|afleverer|sælger|solgte) {_CHIPS} (?:back|tilbage)(?: (?:to the bank|til banken|i banken))?", _said("return {0} {1} part")),
    (rf"{ONE} (?:paid|pays|betaler|betalte) {ONE}(?: back)? {_CHIPS}(?: (?:back|tilbage))?(?: (?:he|she|they|han|hun) (?:owed|owes|skyldte|skylder).*)?", _said("pay {0} {1} {2}")),
    (rf"{ONE} (?:pays?|paid|betaler|betalte)(?: back)? {_CHIPS}(?: (?:back|tilbage))? (?:to|til) {ONE}(?: (?:back|tilbage))?", _said("pay {0} {2} {1}")),
    (rf"{ONE} {_PAYS}{_BACK} {_MONEY}{_BACK} (?:to|til) {ONE}{_BACK}(?: {_ONLINE})?", _said("pay {0} {2} {1}")),
    (rf"(?:{PAID_BY}:? )?{_MONEY} (?:from|by|fra|af) {ONE} (?:to|til) {ONE}(?: {_ONLINE})?", _said("pay {1} {2} {0}")),
    (rf"(?:{PAID_BY}:? )?{_MONEY} (?:to|til) {ONE} (?:from|by|fra|af) {ONE}(?: {_ONLINE})?", _said("pay {2} {1} {0}")),
    (rf"{PAID_BY}:? (?:(?:from|fra) )?{ONE} (?:to|til) {ONE}(?: ,|:)? {_MONEY}", _said("pay {0} {1} {2}")),
    (rf"{ONE} (?:gave|gives|giver|gav) {_CHIPS} (?:to|til) {ONE}|{ONE} (?:got|gets|took|takes|wins?|won|får|fik|tog|tager|vinder|vandt) {_CHIPS} (?:from|off|fra|af) {ONE}", _refused(_GIVEN)),
    (rf"{ONE} (?:owes?|owed|skylder|skyldte|shorted|shorts|short|(?:light|kort|mangler)(?: i)?) (?:the )?{_THE_POT}(?: {_CHIPS})?|{ONE} (?:owes?|owed|skylder|skyldte|is short|mangler) {_CHIPS} (?:to|in|til|i) (?:the )?{_THE_POT}"
     rf"|(?:the )?{_THE_POT} (?:short|light|missing|missed|manglede|mangler) {_CHIPS}(?: (?:from|fra) {ONE})?|{ONE} (?:put|lagde) {C} (?:too much|too little|for meget|for lidt)(?: (?:in|i|into|ind))*(?: (?:the )?{_THE_POT})?"
     rf"|(?:(?:we|vi) )?(?:{ONE} )?(?:forgot|forgets|glemte|missed|didn'?t (?:post|pay)) (?:(?:his|her|their|the|sin|sit|to|at) )*(?:{ONE} )?(?:ante|blinds?|indskud|indsats)(?: .*)?",
     _refused(mark("A pot that holds another sum than the hand says is written as it was counted: the pot was 84. What a player owes the winner is bo owes anna 5."))),
    (rf"{ONE}:? ?[+-] ?{CHIPS}(?:(?: ,)? (?:and |og )?{ONE}:? ?[+-] ?{CHIPS})+", _refused(mark("Results alone are no hand: write a hand as 7s 14 anna wins, or import nights without hands from a sheet: peder import csv."))),
    (rf"{ONE} {_OWES} {_CHIPS} (?:to|til) {ONE}(?: (?:for|of|in|i|af) (?:shadow|skygge))?", _said("shadow {0} {2} {1}")),
    (rf"{ONE} {_OWES} {ONE} {_CHIPS} (?:of |in |for |i |af )?(?:shadow|skygge)", _said("shadow {0} {1} {2}")),
    *((rf"(?:(?=.* ({_FOR_EACH})\b)|)({MANY})(?: {_FOR_EACH})? {verb}(?: {_FOR_EACH})? ({MANY})(?: {_FOR_EACH})? {chips}(?: {_FOR_EACH})?", _each(line))
      for verb, chips, line in ((_OWES, _CHIPS, "shadow {} {} {}"), (_PAYS, _MONEY, "pay {} {} {}"))),
    (rf"{ONE} {_PAYS}{_BACK} {ONE}{_BACK}(?: (?:the|de))? {_MONEY}{_BACK}(?: {_ONLINE})?", _said("pay {0} {1} {2}")),
    (rf"{ONE} (?:lost|loses|taber|tabte) (?:(?:a|<a>|et|en) )?(?:side ?-?)?(?:bet|væddemål|sidebet)(?: of {C})? (?:to|with|til|mod|over for) {ONE}(?: ,)?(?: (?:of|for|på))?(?: {_CHIPS})?",
     lambda loser, of, winner, chips: _bet(loser, winner, of or chips)),
    (rf"{ONE} (?:won|wins|vandt|vinder) (?:(?:a|<a>|et|en) )?(?:side ?-?)?(?:bet|væddemål|sidebet)(?: of {C})? (?:from|off|against|with|over|fra|mod|af) {ONE}(?: ,)?(?: (?:of|for|på))?(?: {_CHIPS})?",
     lambda winner, of, loser, chips: _bet(loser, winner, of or chips)),
    (rf"{_BET}:?(?: (?:between|mellem))? {ONE}{AND}(?:(?:vs|against|mod) )?{ONE}(?: ,)?(?: (?:for|of|om|på))? {_CHIPS}(?: ,)?(?: (?:and|og))? {ONE} {WINS}(?: (?:it|den|det|that))?"
     rf"|{ONE} (?:and|og|&) {ONE} (?:(?:had|havde|made|make|lavede|indgik|bets?|vædder|væddede) )?(?:{_BET} )?(?:(?:for|of|om|på) )?{_CHIPS}(?: (?:on|over|på) (?:the |a |<a> )?[^<>,\d]{{3,30}})?(?: ,)?(?: (?:and|og))? {ONE} {WINS}(?: (?:it|den|det|that))?", _bet_between),
    (rf"{_BET}:? {ONE} (?:pays?|paid|owes?|betaler|betalte|skylder) {ONE} {_CHIPS}", _said("pay {0} {1} {2} bet")),
    (rf"{_BET}:? (?:(?:between|mellem) )?{ONE}(?: ,)?(?: (?:and|og|&|against|mod|vs\.?|versus))? {ONE}(?: ,)?(?: (?:for|of|om|på))?(?: {_CHIPS})?"
     rf"|{ONE} (?:and|og|&) {ONE} (?:(?:had|made|make|havde|lavede|indgik) )?{_BET}(?:(?: ,)?(?: (?:for|of|om|på))? {_CHIPS})?|{ONE} (?:bets?|vædder|væddede)(?: med)? {ONE}(?: (?:for|om))? {_CHIPS}",
     _refused(mark("Who lost the bet? If Bo pays Anna 10, write pay bo anna 10 bet."))),
    (rf"{ONE} (?:lost|loses|taber|tabte) {_CHIPS} (?:to|til) {ONE} (?:on|in|over|with|på|i|ved) {_BET}", _said("pay {0} {2} {1} bet")),
    (rf"{ONE} {WINS} {_CHIPS} (?:from|off|of|fra|af) {ONE} (?:on|in|over|with|på|i|ved) {_BET}|{_BET}:? {ONE} {WINS} {_CHIPS} (?:from|off|of|fra|af) {ONE}", _bet_won),
    (rf"{_BET}:? {ONE} (?:lost|loses|taber|tabte) {_CHIPS} (?:to|til) {ONE}", _said("pay {0} {2} {1} bet")),
    (rf"{ONE} (?:bets?|vædder|væddede)(?: med)? {ONE}(?: (?:for|om))? {_CHIPS}(?: ,)? (?:and|og) (?:lost|taber|tabte|loses)", _said("pay {0} {1} {2} bet")),
    (rf"{ONE} (?:bets?|vædder|væddede)(?: med)? {ONE}(?: (?:for|om))? {_CHIPS}(?: ,)? (?:and|og) (?:won|wins|vandt|vinder)", _said("pay {1} {0} {2} bet")),
    *(form for noun, verb in ((_LOAN, "loan"), (_PURCHASE, "buy")) for form in _as_noun(noun, f"{verb} {{}} {{}}")),
    (rf"{_A}{_LOAN} {_OF} {_CHIPS} {_TO} {EVERYONE}|{_LOAN}(?: {_OF})? {_CHIPS} {_TO} {EVERYONE}|{_A}{_LOAN}(?: {_TO})? {EVERYONE}(?: {_OF})? {_CHIPS}", _said_first("loan all {}")),
    (rf"{ONE} (?:gives?|gave|giver?|gav) {ONE} {_A}{_LOAN} {_OF} {_CHIPS}", _lends),
    (rf"{_A}{_LOAN} {_OF} {_CHIPS} {_TO} {ONE} (?:from|fra) {ONE}", lambda chips, who, lender: _lends(lender, who, chips)),
    (rf"({MANY}) (?:{_TAKES}|{_BUYS}|{_BORROWS})(?: {_ANOTHER})? {_CHIPS}(?: {EACH})? {_CREDIT}|{_CHIPS} {_CREDIT} {_TO} ({MANY})", _on_credit),
    (rf"{ONE} {_BORROWS}(?: {_ANOTHER})? {_CHIPS}(?: {_EXTRA})?(?: {_FROM_BANK})?", _said("loan {0} {1}")),
    (rf"(?:the )?{one_of('bank', 'banken')} {one_of(_LENDS, 'låner')} {ONE} {_CHIPS}", _said("loan {0} {1}")),
    (rf"{EVERYONE} {_GETS_CHIPS}(?: {_ANOTHER})? {_CHIPS}(?: {_EXTRA})?(?: {EACH})?(?: {_CREDIT})?", _said("loan all {0}")),
    (rf"{ONE} {one_of(_LENDS, 'loans', 'loan', 'låner', 'lånte')} {ONE} {_CHIPS}", _lends),
    (rf"{ONE} {one_of(_LENDS, 'loans', 'loan', 'låner', 'lånte')} {_CHIPS} (?:to|til|out to|ud til) {ONE}", lambda lender, chips, who: _lends(lender, who, chips)),
    (rf"{ONE} {_BORROWS} {_CHIPS} (?:from|off|of|af|fra|hos) {ONE}", lambda who, chips, lender: _lends(lender, who, chips)),
    (rf"{ONE} {LEAVES}(?: ,)?(?: {one_of('and', 'og')})?(?: {_CASHES})?(?: {WITH}| for)? {_CHIPS}", _said("count {0} {1}", "leaves {0}")),
    (rf"{ONE} {LEAVES} ,? ?(?:(?:and|og|with|med|she|he|hun|han|they|he's|she's|they've|got|had|tog|havde|took) )*{C}(?: (?:left|chips|jetoner|tilbage|with (?:him|her|them)|med))*", _said("count {0} {1}", "leaves {0}")),
    (rf"{ONE} (?:got |down to |nede på |oppe på |left )?{C}(?: chips| jetoner)? {_LEFT}|{ONE} {ENDS_WITH} {C}{STACK}",
     lambda who, chips, ended, stack: Sentence((f"count {who or ended} {chips or stack}",))),
    (rf"{ONE} {_BROKE}",
     _refused(mark("Write what happens now: bo buys 100, bo borrows 100, or bo goes home."))),
    (rf"{ONE} {_BROKE}(?: ,)?(?: (?:and|so|og|så|he|she|hun|han))* (?:{_BUYS}|{_WANTS}|takes|gets|tager|får)(?: {FOR}| {_ANOTHER})? {_CHIPS}", _said("buy {0} {1}")),
    (rf"{ONE} {_CASHES}(?: {WITH}| for)? {_CHIPS}(?:(?: ,)? (?:and|og) {LEAVES})?", _said("count {0} {1}", "leaves {0}")),
    # who is here
    (rf"({MANY}) (?:both |all |begge |alle )?{LEAVES}", _said_of_all("leaves {}")),
    (rf"({MANY}) (?:kommer |came |comes? |are |is |er )?{one_of('back', 'back in', 'tilbage')}(?: (?:from|fra|with us|in the game|i spillet)(?: [^<>\d,]{{1,30}})?)?", _said_of_all("back {}")),
    (rf"({MANY}) (?:rejoins?|rejoined)(?: (?:the table|the game|us|os))?", _said_of_all("back {}")),
    (rf"{MANY} (?:comes?|came|is|are|kommer|kom|er) (?:back|tilbage)(?: in)? (?:with|for|med) {CHIPS}",
     _refused(mark("Write dorte is back, and then dorte buys 100 if the bank sells the chips."))),
    (r"(?:re-?open|genåbn|åbn)(?: (?:the|this|den|min|vores))?(?: (?:night|evening|game|aften|aftenen|nat|natten))?(?: (?:again|igen))?",
     _refused(mark("The next line opens the night again: write what comes next. u takes back the last entry."))),
    (rf"{ONE} (?:in|med)", _said("back {0}")),  # `er` and `igen` aren't part of it
    (rf"{ONE} {COMES}", _said("joins {0}")),
    (rf"{ONE} (?:(?:sitting|sits|sat|skipping|skips|skipped|springer|sprang|misses|missed) )?(?:this one|this hand|(?:<a>|a|one|en|et) (?:hand|hånd|round|runde)|denne|denne hånd)(?: (?:out|over))?|deal (?:me|him|her|{ONE}) out(?: ,)?(?: {ONE})?|(?:spring|skip) {ONE} over denne gang",
     _refused(mark("Say it with the hand: 7s 14 everyone but bo, anna wins. For longer write pause bo, and back bo when he plays again."))),
    (rf"{ONE} (?:sits? in|sitting in|plays?|playing|spiller|sidder) (?:for|instead of|i stedet for) {ONE}", _refused(mark("Chips belong to a player, whoever holds the cards: log the hands as that player's, or write pause carl."))),
    (rf"{MANY} (?:swap|swaps|swapped|switch|switched|change|changed|bytter|byttede|skifter|skiftede) (?:seats?|places?|plads(?:er)?)|{ONE} (?:moves?|moved|flytter|flyttede) .*", _refused(mark("Seats don't change during a night: deals WHO says who deals when the order differs."))),
    (rf"({MANY}) (?:are )?(?:(?:takes?|taking|on|took) (?:a|<a>) break|holder en pause|tager en pause|stepped away|pauses|pauserer|holder pause|pause|having (?:<a> |a )?(?:smoke|cigarette|break)|out for (?:<a> |a )?(?:smoke|cigarette)|(?:out )?smoking|(?:(?:går|gik) )?(?:ude?|udenfor) (?:at ryge|og ryge|for at ryge)|ryger|til rygning|(?:gone |went |going )?(?:to|at|in|on|på|til) (?:the )?(?:loo|toilet|toilettet|bathroom|restroom|wc|phone|telefonen|bar|baren)|sits? out|sidder over|steps? out)", _said_of_all("pause {}")),
    (rf"(?:the )?next (?:dealer|deal) {ONE}|(?:the )?dealer {ONE}|{ONE} (?:the )?(?:next )?dealer|{ONE} (?:deals?|dealing)(?: (?:next|first))?|{ONE} giver først|næste (?:giver|giv) {ONE}|{ONE} giver(?: næste)?",
     _said_first("deals {}")),
    (rf"(?:it'?s |det )?(?:on|up to|op til) {ONE} (?:to deal|at give)|(?:the )?deal(?:'s)? on {ONE}|(?:it'?s|det) {ONE} (?:turn to deal|deal|giv|tur til at give)|{ONE} skal give|{ONE} (?:deals|gives|giver|deler ud) (?:the )?(?:next(?: (?:one|hand|time))?|næste(?: (?:gang|hånd|omgang))?|den næste)|{ONE} (?:the |has the )?(?:button|knappen)|(?:the )?(?:button|knappen) (?:on|to|hos|til)? ?{ONE}", _said_first("deals {}")),
    (rf"(?:skip|spring) (?:over )?{ONE}(?: (?:over|deal|turn|giv|tur))*", lambda who: Sentence(skipped=who)),
    (rf"(?:the |our |vores )?(?:new |ny )?(?:banker|bankør):? {ONE}|{ONE} (?:the )?(?:banker|bankør)|{ONE} (?:keeps|holds|holder|styrer|runs|har|passer) (?:the )?(?:bank|banken)|{ONE} (?:takes|took) over (?:the )?bank|{ONE} (?:overtager|tager) banken|{ONE} (?:(?:the )?bank|banken)(?: tonight| i aften)?",
     _said_first("banker {}")),
    (rf"(?:the )?(?:bank|banken):? {ONE}", _refused(mark("Write banker bo if Bo has the bank from now on, or bank to see the accounts."))),
    # corrections of a hand
    (rf"(?:{OOPS}(?: ,)? )+({MANY}) {WINS}(?: {_THAT})?(?: {WITH} ([^,<>]+))?(?:(?: ,)? (?:and )?(?:not|ikke|instead of|i stedet for) {MANY})?", _won_that),
    (rf"{_LAST}(?:,|:)? ({MANY}) {WINS}(?: {WITH} ([^,<>]+))?", _won_that),
    (rf"({MANY}) {WINS} {_THAT_ONE}(?: {WITH} ([^,<>]+))?(?:(?: ,)? (?:and )?(?:not|ikke|instead of|i stedet for) {MANY})?", _won_that),
    (rf"({MANY}) {WINS}(?: {_THAT})?(?: {WITH} ([^,<>]+))?(?: ,)? (?:and )?(?:not|ikke|instead of|i stedet for) {MANY}", _won_that),
    (rf"(?:{OOPS}(?: ,)? )+(?:it was|it|that was|that|det var|det) ({MANY})(?: (?:who|that|der|som) {WINS})?(?: {_THAT})?(?: {WITH} ([^,<>]+))?(?:(?: ,)? (?:not|ikke) {MANY})?", _won_that),
    (rf"(?:{OOPS}(?: ,)? )+(?:the )?(?:winner|vinderen|vinder) (?:was |var )?({MANY})(?: {WITH} ([^,<>]+))?(?:(?: ,)? (?:not|ikke) {MANY})?", _won_that),
    (rf"(?:{OOPS}(?: ,)? )*(?:it was|that was|that|det var|the last (?:pot|hand) was|sidste pulje var) ({MANY}) {_POTS}", _won),
    (rf"(?:{OOPS}(?: ,)? )*(?:the |den )?(?:last|previous|sidste|forrige) (?:hand|one|pot|hånd|pulje) (?:was|went to|goes to|var|gik til) ({MANY})", _won),
    (rf"(?:{OOPS}(?: ,)? )*{HAND_NUMBER}:? (?:was|var|belongs to|er) ({MANY})", lambda number, names: _won(names, number)),
    (rf"(?:{OOPS}(?: ,)? )*{HAND_NUMBER}:? ({MANY}) {WINS}(?: it| den)?", lambda number, names: _won(names, number)),
    (rf"(?:{OOPS}(?: ,)? )*{HAND_NUMBER}:? (?:(?:was|var) )?(?:wrong|not right|forkert|ikke rigtig)(?: ,)? (?:(?:it was|it|that was|that|det var|det) )?({MANY})(?: (?:(?:who|that|der|som) )?{WINS})?", lambda number, names: _won(names, number)),
    (rf"(?:{OOPS}(?: ,)? )*(?:{HAND_NUMBER}|{_LAST}|it|that|det|den):? (?:was|is|var|er|should be|skulle være)(?: (?:for|at|på|til))? {C}(?: {EACH}(?:(?: ,)? {_NOT} {CHIPS}(?: {EACH})?)?|(?: ,)? {_NOT} {CHIPS}(?: {EACH})?)", _level_was),
    (rf"(?:{OOPS}(?: ,)? )*(?:{HAND_NUMBER}|{_LAST}|it|that|det|den) (?:should(?:'ve| have)? (?:be|been)|skulle (?:være|have været)) {C}", _level_was),
    (rf"(?:{OOPS}(?: ,)? )*(?:{HAND_NUMBER}|{_LAST}|it|that|det|den):? (?:was|var)(?: (?:for|at|på|til))? {C}|(?:{OOPS}(?: ,)? )+{C}", level_or_pot),
    (rf"(?:{OOPS}(?: ,)? )*(?:the |den )?(?:pot|potten|pulje|puljen) (?:was|var|should be|should have been|skulle være)(?: (?:really|actually|faktisk|egentlig))? {C}(?:(?: ,)? {_NOT} {CHIPS})?", _said("={0}")),
    (rf"(?:{OOPS}(?: ,)? )*(?:make (?:it|that)|(?:ret|lav) (?:den|det)(?: om)? til) {C}(?: {EACH})?", lambda chips: _level_was(None, chips)),
    (rf"(?:{OOPS}(?: ,)? )*({MANY}) {_FOLDED} {C} (?:in|i|on) (?:the |den )?(?:last|previous|that|sidste|forrige|den) (?:hand|one|hånd)|(?:{OOPS}(?: ,)? )*({MANY}) {_FOLDED} {C} (?:last hand|last one|sidste hånd|i den sidste)",
     lambda names, chips, names_too, chips_too: _folded_at(names or names_too, chips or chips_too)),
    (rf"(?:{OOPS}(?: ,)? )*{MANY} (?:(?:also |også ){FOLDS}|{FOLDS} (?:too|also|også|as well))|(?:{OOPS}(?: ,)? )+{MANY} {FOLDS}", _refused(mark("At how many chips? Write bo folded at 3 too."))),
    (rf"(?:{OOPS}(?: ,)? )*({MANY}) {_FOLDED} {C} (?:too|also|også|as well)", _folded_at),
    (rf"(?:{OOPS}(?: ,)? )*({MANY}) {_ONLY_PUT_IN} {C}(?: {_IN})?(?: {_LASTLY})?|(?:{OOPS}(?: ,)? )*(?:in |i )?{HAND_NUMBER}(?: ,|:)? ({MANY}) {_ONLY_PUT_IN} {C}(?: {_IN})?", _put_in_less),
    (rf"(?:{OOPS}(?: ,)? )*(?:{ONLY} )?{_SOME} (?:(?:were|was|var|stays?|stayed|blev|bliver|played|spillede)(?: (?:in|med|inde|i|hængende))?|(?:in|med|inde)){TO_THE_END}?(?: {_LASTLY})?",
     _refused(mark("At how many chips did the others fold? Write bo folded at 3 last hand."))),
    (rf"(?:{OOPS}(?: ,)? )*({MANY}) (?:also |også ){_FOLDED} {C}|(?:{OOPS}(?: ,)? )+({MANY}) {_FOLDED} {C}",
     lambda names, chips, names_too, chips_too: _folded_at(names or names_too, chips or chips_too)),
    (rf"(?:{OOPS}(?: ,)? )*({MANY}) {_FOLDED} {C} (?:in|i) {HAND_NUMBER}", _folded_at),
    (rf"(?:{OOPS}(?: ,)? )*(?:in |i )?{HAND_NUMBER}(?: ,|:)? {ONE} (?:won|vandt) (?:with|med) ([^,<>]+)", lambda number, who, meld: _won_with(who, meld, number)),
    (rf"(?:{OOPS}(?: ,)? )*{ONE} (?:won|vandt) (?:with|med) ([^,<>]+?) (?:(?:in the |in |i )?(?:last|that|sidste|den) (?:hand|one|hånd)|(?:in|i) {HAND_NUMBER})", _won_with),
    (rf"(?:{OOPS}(?: ,)? )*{ONE} (?:had|havde|showed|viste) ([^,<>]+?) (?:in the |in |i )?(?:last|that|sidste|den) (?:hand|one|hånd)", _had),
    (rf"(?:{OOPS}(?: ,)? )*{ONE} (?:had|havde|showed|viste) ([^,<>]+?) (?:in|i) {HAND_NUMBER}", _had),
    (rf"(?:{OOPS}(?: ,)? )*(?:in |i )?{HAND_NUMBER}(?: ,|:)? ({ONE} (?:had|havde|showed|viste)|(?:had|havde|viste) {ONE}) ([^,<>]+)", lambda number, _, who, other, meld: _had(who or other, meld, number)),
    (rf"(?:{OOPS}(?: ,)? )*{ONE} (?:had|havde|showed|viste) ((?:(?:an?|<a>|en|et) )?[^,<>]+)", _had),
    (rf"(?:{OOPS}(?: ,)? )?({MANY}) {WINS} {HAND_NUMBER}(?: {WITH} ([^,<>]+))?", _won_in),
    (rf"(?:{OOPS}(?: ,)? )*(?:in |i )?{HAND_NUMBER}:? (?:it )?(?:was|var)(?: (?:it|det))? ({MANY}) (?:who |that |der |som )?{WINS}(?: {_POTS})?", lambda number, names: _won(names, number)),
    (rf"{HAND_NUMBER} (?:was )?(?:won by|goes to|went to|til|blev vundet af|vundet af|gik til) ({MANY})(?: {WITH} ([^,<>]+))?", lambda number, names, meld: _won_in(names, number, meld)),
    (rf"(?:{OOPS}(?: ,)? )*(?:in |i )?{HAND_NUMBER}(?: ,|:)? ({MANY}) {_FOLDED} {C}(?:(?: ,)? {_NOT} {CHIPS})?", lambda number, names, chips: _folded_at(names, chips, number)),
    (rf"(?:{OOPS}(?: ,)? )*(?:in |i )?{HAND_NUMBER} (?:smed|foldede) ({MANY}) (?:ved|på|for|efter) {C}", lambda number, names, chips: _folded_at(names, chips, number)),
    (rf"(?:(?:i|we|jeg|vi) )?(?:forgot|glemte)(?: that| at)? ({MANY}) {_FOLDED} {C}", _folded_at),
    (rf"(?:it was|that was|it|det var|det) ({MANY}) (?:who |that |der |som ){WINS} {_THAT_ONE}(?: {WITH} ([^,<>]+))?", _won_that),
    (rf"(?:the )?(?:pot|potten|pulje|puljen) (?:in|of|i) {HAND_NUMBER} (?:was|var) {C}", lambda number, chips: _edit_hint(number)),
    (rf"{MANY} (?:dealt|gave|gav|delte ud) {_THAT_ONE}|(?:it was|that was|det var) {ONE} (?:deal|giv)|(?:the )?(?:wrong dealer|dealer was wrong|dealer wrong)(?: .*)?|forkert giver(?: .*)?",
     _refused(mark("The dealer of a logged hand stands before its game: edit fetches the last hand's line, edit 3 hand 3's; write bo: before the game."))),
    (rf"{MANY} (?:(?:was|were|var) )?(?:not|wasn['\u2019]?t|weren['\u2019]?t|ikke)(?: (?:in|med|i|part of))+ (?:(?:the )?last|that|(?:den )?sidste|den) (?:hand|one|hånd)|{MANY} (?:sat out|sad over) {_THAT_ONE}",
     _refused(mark("Who sat out stands in the hand's line: edit fetches the last hand's, edit 3 hand 3's; write b- there if Bo sat out."))),
    (rf"(?:(?:the|{ONE}) )?(?:loan|rebuy|buy|buy-?in|lån|lånet|køb|købet|genkøb) (?:(?:was|var|of|på|should be|should have been|skulle være) )+{C}(?! {_TO} {MANY}(?: {EACH})?$)(?: .*)?|(?:take back|undo|delete|remove|slet|fjern|fortryd) (?:(?:the|{ONE}) )?(?:last )?(?:loan|rebuy|buy|buy-?in|lån|lånet|køb|købet)(?: .*)?",
     _refused(mark("u takes back the last entry. An older one: history lists them with their numbers, u #7 takes back entry 7, and edit #7 buy bo 50 changes it."))),
    (rf"{_DELETE} (?:the |de )?(?:last |latest |sidste |seneste )?(?:\d|two|three|to|tre)(?: (?:last|latest|sidste|seneste))?(?: (?:hands|hænder|entries|lines|linjer))?", _refused(mark("One at a time: u takes back the last entry, and u again the one before it."))),
    (r"(?:merge|saml|flet) .*<\w+>.*|.*<\w+>.* (?:the )?(?:same|den samme|samme)(?: (?:person|player|guy|spiller|mand))?(?: as .*| som .*)?",
     _refused(mark("Two names of one player are put together after the night: peder players merge says how."))),
    (rf"{MANY} {_OWES} {ONE} \d\S*(?: kr)? (?:for|til) (?!(?:the |a )?(?:shadow|skygge|bet|væddemål)).*|{EVERYONE} (?:owes?|skylder) {ONE} .*",
     _refused(mark("What players owe for food or drinks is an expense: anna paid 240 kr for pizza shares it among all, anna paid 40 kr for pizza for bo is Bo's alone."))),
    (rf"{ONE} (?:got|gets|received|receives|fik|får|fået|modtog|modtaget) {_MONEY} (?:from|by|fra|af) {ONE}(?: {_ONLINE})?", _said("pay {2} {0} {1}")),
    (rf"({MANY}) {WINS} (?:both )?(?:hands?|hænder(?:ne)?|hånd) #?\d{{1,4}}(?:(?: ,)?(?: (?:and|og|&))? #?\d{{1,4}})+", _refused(mark("One hand a line: write bo won hand 2, and then bo won hand 3."))),
    (rf"{_LAST}:? ({MANY}) {one_of('splits?', 'shared?', 'chop', 'chopped', 'deler', 'delte')}(?: it| den)?", _won),
    (rf"(?:{OOPS}(?: ,)? )*(?:(?:it|that|det|den) (?:was |var )?)?(?:<a> |a |en )?(?:the )?(?:split|chop)(?: the)?(?: pot)?(?: ,)?(?: (?:between|mellem))? ({MANY})|(?:{OOPS}(?: ,)? )*({MANY}) (?:agreed? to |agrees to |(?:blev |bliver )?enige om at )?{one_of('splits?', 'shared?', 'chop', 'chopped', 'deler', 'delte', 'dele')}(?: {_THAT}| the pot| puljen)?",
     lambda *names: _won(next(filter(None, names)))),
    (rf"(?:{OOPS}(?: ,)? )*(?:delete|remove|cancel|undo|scratch|scrap|strike|slet|fjern|fortryd) (?:it|that|that one|this|det|den)|take (?:it|that) back|tag (?:det|den) tilbage", _said("undo")),
    (rf"{_DELETE} (?:the |den |det |that |this )?(?:last|latest|previous|sidste|seneste)(?: (?:one|thing|entry|line|post|linje))?(?: (?:tilbage|back|out))?", _said("undo")),
    (rf"{_DELETE} (?:the |den |that |this )?(?:last |latest |previous |sidste |seneste |that |this |den )?(?:hand|hånd|hånden)(?: (?:tilbage|back|out))?|glem den", lambda: Sentence(correction=Correction(deleted=True))),
    (rf"(?:{HAND_NUMBER}|{_LAST}|that hand) (?:never happened|(?:didn['\u2019]?t|did not|doesn['\u2019]?t|does not) (?:happen|count)|(?:wasn['\u2019]?t|was not|never) played|(?:blev )?(?:aldrig|ikke) spillet|tæller ikke|talte ikke)",
     lambda number: Sentence(correction=Correction(int(number) if number else None, deleted=True))),
    (rf"{_DELETE} (?:{HAND_NUMBER}|#?(\d{{1,4}}))", lambda *number: Sentence(correction=Correction(int(next(filter(None, number))), deleted=True))),
    (rf"{one_of('edit', 'change', 'fix', 'correct', 'ret', 'rediger')} {HAND_NUMBER}", _said("edit {0}")),
    (rf"{ONE} (?:used|uses|spent|played|brugte|bruger)(?: (?:her|his|the|their|a|sin|en|hans|hendes))? peder(?: {_LASTLY})?|{ONE} peder (?:was )?(?:used|spent|brugt)(?: {_LASTLY})?", lambda who, whose: Sentence(correction=Correction(peder=who or whose))),
    (r"(?:put it|put that|put it all|bring it|læg den|sæt den|tag den) (?:back|tilbage)(?: in)?", _said("redo")),
    (rf"(?:we|vi) (?:have |har )?(?:forgot|forgotten|missed|skipped|glemte?|glemt|sprang)(?: to (?:log|write|enter)| (?:at|to) (?:skrive|logge|taste))? {_SOME_HANDS}(?: over)?(?: (?:ind|down))?", _skip),
    (r"(?:new|another) deal|misdeal|ny giv|fejlgiv(?:ning)?|om igen|omgiver", new_deal),
    # questions
    (one_of("(?:what(?:['\u2019]?s)?|hvad) (?:the |our )?(?:scores?|standings?|stilling|stillingen)", "who(?:'?s)? (?:winning|ahead|leading|up|first|best|losing|down)(?: so far)?", "hvem (?:vinder|fører|foran|taber)",
            "(?:the )?(?:scores?|standings?|stilling|stillingen)", "how do we stand", "hvordan står det", f"how (?:much )?{ONE} (?:up|down|ahead|behind|doing)", f"hvor meget {ONE} (?:foran|bagud|oppe|nede)",
            f"hvordan går det (?:for|med) {ONE}", "who owes (?:what|who|whom)(?: what)?", f"(?:how much|what)(?: does)? {ONE} owe", f"hvor meget skylder {ONE}", f"hvad skylder {ONE}", "hvem skylder (?:hvad|hvem|hvem hvad)", "show me the scores?"),
     lambda *_: Sentence(("settle",))),
    (one_of("how much in the bank", "hvor meget (?:i|der i) banken", "(?:the )?bank", "banken", "show (?:me )?the bank", "vis banken"), _said("bank")),
    (one_of("settle up", "gør op", "lad os gøre op", "let'?s settle(?: up)?", "time to settle(?: up)?"), _said("settle")),
    (one_of("who(?:'?s)? (?:deals?|dealing|deal it|dealer|the dealer|turn|turn it|to deal|up|next)(?: (?:next|now))?", "whose (?:deal|turn)(?: (?:it|to deal))*(?: is it)?", "hvem (?:giver|skal give|giver næste|deler ud|skal dele ud)", "hvis (?:tur|giv)(?: .{0,12})?", "hvem har giv(?:en|et)?"), _asked(NightFact.DEALER)),
    (one_of("(?:what(?:'?s)?|how much(?:'?s)?)(?: there)? in (?:the )?pot", "how big(?: the)? pot", "hvad(?: der)? i (?:puljen|potten)", "hvor meget(?: der)? i (?:puljen|potten)", "hvor stor(?: puljen| potten)?", "(?:what(?:'?s)? )?the pot", "pot", "puljen"), _asked(NightFact.POT)),
    (rf"how (?:much|many chips)(?: does)? {ONE}(?: (?:left|got))?|(?:what(?:'?s)? )?{ONE} (?:stack|chips)|hvor (?:meget|mange(?: chips| jetoner)?) {ONE}(?: tilbage)?|{ONE} (?:stak|jetoner)", _asked(NightFact.STACK)),
    (one_of("(?:show|list)(?: me)?(?: all| the)*(?: last \\d+)? hands", "(?:the )?last \\d+ hands", "what did we (?:just )?play", "vis(?: mig)?(?: alle)? hænder(?:ne)?", "(?:de )?sidste \\d+ hænder"), _said("history")),
    (one_of("(?:what|which)(?: are the)? games(?: .{0,20})?", "(?:list|show)(?: the| all)? games", "hvilke spil(?: .{0,20})?", "vis(?: alle)? spil"), _said("? games")),
    # comments, which aren't logged
    (OOPS, _refused(mark("u takes back the last entry; oops bo won says who won the last hand."))),
    (one_of("(?:all )?done", "finished", "færdig", "slut", "(?:it'?s |that'?s )?(?:the )?end of (?:the )?(?:night|evening|game)", "slut for i (?:aften|dag|nat)"), _refused(mark("end ends the night."))),
    (one_of("(?:we|i)(?:'re|'m| are| am)? (?:all )?(?:done|finished|stopping)(?: .{0,20})?", "we (?:stop|quit)(?: .{0,20})?", "that'?s it(?: .{0,20})?", "that'?s all(?: .{0,20})?", "good ?night(?: .{0,20})?", "the end", "game over", "call it a night",
            "vi (?:færdige|stopper|slutter)(?: .{0,20})?", "tak for i aften", "tak for i dag", "god ?nat", "så (?:det|færdige|stopper vi)(?: .{0,20})?"), _refused(mark("end ends the night."))),
    (one_of("(?:the )?last (?:hand|round|one)(?: (?:of the night|tonight))?", "sidste (?:hånd|runde)(?: i aften)?", "(?:one|two) more hands?", "en hånd til", "new game", "nyt spil", "(?:the )?same(?: game)?(?: again)?", "(?:det )?samme(?: spil)?(?: igen)?"), _refused(mark("Nothing to log yet: write each hand when it is over, and end to end the night."))),
    (one_of("never ?mind", "(?:forget|drop) (?:it|that)", "glem det", "lige meget", "pyt"), _refused(mark("Nothing was logged. u takes back the last entry."))),
    (r"(?:(?:the )?(?:blinds?|antes?|blindes|indskud(?:det)?)|(?:small|big) blind) (?:(?:now|nu|at|på|up to|raised to|to|go up to|up) )*[^<>]*\d[^<>]*", _refused(mark("Blinds and antes are part of what each put in: write them with a hand, such as th 2/4 20 anna wins."))),
    (one_of("(?:next hand|we (?:are )?play(?:ing)?|let'?s play|playing|vi spiller|næste hånd|næste spil|nu spiller vi|lad os spille) [^<>\\d]{0,5}[^<>]{2,30}"), _refused(mark("Write a hand when it is over, with who won: 7s 14 anna wins."))),
    (r"(?:how|what|hvordan|hvad) .{0,20}(?:split|chop|share|delt|deler|dele)[^<>]*", _refused(mark("Write 7s 14, anna and bo split."))),
    (r"(?:how|what|hvordan|hvad) .{0,20}(?:rebuy|buy|borrow|loan|lån|køb)[^<>]*", _refused(mark("Write bo buys 100, or bo borrows 100."))),
    (r"(?:how|what|hvordan|hvad) .{0,20}(?:fold|smide|smed)[^<>]*", _refused(mark("Write 7s 14, bo folds at 3, anna wins."))),
    (r"(?:how|what|hvordan|hvad) .{0,20}(?:log|type|write|enter|skriver|gør)[^<>]*", _refused(mark("Write a hand as 7s 14, bo folds at 3, anna wins; ? shows the commands."))),
)  # fmt: skip
"""Each form, a regular expression over a sentence with its players marked and without `PASSED_OVER`, and what it says."""
