"""Words of a hand as people say it at the table, as regular expressions over a line whose players are marked."""

from __future__ import annotations

import re

from pipeline.bank.money import CHIPS


def one_of(*words: str) -> str:
    """One of some words in a regular expression."""
    return rf"(?:{'|'.join(words)})"


ONE = r"<(\w+)>"
WHO = r"<\w+>"
AND = r"(?: ,)?(?: (?:and|og|&))? "
MANY = rf"{WHO}(?:{AND}{WHO})*"
C = rf"({CHIPS})"
IS = one_of("is", "are", "was", "were", "er", "var")
ALSO = one_of("also", "også", "too", "as well")
ONLY = one_of("only", "just", "kun", "bare")
TO_THE_END = r"(?: (?:to|til) (?:the end|showdown|det sidste|slut))"
PASSING = one_of("just", "then", "lige", "bare", ALSO)
"""Words between a player and what the player did that change nothing."""
_NO_CARDS = r"(?! (?:an?|<a>|et?|one|no|ingen|another|\d) (?:more )?(?:cards?|kort|break|pause|loan|lån)| cards?| kort| en pause| et lån)"
WINS = one_of(
    "wins?", "won", "winning", rf"(?:takes?|took|tager|tog){_NO_CARDS}",
    "scoops?", "scooped", "drags?", "dragged", "ships?", "shipped", "rakes(?: in)?", "rake in", "raked(?: in)?", "collects?", "collected", "grabs?", "grabbed",
    rf"(?:{IS} )?(?:the )?last (?:one |man |player )?(?:standing|left|in)",
    "pulls?", "pulled", "gets(?= it| the pot| that)", "got(?= it| the pot| that)", rf"(?:{IS} )?(?:the )?winner",
    "vinder", "vandt", "vundet", "snupper", "snuppede", "scorer", "scorede", "henter", "hentede", "hiver", "hev",
    "doubles up", "doubled up", "fordobler", "fordoblede",
    "clean(?:s|ed) (?:us|the table|everyone|everybody) out", "clean(?:s|ed) out (?:us|the table|everyone|everybody)", "clean(?:s|ed) up",
    "(?:rensede|renser|ryddede|rydder|tømte|tømmer|støvsugede) (?:bordet|os(?: alle)?)",
    "stikker af med", "stak af med", "løber med", "løb med", "får(?= den| puljen| potten)", "fik(?= den| puljen| potten)",
)  # fmt: skip
WITH = one_of("with", "med", "on", "på", "by", "holding", "having", "showing")
EACH = one_of(
    "each",
    "hver",
    "apiece",
    "a piece",
    "a head",
    "per man",
    "per player",
    "pr mand",
    "per mand",
    "per head",
    "pr næse",
)
EVERYONE = one_of("everyone(?:['\u2019]s)?", "everybody(?:['\u2019]s)?", "all", "alle")
OTHERS = one_of(
    "(?:all )?(?:the )?(?:others|rest)",
    "everyone else",
    "everybody else",
    "alle andre",
    "alle de andre",
    "de andre",
    "resten",
    "(?:vi|os|we|us) (?:andre|others)",
)
FOLDS = one_of(
    "folds?", "folded", "folding", "folder", "foldede", "passes", "passed", "mucks?", "mucked", "passede", "trak sig", "trækker sig", "dropper", "droppede", "smider", "smed", "drops? out", "dropped out",
    "quits?", "lægger sig", "lagde sig", "gets out", "got out", "gik fra", "går fra", "gave up", "gives up", "stod af", "står af",
)  # fmt: skip
HALF = one_of("(?:high |low |høje? |lave? )?(?:spades?|spar(?:en)?)", "high", "hi", "low", "lo", "høj", "lav")
WHOLE = one_of(
    "it all",
    "all of it",
    "everything",
    "the lot",
    "det hele",
    "the whole pot",
    "the whole thing",
    "hele puljen",
    "hele potten",
    "alt",
)
WHOLE_HAND = one_of("(?:the )?(?:best |whole |poker )?hand", "(?:hele |den bedste |bedste )?hånd(?:en)?")
"""The half of the pot that isn't the spade's."""
POT = one_of(
    WHOLE, "(?:the )?(?:antes?|blinds?|indskuddene|indskuddet|money)", "(?:the |that )?pot", "puljen", "potten", "pulje", "it", "den(?: der| hånd)?", "that one", "that hand", "this one", "that", r"(?:the )?hand(?! #?\d)", "hånden", "(?:the |den )?next one", rf"(?:{ALSO} )?den næste",
)  # fmt: skip
PICKS = one_of("picks", "picked", "chooses", "chose", "vælger", "valgte")
BEATS = one_of(
    "(?:wins?|won|vinder|vandt) (?:over|against|mod)",
    "beats?",
    "beat",
    "slår",
    "slog",
    "outdraws?",
    "outdrew",
    "bests?",
    "over",
    "busts?",
    "busted",
    "bankede",
    "banker",
)
HAS = one_of(
    "has", "had", "holds?", "held", "shows?", "showed", "hits?", "makes?", "made", "rivers?", "rivered", "turns up", "turned up", "flops?",
    "flopped", "har", "havde", "viser", "viste", "fik", "får", "ramte", "rammer", "gets", "got",
)  # fmt: skip
SPLITS = one_of(
    "splits?",
    "shares?",
    "shared",
    "chops?",
    "chopped",
    "tied?",
    "ties",
    "divides?",
    "delt",
    "deler",
    "delte",
    "deles",
)
WAYS = r"(?:(?:[2-6]|two|three|four|to|tre|fire)[ -]?(?:ways?|vejs?|dele|parts)|50[/-]50|fifty[ -]fifty|equally|evenly|ligeligt)"
AT = one_of("at", "on", "for", "ved", "på", "after", "efter", "with", "med")
CONNECTORS = re.compile(
    r"[,:.]|(?:and|og|then|so|but|men|så|declare[sd]?|declaring|melder|&|there|was|were|is|er|var|the|up|now|nu|who|that|der|som|just|lige|for|"
    r"at|in|til|til sidst|again|igen|blev|we|vi|played|spillede|it|det|den|down|home|hjem|also|også|a|an|en|et):?"
)
NOTHING = ("0", "nothing", "none", "zero", "ingenting", "intet", "nul")
VERB = re.compile(
    rf"(?:{WINS}|{FOLDS}|lost|loses?|taber|tabte|matche[sdr]?|paid|pays?|calls?|called|syner|synede|left|leaves|buys?|bought|beats?|slår|slog|splits?|deler|delte|købte|køber|out (?:at|on|after|for)|ude (?:ved|på|efter)|"
    rf"drops?|dropped|stays?|stayed|bliver|blev)"
)
"""What players do. An unknown part with such a word probably names a player who isn't here, so it can't be a note."""


OTHERWISE = re.compile(
    r"(?:.*n['\u2019]?t|not|never|void|voided|invalid|foul|fouled|false|cancell?ed|aborted|misread|fail(?:s|ed)?|miss(?:es|ed)?|tied?|ties|chop(?:s|ped)?|refunded|doubled|"
    r"ugyldig|annulleret|fejlgiv(?:ning)?|fejle(?:r|de)|uafgjort|delt|dobbelt|almost|nearly|maybe|perhaps|probably|or|either|neither|if|when|unless|without|except|minus|less|plus|rake|"
    r"tip|next|næste|twice|most|half|quarter|third|thirds|rest|others|some|part|first|second|later|before|after|only|but|instead|oops|no|wrong|actually|"
    r"sorry|tomorrow|yesterday|soon|did|will|would|could|should|might|wish|suppose|ask|kidding|everyone|everybody|all|minutes?|ikke|aldrig|næsten|måske|eller|hvis|uden|undtagen|mest|halvdelen|kvart|tredjedel|resten|andre|noget|from|fra|off|bank|banken|kun|men|først|senere|ups|morgen|går|forgårs|snart|stedet|alle|spørg|minut(?:ter)?|"
    r"[-–]|kr|kroner|øre|dkk|sek|nok|eur|usd|gbp|euros?|dollars?|cents?|pounds?|pence|bucks|,-|[€$£]|hands|hænder|\d+ ?[x×]|[x×] ?\d+|wild|vilde?|nej|forkert|undskyld|hov|delete|undo|cancel|slet|fortryd|who|what|how|which|hvem|hvad|hvor|hvilken|side)"
)
"""Words that may reverse the meaning: an unknown part with one of them can't be a note."""


MELD_WORD = one_of(
    "to par", "two", "pair", "par", "tre", "three", "trips?", "fire", "four", "fem", "five", "quads?", "flush", "straight", "fuldt", "full",
    "hus", "house", "boat", "set", "esser", "konger", "damer", "knægte", "aces", "kings", "queens", "jacks", "nothing",
)  # fmt: skip
FRACTIONS = {
    3: r"3/4|¾|three[- ]quarters?|tre ?kvart(?:e|er)?|tre fjerdedele|75 ?%",
    2: r"1/2|½|(?:a )?half|(?:den )?halve|halvdelen|50 ?%",
    1: r"1/4|¼|(?:(?:a|one|the|en) )?(?:quarter|kvart(?:en)?|fjerdedel)|25 ?%",
}
"""Patterns of one, two and three quarters of a pot."""
QUARTERS = one_of(*FRACTIONS.values())
TWICE = one_of(
    "(?:(?:they|we|it|was|de|vi) )*(?:runs?|ran|running) (?:it )?(?:twice|two times)",
    "(?:(?:de|vi|blev|det) )*(?:kørt|kører|kørte)(?: (?:den|det|boardet|bordet))? to gange",
    "(?:two|2|to) (?:boards?|runs|borde)",
)
_BOARD = one_of("board", "run", "one", "time", "bord", "omgang", "gang")
BOARDS = tuple(
    rf"(?:on |på )?(?:the |den |det )?{one}(?: {_BOARD})?(?= ?,|$| (?:and|og|with|med) )"
    for one in (one_of("first", "1st", "første"), one_of("second", "2nd", "anden", "andet"))
)
"""Which board of a hand that was run twice."""
MAIN = r"main(?: ?-?pot)?|hoved(?: ?-?(?:puljen?|potten))?"
SIDE = r"side ?-?(?:pot|puljen?|potten)|side"
RANK = (
    r"(?:one[- ]eyed |enøjede |black |red |sorte |røde )?(?:deuces?|twos|threes?|treys|fours?|fives?|sixes|sevens?|eights?|nines?|tens?|jacks?|"
    r"queens?|kings?|aces?|jokers?|jokere|toere|treere|firere|femmere|seksere|syvere|ottere|niere|tiere|knægte|damer|konger|esser|"
    r"(?:[2-9]|10)['\u2019]?(?:s|ere)?|[jqka]s?)"
)
RANK_WORD = r"(?:deuces|twos|threes|fours|fives|sixes|sevens|eights|nines|tens|jacks|queens|kings|aces|toere|treere|firere|femmere|seksere|syvere|ottere|niere|tiere|knægte|damer|konger|esser)"
RANKS = rf"{RANK}(?:(?: ,| (?:and|og|&)| , (?:and|og|&)) {RANK})*"
WILD = one_of("wild", "vilde?", "jokers?")
WILD_RANKS = rf"(?:{RANKS} (?:{IS} )?{WILD}|{WILD}:? {RANKS})"
ACTS = one_of(
    "raises?",
    "raised",
    "bets?",
    "opens?",
    "opened",
    "checks?",
    "checked",
    "hæver",
    "hævede",
    "better",
    "åbner",
    "åbnede",
    "checker",
    "checkede",
    "reraised",
    "reraises",
)
