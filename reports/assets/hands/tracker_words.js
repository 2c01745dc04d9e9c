/* What trackers count, in plain words: c-bets, steals, limps and their like, and how much of the pot was bet. Each becomes one word before
   other rules look at the text, such as fold-c-bet, or S75 for 75 % of the pot; the rounds of betting are taken out of it, wherever they stand. */

const THE = "(?:the |a |an |his |her |their |den |det |de |en |et |sin |sit |sine )?", POT = "(?:pot(?:s|ten|tens)?|pulje(?:n|ns|s|r)?)(?: 's)?(?: (?:size|størrelse))?";
const TO = "(?:to|for|til|over for|mod|imod|against|facing|på)", GAVE_UP = "(?:folded|folds?|folding|gave up|gives up|foldede|folder|smed|opgav|opgiver|gav op|giver op)";
const BLIND = "(?: (?:small|big|lille|store))?(?: blinds?)?", RAISES = "(?:forhøj|hæv)(?:ede|er)", CAUGHT = "(?:caught|called|opdaget|afsløret|taget|fanget|synet)";
const ROUNDS = [["first|1st|1|første", "round 1|round one|runde 1|pre-?flop|before the flop|før floppet"], ["second|2nd|2|anden", "round 2|round two|runde 2|flop(?:pet)?"],
  ["third|3rd|3|tredje", "round 3|round three|runde 3|turn(?:en)?"], ["fourth|4th|4|fjerde", "round 4|round four|runde 4|river(?:en)?"]]
  .map(([nth, names]) => `(?:(?:${nth}) (?:(?:betting|bet|byde|satse)[ -]?)?(?:round|runde)(?: of betting)?|${names})`);
const DEEDS = {
  "check-raise": `check(?:ed|s|ing|ede|er)?[ /-]?(?:and |og )?(?:then |så )?(?:rais(?:ed?|es|ing|ede|er)|${RAISES}|forhøjelser?)`,
  "cold-call": `cold[ -]?(?:call(?:ed|s|ing|ede|er)?|kald(?:te)?)(?: ${THE}(?:raises?|opens?|forhøjelser?))?|(?:called|calls|calling) (?:${THE}raises? )?cold`
    + `|(?:fulgte|følger|synede|syner|kaldte|callede)(?: ${THE}(?:raise|forhøjelse))? koldt|kold(?:t|e) syn`,
  "3-bet": `(?:3|three|tre)[ -]?bet(?:s|ted|ting|tede|ter)?|re-?rais(?:ed?|es|ing|ede|er)|rais(?:ed|es) (?:${THE}raise|again)|genforhøj(?:ede|er|elser?|elsen)`
    + `|${RAISES} (?:(?:en|den) (?:anden )?forhøjelse|igen)`,
  "c-bet": "(?:c|continuation|fortsættelses)[ -]?bet(?:s|ted|ting|tede|ter)?|continue[ds] (?:betting|to bet)|kept (?:on )?betting|(?:satsede|satser|bettede) videre"
    + "|fortsatte med at (?:satse|bette)|fortsættelsesindsats(?:er)?",
  steal: "(?:(?:tried|tries|trying|attempted|attempts?) to steal|steal[ -](?:attempts?|forsøg)|(?:blind[ -])?steal(?:s|ing)?|stole|stolen|stjal|stjæler|stjålet|stjæleforsøg"
    + `|(?:prøvede|prøver|forsøgte|forsøger|forsøg) (?:på )?at stjæle)(?: (?:the|de|den|his|her|sin))?${BLIND}`,
  limp: "(?:open[ -]?)?limp(?:ed|s|ing|ede|er)?(?: (?:in|ind|med))?|(?:gik|går) med for (?:den )?(?:big|store?) blind|call(?:ed|s) the (?:big )?blind",
  caught: `(?:bluffed|bluffing|bluffede) (?:and|og) (?:was |got |blev )?${CAUGHT}|(?:was|were|got|blev) ${CAUGHT} (?:in |on |i )?(?:at )?${THE}bluff(?:s|ing|e|et)?`
    + `|(?:caught|opdaget|afsløret|taget) (?:bluffing|(?:in|i) ${THE}bluff|i at bluffe)|(?:caught|failed|opdagede|afslørede|synede|mislykkede) bluffs?`
    + `|bluff(?:s|et)? (?:that |which |der |som )?(?:was |were |got |blev |er )?(?:${CAUGHT}|failed|mislykkedes)`,
};
const DEED = "(?:(?:fold-)?(?:c-bet|3-bet|steal)|check-raise|cold-call|limp|caught|unseen)", NOT = "(?:didn't|did not|doesn't|never|not|ikke|aldrig)";
const BET = "(?:bet(?:s|ted|ting|tede)?|led|leads|satsede|satser|satte|sætter|indsats(?:er)?)";
const OF_POT = { "1\\/2|halvdelen|half|halv|halve|½": 50, "1\\/3|third|tredjedel|⅓": 33.3, "2\\/3|(?:two|2|to)[ -]?(?:thirds?|tredjedele)|⅔": 66.7, "1\\/4|quarter|fjerdedel|kvart|¼": 25,
  "3\\/4|(?:three|3|tre)[ -]?(?:quarters?|fjerdedele)|trekvart|¾": 75, "twice|double|(?:two|2) times|(?:2|to) gange|dobbelt så meget som|dobbelt": 200, "full|whole|hel|hele|as much as|lige så meget som": 100 };

/* Replace words by actions and shares of the pot. Returns the rounds that were named, with their numbers and words, and the words for each action. */
function deedsFrom(turn) {
  const rounds = [], spoken = {};
  const named = (no) => (said) => { rounds.push({ no, said: said.trim() }); return ""; };
  const unclear = (said) => fault("unclear", { text: inQuotes(said.trim().split(" ").map((word) => spoken[word] ?? word).join(" ")) });
  const barrel = (no) => (said) => { named(no)(said); return "c-bet"; };
  ROUNDS.forEach((round, i) => turn(`(?:(?:on|in|at|during|i|på|ved|under) )?(?:the |den )?${round}`, named(i + 1)));
  turn("(?:double|second|2nd|andet|dobbelt)[ -]?(?:barrel(?:s|l?ed)?|skud)", barrel(3));
  turn("(?:triple|third|3rd|tredje|tredobbelt)[ -]?(?:barrel(?:s|l?ed)?|skud)", barrel(4));
  turn(`(?:caught|called|opdagede|afslørede|synede|tog) (${N}) (?:in |on |i )?(?:at )?(?:a |et )?bluff(?:ing|e|et)?`, (_, token) => `${token} caught`);
  if (rounds.some(({ no }) => no > 1)) turn("(?:bet|bets|betting) on", "c-bet");
  for (const [deed, said] of Object.entries(DEEDS)) turn(said, (whole) => { spoken[deed] = whole.trim(); return deed; });
  const gaveUp = `(${NOT} )?${GAVE_UP}( ${N})?( ${NOT})?(?: ${THE}(?:hand|cards|hånd(?:en)?|kort(?:ene)?|(?:small |big |lille |store )?blinds?))? ${TO}`;
  turn(`${gaveUp} ${N} 's (?:c-bet|3-bet|steal)`, () => fault("apart"));
  turn(`${gaveUp} ${THE}(c-bet|3-bet|steal)`, (whole, no = "", token = "", not = "", deed = "") => {
    spoken[`fold-${deed}`] = whole.trim();
    return `${token} ${no || not} fold-${deed}`.replace(/ +/g, " ").trim();
  });
  turn("(c-bet|3-bet|steal)[ -]?folds?", (_, deed) => `fold-${deed}`);
  turn(`(?:${RAISED}|cold-call|call(?:ed|s)?|faced|faces|synede|syner|mødte) ${THE}(?:c-bet|3-bet|steal|limp)`, unclear);
  turn(`(?:who|which player|hvem|hvilken spiller)(?: has| har)? ${DEED}(?: the)? (?:most|mest|oftest|flest gange|least|mindst)(?: often)?`, unclear);
  turn(`(?:${WON}|wins?|gevinst(?:er)?|sejre?)(?: ${THE}${POT}| it| den| det| hands?)? (?:without|with no|before|uden|før) ${THE}(?:show ?-?downs?|showdown(?:et)?|visning(?:en)?)`, "unseen");
  turn(`${WON} unseen|unseen wins?|non-?showdown (?:wins?|winnings|pots?)`, "unseen");
  turn(`(\\d+(?:\\.\\d+)?) ?(?:%|percent|per cent|pct|procent)(?: (?:of|af))?(?: ${THE}${POT})?`, (_, n) => `S${n}`);
  turn(`(\\d+(?:\\.\\d+)?) ?(?:x|times|gange) ${THE}${POT}`, (_, n) => `S${100 * n}`);
  for (const [said, share] of Object.entries(OF_POT)) turn(`(?:a |one |en )?(?:${said})(?: (?:of|af|som))?[ -]${THE}${POT}`, `S${share}`);
  turn(`(${BET}(?: (?:${MORE}|${LESS}|${LEAST}|${MOST}|${EXACT}))?) ${THE}${POT}(?! (?:${MORE}|${LESS}|${LEAST}|${MOST}|${EXACT}|of|på|between|mellem|\\d))`, (_, before) => `${before} S100`);
  turn("pot[ -]?sized?|puljestore?", "S100");
  turn("over ?bet(?:s|ted|ting|tede)?", "bet over S100");
  if (rounds.length) turn(`(${BET}) (?:first|først)`, (_, verb) => verb);
  return { rounds, spoken };
}

/* The fields of actions, and the rounds that may be named with them. */
const FIELD_OF = { "c-bet": ["cbet", "later"], "fold-c-bet": ["foldcbet", "later"], "3-bet": ["threebet", "first"], "fold-3-bet": ["foldthreebet", "first"], steal: ["steal", "first"],
  "fold-steal": ["foldsteal", "first"], limp: ["limp", "first"], "cold-call": ["coldcall", "first"], "check-raise": ["checkraise"], caught: ["bluff"], unseen: ["unseen"] };

/* The conditions that deeds are, each of a player where one is named; what is said of a round holds in each that was named. Returns whether rounds
   are left over, or it isn't clear what they belong to. */
function takeDeeds(take, rounds, ofPlayer) {
  const used = new Set();
  const nth = ({ no }) => ["first", "second", "third", "fourth"][no - 1];
  const inRounds = (name, when) => {
    const fits = when === "later" ? rounds.every(({ no }) => no > 1) : !rounds.length || (when === "first" && rounds.every(({ no }) => no === 1));
    if (!fits) return null;
    used.add(name);
    return when === "later" && rounds.length ? rounds.map((round) => name + (round.no === 2 ? "" : nth(round))) : [name];
  };
  const owner = `(?:(${N}) (?:'s )?)?(?:(?:has|have|had|made|makes|took|did|was|har|havde|lavede|blev) )*${THE}`, by = `(?: (?:by|from|af|fra) (${N}))?`;
  take(`${owner}(${NOT} )?(${DEED})( ${NOT})?${by}`, (a, no, deed, not, b) => {
    const isCaught = deed === "caught"; // by another player
    const names = a && b && !isCaught ? null : inRounds(...FIELD_OF[deed]);
    return names && [ofPlayer(a ?? (isCaught ? null : b)), ...names.map((name) => `${name}=${no || not ? "no" : "yes"}`), isCaught && b && ofPlayer(b).replace("player", "met")];
  });
  take(`(${N}) ${RAISED}`, (a) => { const names = inRounds("pfr", "first"); return names && [ofPlayer(a), "pfr=yes"]; });
  if (rounds.length === 1 && rounds[0].no === 2) take(`(?:(${N}) )?(?:saw|sees|så|ser)`, (a) => { used.add("second"); return [ofPlayer(a), "second=yes"]; });
  const sizes = () => { used.add("bet"); return rounds.length ? rounds.map((round) => `bet${nth(round)}`) : ["betsize"]; };
  const share = `(?:(${MORE})|(${LESS})|(${LEAST})|(${MOST})|${EXACT})? ?S(\\d+(?:\\.\\d+)?)(?: (or more|eller mere|eller derover|or less|eller mindre))?`;
  take(`${owner}${BET}(?: (?:of|on|på))? (?:between|from|mellem|fra) S(\\d+(?:\\.\\d+)?) (?:and|to|og|til) S(\\d+(?:\\.\\d+)?)${by}`,
    (a, low, high, b) => [ofPlayer(a ?? b), ...sizes().flatMap((name) => [`${name}>=${low}`, `${name}<=${high}`])]);
  const compared = (a, more, less, least, most, n, also = "", b = undefined) => [ofPlayer(a ?? b), ...sizes().map((name) =>
    `${name}${more ? ">" : less ? "<" : least || /more|mere|over/.test(also) ? ">=" : most || also ? "<=" : "="}${n}`)];
  take(`${owner}${BET}(?: (?:of|on|på))? ${SEEN}${share}${by}`, compared);
  take(`${owner}${share} ${BET}${by}`, compared);
  if (rounds.length && !used.size) take(`${owner}${BET}(?! ${THE}(?:\\d|${MORE}|${LESS}|${LEAST}|${MOST}|${EXACT}|peder))${by}`, (a, b) => [ofPlayer(a ?? b), ...sizes().map((name) => `${name}>0`)]);
  return rounds.length > 0 && (!used.size || (used.size > 1 && new Set(rounds.map(nth)).size > 1));
}
