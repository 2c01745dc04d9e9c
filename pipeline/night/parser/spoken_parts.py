"""The parts of a spoken hand: patterns with their effects, tried at each word of a sentence."""

from __future__ import annotations

import re

from engine.api import find_rank
from pipeline.bank.money import CHIPS
from pipeline.night.parser.marking import handles_in
from pipeline.night.parser.plain_speech import number_of, spelled, words_of
from pipeline.night.parser.spoken_facts import (
    HandFacts,
    Part,
    add_beaten,
    add_loser,
    add_note,
    add_wild,
    get_chips,
    match_pot,
    meet_all_in,
    note_act,
    put_all_in,
    raise_to,
    set_level_of_each,
    set_pot,
    win_a_board_each,
    win_again,
    win_first_board,
    win_or_ask,
    win_second_board,
    won_by,
)
from pipeline.night.parser.spoken_game import take_additions
from pipeline.night.parser.spoken_melds import first_meld
from pipeline.night.parser.spoken_words import (
    ACTS,
    ALSO,
    AND,
    AT,
    BEATS,
    BOARDS,
    CONNECTORS,
    EACH,
    EVERYONE,
    FOLDS,
    HALF,
    HAS,
    IS,
    MAIN,
    MANY,
    MELD_WORD,
    ONLY,
    OTHERS,
    OTHERWISE,
    PASSING,
    PICKS,
    POT,
    QUARTERS,
    RANK,
    RANK_WORD,
    SIDE,
    SPLITS,
    TO_THE_END,
    TWICE,
    VERB,
    WAYS,
    WHO,
    WHOLE,
    WHOLE_HAND,
    WILD_RANKS,
    WINS,
    WITH,
    C,
    one_of,
)
from pipeline.night.parser.words import NOTE

_BOTH = one_of("both", "begge")
_FAILS = one_of(
    "fails?", "failed", "misses", "missed", "fejler", "fejlede", "loses", "lost", "taber", "tabte"
)
_GET = rf"(?:(?:{WINS}|gets?|got|får|fik|tager|tog) )?"
_ONE = one_of("1", "one", "<a>", "a", "et", "en")
_PARTS: tuple[tuple[str, Part], ...] = (
    (rf"{TWICE}(?: (?:and|og))?(?: ,|:)? ({WHO})(?:{AND}|(?: ,)? )({WHO})(?= ?,|$)", win_a_board_each),
    (rf"({WHO}){AND}({WHO}) {_GET}{_ONE} (?:board|run|bord) {EACH}|{_ONE} (?:board|run|bord) {EACH} (?:(?:to|for|til) )?({WHO}){AND}({WHO})", win_a_board_each),
    (rf"(?:{MANY} )?{TWICE}", lambda facts, match: setattr(facts, "is_twice", True)),
    *((rf"({MANY}) (?:{WINS} )?{board}", act) for board, act in zip(BOARDS, (win_first_board, win_second_board), strict=True)),
    (rf"{EVERYONE}(?: (?:else|andre|other))? {one_of('but', 'except', 'than', 'undtagen', 'end', 'på nær')} ({WHO}) (?:{IS} )?(?:{FOLDS}|out|ude)(?: {AT} {C})?", lambda facts, match: facts.all_folded(match[1], match[2])),
    (rf"{EVERYONE} {FOLDS} {one_of('but', 'except', 'undtagen', 'på nær')} ({WHO})(?: {AT} {C})?", lambda facts, match: facts.all_folded(match[1], match[2])),
    (rf"{EVERYONE}(?: (?:{IS} )?{one_of('in', 'inde', 'with', 'med', 'plays', 'spiller', 'stayed')})?,? {one_of('but', 'except', 'undtagen', 'uden', 'på nær')} ({MANY})(?: (?:{IS} )?{one_of('in', 'inde', 'med')})?",
     lambda facts, match: facts.all_but(match[1])),
    (rf"({EVERYONE}|{OTHERS})(?: (?:else|andre))? {FOLDS}(?: {AT} {C})?(?: (?:to|til|for|after|efter) ({WHO}))?(?: {AT} {C})?", lambda facts, match: facts.all_folded(match[3], match[2] or match[4])),
    (rf"{OTHERS} (?:sat out|sits? out|sat this (?:one )?out|didn['\u2019]?t play|sad over|sidder over|spillede ikke|var ikke med)", lambda facts, match: facts.others_sit_out()),
    (rf"(?:{EVERYONE}|{OTHERS}) (?:{IS} |dropped |went )?(?:out|ude|ud|væk)(?: {AT} {C})?", lambda facts, match: facts.all_folded(None, match[1])),
    (r"(?:no one|nobody|noone|ingen) (?:(?:else|andre) )?(?:called?|calls|synede|syner|kaldte)(?: (?:it|him|her|den|ham|hende))?(?: (<\w+>))?|no callers?|without a caller|un(?:called|contested|opposed|challenged)|usynet",
     lambda facts, match: facts.all_folded(match[1])),
    (rf"(?:nobody|no one|noone|ingen)(?: {one_of(IS, 'went', 'goes', 'stayed', 'stays', 'gik', 'går', 'blev')})?(?: (?:in|med|inde|ind))", lambda facts, match: setattr(facts, "ending", "++")),
    (rf"(?:(?:with|med|and|og) )?(?:the )?{WILD_RANKS}", add_wild),
    (rf"({WHO}) (?:{WINS} )?(?:the )?({MAIN}|{SIDE})", lambda facts, match: facts.win_pot(match[1], match[2])),
    (rf"({MAIN}|{SIDE})(?: (?:to|goes to|went to|til|is|er|for))*:? ({WHO})", lambda facts, match: facts.win_pot(match[2], match[1])),
    (rf"(?:dealt|dealer|giver|delt ud)(?: (?:by|af|is|er|:))* ({WHO})|({WHO}) (?:dealt|deals|gave|gav|giver|delte ud|deler ud|dealing|{PICKS})(?! \d)",
     lambda facts, match: facts.deal(match[0])),
    (rf"(?:without|uden|w/o|minus) ({MANY})|({MANY}) {one_of('sat', 'sits?', 'sitting', 'sidder', 'sad', 'was sitting')}(?: (?:this one|den))? {one_of('out', 'over', 'ude')}",
     lambda facts, match: facts.sit_out(match[1] or match[2])),
    (rf"(?!all in)(?:{EVERYONE}|{OTHERS}) (?:stays?|stayed|stayed in|(?:is |was |went |goes )?in|calls?|called|(?:går |gik |var |er )?(?:inde?|med)|(?:blev|bliver)(?: i| med)?|syner|synede){TO_THE_END}?(?! {CHIPS})", lambda facts, match: facts.all_stay()),
    (rf"(?:{OTHERS}|{EVERYONE}|(?:the )?losers?|taber(?:en|ne)?) match(?:es|ed|er|ede)?(?: {POT})?", lambda facts, match: setattr(facts, "is_unreadable", facts.is_unreadable or not facts.matches_pot)),
    (rf"({MANY}) {one_of('at', 'ved', 'på', 'after', 'efter')} {C}(?= ?,|$| (?:and|og)\b)", lambda facts, match: facts.fold_too(match[1], match[2])),
    (rf"({WHO}) (?:in )?(?:for )?{ONLY} {C}(?: {one_of('all in', 'alt ind', 'in', 'inde')})?", lambda facts, match: facts.is_all_in(match[1], match[2])),
    (rf"(?:{ONLY} )?({MANY}) (?:stays?|stayed|bliver|blev)(?: hængende)?(?: (?:in|med|i))?{TO_THE_END}?(?= ?,|$)", lambda facts, match: facts.be_in(match[1], None)),
    (rf"({MANY}) (?:in )?(?:only|alone|kun|alene)|(?:only|just|kun) ({MANY})(?: {one_of('played', 'play', 'were in', 'went in', 'gik ind', 'gik med', 'var inde', 'spillede', 'var med', 'in', 'med')})?",
     lambda facts, match: facts.only(match[1] or match[2])),
    (rf"(?!all in {CHIPS}(?![^ ,])(?! {EACH})){EVERYONE}(?: {one_of('puts?', 'in', 'for', 'at', 'stay', 'stays', 'stayed', 'paid', 'pays', 'giver', 'gav', 'lægger', 'lagde', 'med', 'på', 'with', 'inde', 'ind')})* {C}(?: {EACH})?",
     set_level_of_each),
    (rf"(?:{WITH} )?{C} (?:chips )?(?:(?:in|ind|inde) )?{EACH}|{C} (?:chips )?(?:from|fra|af) {EVERYONE}", set_level_of_each),
    (rf"(?:(?:the |a )?(?:pot(?:['\u2019]s)?|pulje|puljen|potten)(?: (?:is|was|of|er|var|på|at))*:? {C}|{C} (?:(?:chips |jetoner )?(?:in the (?:pot|middle)|i (?:puljen|potten|midten)|on the table|på bordet)|(?:pot|pulje)(?! \d))|={C})", set_pot),
    (rf"{OTHERS} (?:(?:put|puts|pay|paid|pays|went|go|goes|stayed|gav|giver|lagde|lægger|in|ind|at|for|på|med|with|til|to) )*{C}(?: {EACH})?", lambda facts, match: setattr(facts, "rest", match[1])),
    (r"heads[- ]?up", lambda facts, match: setattr(facts, "is_heads_up", True)),
    (r"(?:the )?same (?:bet|stakes?|ante|money|amount)|samme (?:indsats|indskud|beløb)", lambda facts, match: None),
    (rf"({WHO}) (?:(?:{PASSING} )?(?:bluff(?:s|ed)|bluffer|bluffede|scare[sd]?|skræmmer|skræmte|raise[sd]?)) (?:{EVERYONE}|{OTHERS}|us(?: all)?|os(?: alle)?|the table|bordet)(?: (?:off|out|away|ud|væk|af|fra))*(?: {POT})?",
     lambda facts, match: facts.all_folded(match[1])),
    (rf"\+?({WHO}) (?:(?:{WINS}|gets?|got|får|fik|has|har) )?({QUARTERS})(?: of it| of (?:the )?pot| af (?:den|puljen|potten))?(?! (?:with|for|med) )", lambda facts, match: facts.quarter(match[1], match[2])),
    (rf"({QUARTERS}) (?:(?:goes|went|gik|of it|of the pot|af puljen) )*(?:to|til|for) ({WHO})", lambda facts, match: facts.quarter(match[2], match[1])),
    (rf"({WHO}) (?:(?:{WINS}|gets?|got|får|fik) )?(?:the rest|resten)|(?:the rest|resten)(?: (?:goes|went|gik))? (?:to|til) ({WHO})", lambda facts, match: facts.quarter(match[1] or match[2], "")),
    (rf"(?:{WAYS} )?{SPLITS}(?: {WAYS})?(?: {POT})?(?: {WAYS})?(?: {one_of('between', 'by', 'among', 'mellem', 'imellem', 'af', 'for')})? ({MANY})", lambda facts, match: facts.win(match[1])),
    (rf"({MANY}) {SPLITS} (?:the )?({HALF})(?: half)?(?! card)", lambda facts, match: facts.win(match[1], "", match[2])),
    (rf"({WHO}) {SPLITS}(?: {WAYS})?(?: {POT})?(?: {WAYS})? (?:with|med) ({MANY})(?! {MELD_WORD})", lambda facts, match: facts.win(f"{match[1]} {match[2]}")),
    (rf"({MANY}) (?:both )?{SPLITS}(?: {WAYS})?(?: {POT})?(?: {WAYS})?", lambda facts, match: facts.win(match[1])),
    (rf"({WHO}) (?:{PASSING} )?{BEATS} ({WHO}) for {C}", lambda facts, match: facts.take_from(match[1], match[2], match[3])),
    (rf"({MANY}) (?:{PASSING} )?{BEATS} ({MANY})", add_beaten),
    (rf"({WHO}) {WINS} {C} (?:off|from|fra|af) ({WHO})", lambda facts, match: facts.take_from(match[1], match[3], match[2])),
    (rf"({WHO}) (?:lost|loses?|lose|taber|tabte) {C} (?:to|til|against|mod) ({WHO})", lambda facts, match: facts.take_from(match[3], match[1], match[2])),
    (rf"({WHO}) (?:(?:{WINS}|gets|got|får|fik) )?{WHOLE}|({WHO}) scoop(?:s|ed)?(?: {POT})?", lambda facts, match: facts.win_all(match[1] or match[2])),
    (rf"({WHO}) {_BOTH} (?:and |og )?{_FAILS}",
     lambda facts, match: facts.both.extend(handles_in(match[1]))),
    (rf"({MANY}) (?:(?:{WINS}|gets?|got|får|fik|has|had|har|havde) )?(?:both )?(?:the )?(?:hi(?:gh)?|høj) ?(?:and|og|&|/)? ?(?:the )?(?:low?|lav)", lambda facts, match: facts.win(match[1], "", "both")),
    (rf"({MANY}) (?:(?:{WINS}|gets?|got|får|fik|has|had|har|havde) )?(?:the |den )?(?:best |bedste )?({HALF}|both|begge)(?: half| hand| halvdelen| side| boards| borde)?(?! card)", lambda facts, match: facts.win(match[1], "", match[2])),
    (rf"({HALF})(?: half)?:?(?: {SPLITS}(?: (?:between|by|mellem|af))?)? (?:(?:to|for|til|goes to|went to|gik til) )?({MANY})", lambda facts, match: facts.win(match[2], "", match[1])),
    (rf"(?:(?:with|med) )?(?:(?:an?|en|et) )?(?:{RANK}|six|seven|seks|syv|otte|fem|five|four|fire|ni)[- ](?:low|lav)", add_note),
    (rf"({WHO}) (?:(?:{WINS}|gets|got|fik|får) )?(?:the )?(?:half|halvdelen)(?: {POT}| of it| af den)? (?:with|for|med) (?:the |en |et )?({HALF})", lambda facts, match: facts.win(match[1], "", match[2])),
    (rf"(?:^|(?<=[\d,:] )|(?<=and )|(?<=og ))({WHO}) (?:{WHOLE_HAND})(?= ?,|$| (?:and|og)\b)", lambda facts, match: facts.win(match[1])),
    (rf"(?:{WHOLE_HAND}):? (?:(?:to|for|til|goes to|went to|gik til) )?({MANY})", lambda facts, match: facts.win(match[1])),
    (rf"({WHO}) (?:(?:{WINS}|gets|got|fik|får) )?(?:the other half|den anden halvdel)", lambda facts, match: facts.win_other_half(match[1])),
    (r"(?:(?:jacks|queens|kings|knægte|damer|konger) (?:or|eller) (?:better|bedre))|(?:on|på) (?:the )?(?:river|turn|flop|riveren|turnen|floppet|floden|last card|sidste kort)", add_note),
    (rf"(?:with |med )?(?:(?:an?|<a>|en|et) )?(?:{RANK}|[^\W\d_]+) kicker", add_note),
    (r"no (?:qualif(?:ying|ied) )?lo(?:ws?)?|ingen (?:kvalificeret )?lav(?:e)?|intet lavt", lambda facts, match: facts.notes.append(match[0])),
    (rf"({MANY}) (?:{one_of(PASSING, 'who', 'that', 'der', 'som')} )?{WINS}(?: (?:down|hjem))?(?: {POT})?(?: {one_of('down', 'home', 'hjem', 'in', ALSO)})?(?:(?: {one_of('of', 'på')})? {C}(?: chips)?(?! (?:high|høj|par|pairs?|{RANK_WORD})\b))?", win_or_ask),
    (rf"(?:winner|winners|vinder|vindere|vinderen)(?: is| are| er|:)?(?: ,)? ({MANY})(?: {C})?", lambda facts, match: facts.win(match[1], match[2])),
    (rf"(?:vandt|vinder|tog) ({MANY})(?: {POT})?", lambda facts, match: facts.win(match[1])),  # i holdem vandt bo
    (rf"({WHO}) (?:gets?|got|får|fik) {C}(?: chips| jetoner)?(?= ?,|$)|(?:får|fik) ({WHO}) {C}(?: chips| jetoner)?(?= ?,|$)", get_chips),
    (rf"(?:fik|viste|havde|har) ({WHO})", lambda facts, match: setattr(facts, "bare", handles_in(match[1])[0])),
    (rf"(?:won|taken|vundet|taget) (?:by|af) ({MANY})", won_by),
    (rf"\+({MANY}){C}?(?: ({HALF}|both|begge))?", win_or_ask),
    (rf"(?:(?:with|after|as|while|when|med|efter|da|mens) )?({MANY}) (?:(?:{PASSING}|had|has|havde|har) )?{FOLDS}(?: (?:her|his|hers|sin|sine) (?:hand|cards|hånd|kort))?(?: (?:out|ud))?(?: (?:straight away|right away|immediately|at once|early|(?:med )?det samme|straks|tidligt|pre-?flop))?(?: {AT})?(?: {C})?", lambda facts, match: facts.fold(match[1], match[2])),
    (rf"({MANY}) (?:put in |paid |lagde |gav )?(?:nothing|ingenting|intet|nul|zero)", lambda facts, match: facts.fold(match[1], "0")),
    (rf"(?:all ?-?in|alt ind):? (?:{WHO} {CHIPS}{AND})*{WHO} {CHIPS}", put_all_in),
    (rf"(?:all ?-?in|alt ind)(?: (?:for|at|med|på))? {C}(?![^ ,])(?! {EACH})|{C} all ?-?in(?! <)", lambda facts, match: facts.is_all_in("", match[1] or match[2])),
    (rf"({MANY}) (?:(?:is |are |goes |went |go |er |går |gik )?(?:all ?-?in|alt ind)|shoves?|shoved|jams?|jammed)(?: (?:with|on|med|på) (?:nothing|air|ingenting|intet|luft|(?:a|en) bluff))?(?: {one_of('for', 'with', 'at', 'med', 'på')})?(?: {C})?",
     lambda facts, match: facts.is_all_in(match[1], match[2])),
    (rf"({MANY}) (?:against|vs\.?|versus|mod) ({MANY})", meet_all_in),
    (rf"({MANY}) (?:snap[- ]?)?{one_of('calls?', 'called', 'syner', 'synede')}(?: {C})?", lambda facts, match: facts.call(match[1], match[2])),
    (rf"{WHO} {ACTS}(?: {one_of('to', 'til', 'op til', 'for', 'with', 'med')})?(?: {CHIPS})?", note_act),
    (rf"({WHO}) {one_of('buys?', 'bought', 'køber', 'købte')} (?:(?:a|<a>|an|another|one|et|en|ekstra|extra|1|(?:4|5)th|fourth|fifth|[45]\.|fjerde|femte) )*(?:cards?|kort) (?:(?:for|til) )?{C}",
     lambda facts, match: facts.buy_card(match[1], match[2])),
    (rf"({MANY}) {one_of('matche[sdr]?', 'match', 'matchede')}(?: {POT})?(?: {one_of('with', 'med')})?(?: {C})?|({WHO}) (?:pays|paid|betaler|betalte) (?:the pot|pot|puljen|potten)",
     lambda facts, match: facts.matched.update(dict.fromkeys(handles_in(match[0]), match[2] or ""))),
    (rf"({MANY}) (?:pays|pay|paid|betaler|betalte)(?= ?,|$)", match_pot),
    (rf"({WHO}) {one_of('used', 'uses', 'spent', 'brugte', 'bruger')}(?: {one_of('her', 'his', 'the', 'their', 'a', 'sin', 'en', 'hans', 'hendes')})? peder",
     lambda facts, match: facts.pedere.extend(handles_in(match[1]))),
    (rf"({MANY}) (?:lost|loses?|lose|taber|tabte) (?:(?:{WHOLE}|big|stort) )?(?:to|til|against|mod) ({WHO})", lambda facts, match: facts.beat(match[2], match[1])),
    (rf"({MANY}) (?:lost|loses?|lose|taber|tabte)(?: {C})?", add_loser),
    (rf"({MANY}) (?:{IS} |stays? |stayed |went |goes |go |gik |går |blev )?(?:in|med|inde|ind)(?: for)?(?: {C})?(?! the| en\b| (?:an?|et) |:| {MELD_WORD})", lambda facts, match: facts.be_in(match[1], match[2])),
    (rf"({MANY}) (?:went|goes|go|gik|går) (?:(?:up|op) )?(?:to|til) {C}", raise_to),
    (rf"({MANY}) (?:{IS} |goes |drops |went |dropped |går |gik )?(?:out|ude|ud)(?: {AT} {C})?", lambda facts, match: facts.fold(match[1], match[2])),
    (r"(?:no winner|ingen vinder)|(?:nobody|no one|noone|ingen) (?:wins|won|vinder|vandt)(?: (?:it|den|the pot|puljen))?|(?:the pot |pot |puljen |potten |it |den )?(?:carried|carries|carry|rolls|stays|går videre|bliver stående|bliver|står|bliver)(?: over| there| liggende)?|\+\+",
     lambda facts, match: setattr(facts, "ending", "++")),
    (r"new deal|misdeal|ny giv|omgiver|!nd", lambda facts, match: setattr(facts, "ending", "!nd")),
    (rf"(?:blinds?|blindes) (?:of )?({CHIPS} ?(?:[/-]|and|og| ) ?{CHIPS})|({CHIPS}/{CHIPS})(?: blinds?)?", HandFacts.note_blinds),
    (r"side ?-?(?:pots?|puljer?)", add_note),
    (rf"({WHO}) {C}(?= ?,|$)", lambda facts, match: facts.amount(match[1], match[2])),
    (rf"({WHO})(?= (?:[2-5]|two|three|four|five|to|tre|fire|fem) (?:{RANK_WORD}|(?:[2-9]|10)['\u2019]?s)(?:[ ,]|$))", lambda facts, match: setattr(facts, "bare", handles_in(match[1])[0])),
    (rf"({WHO}){C}", lambda facts, match: facts.fold(match[1], match[2])),
    (rf"({WHO})-", lambda facts, match: facts.sit_out(match[1])),
    (rf"({WHO}) (?:{PASSING} )?{HAS}(?= (?:[^\d]|[2-5] {RANK_WORD}))", lambda facts, match: setattr(facts, "bare", handles_in(match[1])[0])),
)  # fmt: skip
_COMPILED = tuple((re.compile(rf"(?:{part})(?=[ ,]|$)"), act) for part, act in _PARTS)
VOCABULARY = words_of([part for part, _ in _PARTS]) | frozenset(
    "full house hus straight flush pair quads trips fuldt with each hver again igen same samme kings queens jacks aces".split()  # noqa: SIM905
)
"""The words of four letters or more that occur in the patterns."""
_WINS_AGAIN = re.compile(
    rf"{WINS}(?: (?:the )?({MAIN}|{SIDE}))?(?: (?:down|hjem))?(?: {POT})?(?: (?:down|home|hjem))?(?: {C})?(?=[ ,]|$)(?! {WHO})"
)
_BEATS_AFTER_MELD = re.compile(rf"{BEATS} ({MANY})(?=[ ,]|$)")
_LOSES_AFTER_MELD = re.compile(rf"(?:lost|loses?|lose|taber|tabte) (?:to|til|against|mod) ({WHO})(?=[ ,]|$)")
_TO_WINNER = re.compile(rf"(?:to|til|against|mod) ({WHO})(?=[ ,]|$)")
_MATCHES_AGAIN = re.compile(rf"match(?:es|ed|er|ede)(?: {POT})?(?=[ ,]|$)")
_BARE = re.compile(rf"({WHO})(?= ?,|$| {WITH} )")
_AGAINST = re.compile(r"(?:over|against|vs\.?|versus|mod) <(\w+)> (?:with )?(?:(?:an?|<a>|en|et) )?")
_BEFORE_MELD = re.compile(rf"{WHO} (?:(?:an?|<a>|en|et) )?")
_LEVEL = re.compile(rf"(?![2-5] {RANK_WORD}(?:[ ,]|$)){C}(?: (?:chips?|jetoner))?(?= |,|$)")
_MELD_BEFORE = re.compile(
    rf"(?P<over>(?:over|against|vs|mod) )?(?:{WITH} )?(?:(?:(?P<one>an?|<a>|en|et)|the|his|her|their|hans|hendes|deres) )?"
)
_ONLY_COUNT = re.compile("two|three|four|five|to|tre|fire|fem")
_MELD_OF = re.compile(rf" (?:(?:{WINS}(?: {POT})? )?(?:for|til|to) )?({WHO})(?= |$)")


def take_parts(facts: HandFacts, rest: str) -> bool:
    """Read all parts of a sentence. Returns False if one isn't understood and can't be a note, or if a line in the log's
    notation (``d both +a``) says something else than the same words in a sentence.
    """
    if re.search(r"\+[+<]", rest) and _OTHER_IN_NOTATION.search(rest):
        return False
    for part in between_commas(rest):
        added, after = take_additions(part.split())
        if added == "hilo" and not after:
            facts.added.append(added)
            continue
        if said := _PLAYERS_SAID.search(part):
            if number_of(next(filter(None, said.groups()))) != str(len(facts.dealt_in)):
                return False
            part = part.replace(said[0], "", 1).strip()
        if noted := NOTE.fullmatch(part):
            facts.add_note(noted[1])
            continue
        if facts.is_twice and not facts.wins and (both := _BOARD_EACH.fullmatch(part)):
            win_a_board_each(facts, both)
            facts.parts += 1
            continue
        known = facts.parts, len(facts.wins), facts.level
        bare, melds = facts.bare, (facts.meld, dict(facts.shown), [win[3] for win in facts.wins])
        unknown = take_part(facts, part)
        if not unknown:
            continue
        is_whole = known == (facts.parts, len(facts.wins), facts.level)
        if facts.bare != bare or facts.is_doubtful:
            return False  # it names a player or a number, so it may matter
        if (
            re.search(r"[<>\u2039\u203a+=*!/()?]", unknown)
            or VERB.search(unknown)
            or any(map(OTHERWISE.fullmatch, unknown.split()))
        ):
            return False
        if _CHIPS_SAID.fullmatch(part):
            return False
        if is_whole and "<" not in part:
            if part.startswith(unknown) or not _AFTER_MELD.fullmatch(unknown):
                facts.meld, facts.shown = melds[0], melds[1]  # `against a flush` is no winner's flush
                for win, meld in zip(facts.wins, melds[2], strict=True):
                    win[3] = meld
            facts.notes.append(part)
            facts.remarks.append(part)
        elif not is_whole and "+" not in part and part.endswith(unknown) and _is_remark(unknown):
            facts.notes.append(unknown)
            facts.remarks.append(unknown)
        else:
            return False
    return not facts.meld and not facts.is_unreadable


_OTHER_IN_NOTATION = re.compile(
    rf"(?<![+&])(?<!\band )(?<!\bog ){WHO} (?!(?:\w+ )?spa)(?:{HALF}|{_BOTH})(?=[ ,]|$)|(?<!\S)(?:again|igen) \+|(?<!\S)pot {CHIPS}"
)
"""What a declaration, a second board and a limit look like: in a sentence, a win, a filler and the chips of the pot."""
_BOARD_EACH = re.compile(
    rf"({WHO}){AND}({WHO})(?: {_GET}{_ONE} {EACH})?|{_ONE} {EACH}(?: (?:to|for|til))? ({WHO}){AND}({WHO})"
)
"""Two players in a hand that was run twice, of whom each won a board."""
_AFTER_MELD = re.compile(r"kicker|(?:over|against|vs|mod) .+")
"""What may follow a winner's meld that isn't understood: ``flush over straight``."""
_NUMBER_OF_PLAYERS = r"(\d{1,2}|two|three|four|five|six|seven|eight|to|tre|fire|fem|seks|syv|otte)"
_PLAYERS_SAID = re.compile(
    rf"(?<!\S)(?:we|vi|were we|var vi) (?:(?:were|was|are|var|er|we|vi|only|just|kun|alle) )*{_NUMBER_OF_PLAYERS}(?!\S)(?! {EACH})"
    rf"|(?<!\S){_NUMBER_OF_PLAYERS}(?:[- ]?handed|[- ]?hændet| (?:of us|af os|players|spillere|people|mand))(?!\S)"
)
"""How many played, which says nothing of who did: ``vi var fire``."""
_CHIPS_SAID = re.compile(
    r"[\d.,' ]+|\d[\d.,]*(?: chips?| jetoner)? (?:til|to|for|from|fra|off|af|mere|more|extra|ekstra|less|in|i)\b.*|(?!(?:then|queen|king|jack|ace|joker|wild)\b)[^\W\d_]{2,}:? \d+|(?:the )?(?:pot|potten|pulje|puljen)\b.*\d.*"
)
"""Text that contains chips and is therefore not a remark: ``pot 1.200``, ``frida 8`` where no Frida plays."""


def _is_remark(words: str) -> bool:
    """Whether the words left over at the end of a part seem to have no effect on the hand."""
    return (
        not re.search(r"\d", words)
        and not any(word in VOCABULARY or find_rank(word) is not None for word in words.split())
        and not any(take_additions(words.split()[place:])[0] for place in range(len(words.split())))
        and not spelled(words, VOCABULARY, {})[1]
    )


_LISTED = re.compile(
    rf"(?:(?<![^,\d] )|(?<=only )|(?<=just )|(?<=kun )){WHO}(?: , {WHO})+(?: ,)? (?:and|og|&) {WHO}"
)
"""Players in a list (``anna, bo and carl``) at the beginning of a part, where no verb stands before them."""
_FOLDED_LIST = re.compile(rf"(?<![^,\d] )(?<!\+){WHO}(?: , {WHO})+(?= (?:{FOLDS}|out|ude) )")


def between_commas(text: str) -> list[str]:
    """Split at commas, except between players (``anna, bo split``, ``chop it, anna and bo``)."""
    text = re.sub(rf"(?<![^ ,])({SPLITS}(?: {POT})?) , (?={WHO}(?:{AND}{WHO})+(?: ,|$))", r"\1 ", text)
    text = re.sub(rf"({TWICE}) ?[,:] (?={WHO}{AND}{WHO}(?: ,|$))", r"\1 ", text)
    text = re.sub(rf"({_BOTH}) , (?=(?:and |og )?{_FAILS}(?: ,|$))", r"\1 ", text)
    text = _LISTED.sub(lambda names: names[0].replace(" , ", " and "), text)
    if re.search(rf"{WHO} {WINS}(?![^ ,])|\+<", text):  # else the first of the list may be the winner
        text = _FOLDED_LIST.sub(lambda names: names[0].replace(" , ", " and "), text)
    return [
        part.strip()
        for part in re.split(rf" ?,(?! {WHO}(?:{AND}{WHO})* {one_of('split', 'share', 'deler')})", text)
        if part.strip()
    ]


def take_part(facts: HandFacts, part: str) -> str:
    """Read one part. Returns the text from the first unknown word to the last one, "" if all words are known."""
    place, first, last, start, after_number, has_won = 0, -1, 0, True, False, False
    while place < len(part):
        if part[place] == " ":
            place += 1
            continue
        match, wins, wins_here = None, len(facts.wins), False
        for pattern, act in _COMPILED:
            if match := pattern.match(part, place):
                act(facts, match)
                match = _with_meld_of_beaten(facts, part, match, match[2]) if act is add_beaten else match
                wins_here = len(facts.wins) > wins
                facts.parts += bool(re.search(r"[^\W\d_]", re.sub(r"<\w+>", "", match[0])))
                named = handles_in(match[0])
                facts.last = (
                    facts.last if not named else named[0] if len(named) == 1 or act is add_beaten else ""
                )
                break
        if match is None and facts.last in facts.shown and not facts.wins:
            match = _win_by_shown(facts, part, place)
        if match is None and facts.last in facts.lost and not facts.wins:
            match = _lose_to(facts, part, place)
        if match is None and facts.last and (start or facts.last in facts.stakes):
            if match := _WINS_AGAIN.match(part, place):
                win_again(facts, match)
                facts.parts += 1
            elif match := _MATCHES_AGAIN.match(part, place):
                facts.matched[facts.last] = ""
        if match is None and facts.level is None and (match := _LEVEL.match(part, place)):
            # `anna takes it, 41 chips`, `bo scoops 41`, `won by bo for 41`, `won by bo, 41`
            if facts.wins and (match[0] != match[1] or has_won or (facts.is_won_by and match[0] == part)):
                facts.level_or_pot = match[1]
            facts.level = match[1]
        if match is None:
            match = _take_beaten_meld(facts, part, place)
        if match is None:
            match = _take_meld(facts, part, place)
        if match is None:
            match = _take_shown(facts, part, place)
        if match is None and not facts.bare and (match := _BARE.match(part, place)):
            facts.bare = facts.last = handles_in(match[1])[0]
        if match is None:
            word = re.compile(r"\S+").match(part, place)
            assert word
            if not CONNECTORS.fullmatch(word[0]):
                first, last, start = place if first < 0 else first, word.end(), False
                facts.is_doubtful |= after_number
                has_won = False
            start = start or word[0] in ("and", "og")
            place = word.end()
            continue
        after_number = match[0][-1].isdigit()
        place, start, has_won = match.end(), False, wins_here
    return part[first:last] if first >= 0 else ""


def _meld_at(part: str, place: int) -> tuple[str, str]:
    """The meld that begins at a place, in the log's words and as it was said; "" for both if there is none."""
    words = part[place:].split()
    meld, count = first_meld(words)
    return meld, " ".join(words[:count])


def _take_shown(facts: HandFacts, part: str, place: int) -> re.Match[str] | None:
    """Read a player and a meld without a word between them (``bo trips``). Returns None if there are none."""
    match = _BEFORE_MELD.match(part, place)
    if match is None:
        return None
    handle = handles_in(match[0])[0]
    text, words = _meld_at(part, match.end())
    if not words or handle in facts.shown:
        return None
    facts.last = handle
    facts.shown[handle] = text
    return re.compile(re.escape(match[0] + words)).match(part, place)


def _lose_to(facts: HandFacts, part: str, place: int) -> re.Match[str] | None:
    """Read who won after a player who lost and that player's meld: ``bo lost with a flush to dorte's boat``."""
    match = _TO_WINNER.match(part, place)
    if match is None:
        return None
    loser = facts.last
    facts.beat(match[1], f"<{loser}>")
    facts.lost.remove(loser)
    facts.parts += 1
    return match


def _win_by_shown(facts: HandFacts, part: str, place: int) -> re.Match[str] | None:
    """Read what follows a player and a meld: ``dorte's quads beat bo's boat``, ``bo's boat loses to dorte's quads``,
    ``dorte's flush wins``. Returns None if it is something else.
    """
    if match := _BEATS_AFTER_MELD.match(part, place):
        winner, other = f"<{facts.last}>", match[1]
        losers = handles_in(other)
    elif match := _LOSES_AFTER_MELD.match(part, place):
        winner, other = match[1], f"<{facts.last}>"
        losers = handles_in(winner)
    elif match := _WINS_AGAIN.match(part, place):
        win_again(facts, match)
        facts.parts += 1
        return match
    else:
        return None
    facts.beat(winner, other)
    facts.beaten = losers[0] if len(losers) == 1 else ""
    facts.parts += 1
    return _with_meld_of_beaten(facts, part, match, " ".join(f"<{one}>" for one in losers))


def _with_meld_of_beaten(facts: HandFacts, part: str, match: re.Match[str], losers: str) -> re.Match[str]:
    """Read the meld right after the last player who was beaten, which is that player's: ``dorte beats bo's straight``.
    Returns the match with it, or unchanged if there is none.
    """
    meld, words = _meld_at(part, match.end())
    if not words:
        return match
    facts.shown[handles_in(losers)[-1]] = meld
    return re.compile(re.escape(f"{match[0]} {words}")).match(part, match.start()) or match


def _take_beaten_meld(facts: HandFacts, part: str, place: int) -> re.Match[str] | None:
    """Read the meld of a player whom the winner's meld beat: ``flush against bo's straight``. Returns None if it is something
    else.
    """
    match = _AGAINST.match(part, place)
    holder = facts.wins[-1][0] if facts.wins and facts.wins[-1][3] else facts.last
    if match is None or not (holder in facts.shown or facts.wins):
        return None
    handle = match[1]
    text, words = _meld_at(part, match.end())
    if not words or handle in facts.shown or handle == holder:
        return None
    facts.stake(f"<{handle}>", "")
    facts.shown[handle] = text
    return re.compile(re.escape(match[0] + words)).match(part, place)


def _take_meld(facts: HandFacts, part: str, place: int) -> re.Match[str] | None:
    """Read a meld and give it to a player: the one who was named without an action (``dorte shows a flush``), the last winner, or the
    player named right after it. Returns None if there is no meld.
    """
    before = _MELD_BEFORE.match(part, place)
    assert before
    text, words = _meld_at(part, before.end())
    if not words:
        return None
    if before["one"] and _ONLY_COUNT.fullmatch(words):
        return None  # a card: `with a two` is no two pair
    end = before.end() + len(words)
    after = _MELD_OF.match(part, end) if "+<" not in part else None  # `a flush c +b`: c only stayed
    if before["one"] == "<a>" or (facts.bare and part[:place].endswith(f"<{facts.bare}> ")):
        after = None  # `bo three kings, anna two pair`: it is the one before it
    pattern = re.compile(re.escape(part[place:end]))
    if before["over"]:
        if not facts.beaten or facts.beaten in facts.shown:
            return None
        facts.shown[facts.beaten] = text
        return pattern.match(part, place)
    if facts.bare and facts.bare not in facts.shown and not (after and before.end() == place):
        facts.shown[facts.bare] = text
        return pattern.match(part, place)
    is_of_other = facts.last in facts.lost or (
        facts.wins and facts.last not in {win[0] for win in facts.wins}
    )
    if facts.last and is_of_other and facts.last not in facts.shown and f"<{facts.last}>" in part[:place]:
        facts.shown[facts.last] = text  # `bo loses with a flush`, `anna wins, bo folds at 6 with a flush`
        return pattern.match(part, place)
    if facts.wins and facts.wins[-1][0] in facts.shown and facts.beaten not in ("", *facts.shown):
        facts.shown[facts.beaten] = text  # `dorte with aces beats bo with kings`
        return pattern.match(part, place)
    if facts.wins and not facts.wins[-1][3] and not (after and before.end() == place):
        facts.wins[-1][3] = text
        return pattern.match(part, place)
    is_first = not part[:place] or (before["one"] and _LEVEL.fullmatch(part[:place].rstrip()))
    if not (facts.wins or facts.last or facts.meld or after) and is_first and end == len(part):
        facts.meld = text  # `two pair, bo wins`, `14 a straight, bo wins`
        return pattern.match(part, place)
    if after and not facts.wins:
        facts.meld = text
        facts.win(after[1])
        facts.parts += 1
        return re.compile(re.escape(part[place : after.end()])).match(part, place)
    return None
