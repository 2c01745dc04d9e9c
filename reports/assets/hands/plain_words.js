/* Plain words, English or Danish, as conditions, a rank and a comparison: "Dorte's biggest pot", "hvem tabte mest i marts". Each
   rule takes what it understands out of the text; names stand as N0, N1 … while the rules look at it. */

const MONTHS = ["jan(?:uary|uar)?", "feb(?:ruary|ruar)?", "mar(?:ch|ts)?", "apr(?:il)?", "(?:may|maj)", "jun[ei]?", "jul[yi]?", "aug(?:ust)?",
  "sep(?:t|tember)?", "o[ck]t(?:ober)?", "nov(?:ember)?", "de[cz](?:ember)?"];
const WEEKDAYS = ["mondays?|mandag(?:e|en|ene)?", "tuesdays?|tirsdag(?:e|en|ene)?", "wednesdays?|onsdag(?:e|en|ene)?", "thursdays?|torsdag(?:e|en|ene)?",
  "fridays?|fredag(?:e|en|ene)?", "saturdays?|lørdag(?:e|en|ene)?", "sundays?|søndag(?:e|en|ene)?"];
const SEASONS = ["spring|forår(?:et|ets)?", "summer|sommer(?:en|ens)?", "autumn|fall|efterår(?:et|ets)?", "winter|vinter(?:en|ens)?"]; // from March, June, …
const COUNTS = ["one|en|et", "two|to", "three|tre", "four|fire", "five|fem", "six|seks", "seven|syv", "eight|otte", "nine|ni", "ten|ti"];
const TENS = ["twenty|tyve", "thirty|tredive", "forty|fyrre", "fifty|halvtreds", "sixty|tres", "seventy|halvfjerds", "eighty|firs", "ninety|halvfems", "hundred|hundrede"]; // from 20
const MELDS = { // the longest first; the strongest first is their order too, but for the low ones
  five: "(?:five|5) of a kind|fives of a kind|(?:fem|5) ens", straight_flush: "(?:straight|royal)[ -]?flush(?:es)?", four: "(?:four|4) of a kind|quads|(?:fire|4) ens",
  full_house: "full houses?|boats?|fuldt hus|fulde huse?|hus", flush: "flush(?:es|er)?|farve", straight: "straights?|straighter",
  three: "(?:three|3) of a kind|trips|(?:tre|3) ens", two_pair: "(?:two|2) pairs?|(?:to|2) par", pair: "(?:one |a )?pairs?|(?:et |ét )?par", high_card: "high cards?|højeste kort|højt kort",
};
const STRONGEST = ["five", "straight_flush", "four", "full_house", "flush", "straight", "three", "two_pair", "pair", "high_card"];
const RANKS = { aces: "aces|esser|esserne|es'er", kings: "kings|konger|kongerne", queens: "queens|damer|damerne|dronninger", jacks: "jacks|knægte|knægtene|bønder|knægter", tens: "tens|tiere", nines: "nines|niere|nierne",
  eights: "eights|ottere", sevens: "sevens|syvere|syverne", sixes: "sixes|seksere", fives: "fives|femmere", fours: "fours|firere", threes: "threes|treys|treere|treerne", twos: "twos|deuces|toere|toerne" };
const RANK_DIGITS = Object.fromEntries(Object.keys(RANKS).map((rank, i) => [rank, `(?:${[..."AKQJT98765432"][i]}|${14 - i})(?:'?s|'?ere|'er)`]));
const LOW_RANKS = { A: "a|ace|es|1", 2: "2|two|deuce|to|toer", 3: "3|three|tre|treer", 4: "4|four|fire|firer", 5: "5|five|fem|femmer", 6: "6|six|seks|sekser", 7: "7|seven|syv|syver", 8: "8|eight|otte|otter",
  9: "9|nine|ni|nier", T: "t|10|ten|ti|tier", J: "j|jack|knægt|bonde", Q: "q|queen|dame|dronning", K: "k|king|konge" };
const LOW_RANK = `(?:${Object.values(LOW_RANKS).join("|")})`, LOW_HAND = "(?:low|lo|lav)(?: hand| hånd)?";
const WILD_RANKS = `(?:${[...Object.values(RANKS), ...Object.values(RANK_DIGITS)].join("|")})(?: (?:and |og |or |eller )?(?:${[...Object.values(RANKS), ...Object.values(RANK_DIGITS)].join("|")}))*`;
const IN_WHICH = "(?:(?:(?:games?|hands?|spil|hænder) )?(?:with|where|in which|when|having|med|hvor|i hvilke) )?(?:the )?";
const ALIKE = { five: "five|5|fem", four: "four|4|fire|quad", three: "three|3|tre|trip|set of|a set of", pair: "two|2|to|(?:a |one |et |ét )?pair (?:of )?|(?:et |ét )?par(?: i)?" };
const N = "N\\d+", WON = "(?:won|wins?|winning|took|takes?|vandt|vinder|vinde|vundet|vundne|tog|tager)", LOST = "(?:lost|loses?|losing|tabte|taber|tabe|tabt)";
const CARDS = "(?:his |her |the |their |sine |sin )?(?:cards?|hand|kort|kortene|hånden)";
const DEALT = "(?:dealt|deals?|dealing|called|calls|chose|picked|gav|giver|valgte|vælger|kaldte|kaldt|givet|valgt)", FOLDED = `(?:(?:folded|folds?|foldede|foldet|folder|smed|smider|kastede|pakkede)(?: ${CARDS})?|(?:threw|throws) (?:away )?${CARDS}|gik ud)`;
const ALL_IN = "(?:(?:was |is |been |went |goes |go |gone |var |være |været |gik |går |gået )?all[ -]?in)", SPLIT = "(?:split|splits|chopped|delte|deler)", BLUFFED = "(?:bluffed|bluffs?|bluffede|bluffet|bluffer)";
const RAISED = "(?:raised|raises?|hævede|hæver|hævet|forhøjede|forhøjet|forhøjer)", SHOWN = "(?:(?:went|got|goes|gik|går|kom) (?:all the way )?to (?:the )?(?:end|showdown)|(?:gik|går|kom) til (?:show ?down|showdown)|showed down)";
const AT_SHOWDOWN = "(?:at|in|ved|i|til) (?:the |a |et )?(?:show ?down(?:s|et)?|visning(?:en)?)";
const STAYED = "(?:stayed|stayed in|blev)", PEDER = "(?:used|played|bet|brugte|spillede|satte) (?:the |a |his |her |sin |en )?peder(?:en)?";
const VERB = `(?:${[WON, LOST, DEALT, FOLDED, ALL_IN, SPLIT, BLUFFED, DEED, RAISED, SHOWN, STAYED, PEDER].join("|")})`;
const SEEN = "(?:the |a |an |in |of |that |which |were |was |is |are |worth |on |med |på |der |som |var |er |en |et |den |de |i )*";
const ONE = "(?:pots?|puljer?|puljen|puljerne|potten?|potter(?:ne)?)", HAND = "(?:hands?|hånd|hænder|spil|games?|deals?|times?|gange?)";
const MORE = "(?:over|above|more than|bigger than|larger than|greater than|exceeding|mere end|større end|højere end)", LESS = "(?:under|below|less than|smaller than|mindre end|lavere end)";
const LEAST = "(?:at least|no less than|mindst|fra)", MOST = "(?:at most|up to|no more than|højst|maks(?:imalt)?|op til)", EXACT = "(?:exactly|præcis|nøjagtig)";
const UNITS = "kr|kroner?|crowns?|dkk|sek|nok|eur|euros?|gbp|pounds?|quid|usd|dollars?|bucks?|øre|cents?|chips?|jetoner|peders?|pedere|[$€£]";
const AMOUNT = `([$€£])? ?(\\d+(?:\\.\\d+)?) ?(${UNITS})?(?: (or more|eller mere|eller derover|or less|eller mindre))?`;
const COMPARED = `(?:(${MORE})|(${LESS})|(${LEAST})|(${MOST})|${EXACT})? ?${AMOUNT}`, COMPARED_CHIPS = `${COMPARED}(?! (?:times|gange|hands?|hænder|spil|pots?|puljer|potter|nights|aftener|percent|procent)(?= ))`;
const SIGN_OF = { "$": "$", dollar: "$", dollars: "$", usd: "$", buck: "$", bucks: "$", "€": "€", euro: "€", euros: "€", eur: "€", "£": "£", pound: "£", pounds: "£", quid: "£", gbp: "£",
  kr: "kr", krone: "kr", kroner: "kr", crown: "kr", crowns: "kr", dkk: "dkk", sek: "sek", nok: "nok" };
const BIG = "biggest|largest|highest|greatest|most expensive|største|højeste|dyreste", SMALL = "smallest|lowest|mindste|laveste", BEST = "best|bedste", WORST = "worst|værste|dårligste";
const NTH = ["second|2nd|anden|næst", "third|3rd|tredje", "fourth|4th|fjerde", "fifth|5th|femte", "sixth|6th|sjette", "seventh|7th|syvende", "eighth|8th|ottende", "ninth|9th|niende", "tenth|10th|tiende"]; // from 2
const DAYS_IN_WORDS = ["first of|første", ...NTH.map((each) => { const [english, , danish] = each.split("|"); return `${english} of|${danish}`; })]; // "the second of May", "anden maj"
const LAST = "last|latest|newest|most recent|sidste|seneste|nyeste|senest|sidst", FIRST = "first|earliest|første|tidligste", LONG = "longest|slowest|længste|langsomste", SHORT = "shortest|quickest|fastest|korteste|hurtigste";
const TIMES = { second: "seconds|secs?|sekund(?:er)?", minute: "minutes?|mins?|minut(?:ter)?", hour: "hours?|hrs?|timer" }, SECONDS_IN = { second: 1, minute: 60, hour: 3600 };
const LONGER = "(?:longer than|længere end)", SHORTER = "(?:shorter than|quicker than|faster than|kortere end|hurtigere end)";
const LASTED = "(?:lasted|lasts?|lasting|took|takes?|taking|went on|varede|varer|varet|tog|tager|taget)(?: for| i)?";
const SHARED = "(?:split|shared|chopped|divided|delte?)", COUNT = `(\\d+|${COUNTS.join("|")})`; // any of them, in digits or as a word
const AND_OR = "(?: (?:and|or|og|eller))?", numbersIn = (said) => said.match(/\d+/g).join(",");
const countOf = (word) => COUNTS.findIndex((count) => count.split("|").includes(word.toLowerCase())) + 1 || Number(word);
const FILLER = new Set(("a an the of in at on by for to from with and or that which where when what who whose how many much often was were is are be been did does do has have had got get it its i "
  + "me my we us our you show list find give see all any every each hand hands pot pots game games time times night nights season this there then ever so far played play went money chips against between during into total "
  + "anything everything happened skete he she his her they their them while after if as most still anyway ended deck someone somebody anyone anybody "
  + "en et den det de dem af i på ved til for fra med og eller som der hvor hvornår hvad hvem hvis hvilke hvilken hvilket hvordan mange meget ofte var er blev bliver har havde fik have vi os jeg min mig du "
  + "nogen haft når tit vis find alle alt hver hvert hånd hånden hænder hænderne pulje puljen puljer puljerne potten potter potterne spil spillet spillede spille gange gang aften aftenen aftener sæson sæsonen denne dette nogensinde siden så "
  + "han hun hans hendes sin sit sine mens da om alligevel stadig endte sluttede penge mellem mod egne egen eget own").split(" "));

const LONGEST = 1000; // letters: rules look at every word, and at all after it

/* Translates plain words to conditions, with the ranking and the comparison that they ask for; a word with a sign in it is already a condition. */
function fromPlainWords(text) {
  const all = text.match(words) || [];
  const found = all.filter((word) => /[=<>~]/.test(word));
  const asked = { text: text.trim(), rank: null, per: null };
  if (found.length === all.length || (found.length && text.replace(words, " ").trim())) return asked;
  if (asked.text.length > LONGEST) fault("long", { count: number(LONGEST) });
  let rest = ` ${plainly(found.length ? all.filter((word) => !found.includes(word)).join(" ") : text)} `;
  const take = (pattern, act) => {
    rest = rest.replace(new RegExp(` (?:${pattern})(?= )`, "giu"), (whole, ...groups) => {
      const conditions = act(...groups);
      if (conditions === null) return whole; // not so, after all
      found.push(...[conditions].flat().filter(Boolean).map((word) => quoted(word)));
      return "";
    });
  };
  const turn = (pattern, into) => { rest = rest.replace(new RegExp(` (?:${pattern})(?= )`, "giu"), (...groups) => ` ${typeof into === "function" ? into(...groups) : into}`.trimEnd()); };
  const gamesTake = (some) => { for (const [word, id] of some) take(`(?:(except|but not|other than|apart from|not|undtagen|bortset fra|på nær|men ikke|ikke) (?:in |at |i )?)?${escaped(word).replaceAll("'", " ?'?")}`, (not) => `game${not ? "!" : ""}=${id}`); };
  const called = games.flatMap((game) => [...game.words, game.name.toLowerCase()].map((word) => [plainly(word), game.id])).sort(([a], [b]) => b.length - a.length);

  /* Names */
  const named = [];
  const nameOf = (token) => named[Number(token.slice(1))];
  const place = (id) => { named.push(id); return `N${named.length - 1}`; };
  for (const [name, value] of namesSpoken()) {
    const at = place(value);
    turn(escaped(name), at);
    turn(`${escaped(name)}(?:'s|s|')`, `${at} 's`);
  }
  turn(`(?:without|uden) (${N}(?: ${N})*) (?:and|og|nor|or|eller) (${N})(?! ${VERB} )`, (_, some, last) => `without ${place([...some.split(" "), last].map(nameOf).join(","))}`);
  take(`(?:neither|hverken) (${N}) (?:nor|or|eller) (${N}) ${WON}`, (one, other) => `winner!=${nameOf(one)},${nameOf(other)}`);
  turn(`(?:neither|hverken) (${N}) (?:nor|or|eller) (${N})(?: (?:played|was (?:there|in)|were (?:there|in)|var med|var der|spillede(?: med)?|deltog))?(?! ${VERB} )`, (_, one, other) => `without ${place(`${nameOf(one)},${nameOf(other)}`)}`);
  turn(`(?:(?:where|when|hvor|som|og|and) )?(${N}) (?:(?:wasn't|was not|isn't|is not) (?:there|in|at the table|playing|with us)|didn't play|did not play|(?:ikke (?:var|er)|(?:var|er) ikke) (?:med|der|til stede|ved bordet)|spillede ikke(?: med)?|ikke spillede(?: med)?)`, (_, one) => `without ${one}`);
  turn(`(${N}) (?:or|eller) (${N})`, (_, one, other) => place(`${nameOf(one)},${nameOf(other)}`));
  const aGame = new Set(called.map(([word]) => word));
  rest = rest.replace(/ (\S+?)(-?)(puljerne|puljen|puljer|pulje|potter|hænderne|hænder|hånden|hånd|spillene|spil)(?= )/gu, (whole, before, dash, noun) => (dash || aGame.has(before) ? ` ${before} ${noun}` : whole));
  if (/ (?:after|past|before|efter|før|over) (?:midnight|midnat)(?= )/u.test(rest)) fault("unclear", { text: inQuotes(/ (\S+ (?:midnight|midnat))(?= )/u.exec(rest)[1]) }); // hours aren't asked for
  const eachOf = / (?:(?:in|of|for|at|by|i|på|til|af) )?(?:each|every|per|hver|hvert|pr) (?:game|player|dealer|month|season|spil|spiller|giver|måned|sæson)(?= )/u.exec(rest); // what is ranked, within what?
  if (eachOf && new RegExp(` (?:${BIG}|${SMALL}|${BEST}|${WORST}|${LAST}|${FIRST}|${LONG}|${SHORT}|most|mest|flest)(?= )`, "iu").test(rest)) fault("unclear", { text: inQuotes(eachOf[0].trim()) });
  const counted = / (?:how many|the number of|hvor mange|antal(?:let af)?) (?:nights|evenings|aftener)(?= )|(?:nights?|evenings?|aften(?:en)?|aftener) (?:with|that had|had|med|der havde|havde) (?:the )?(?:most|fewest|flest|færrest)(?= )/u.exec(rest); // the list is of hands
  if (counted) fault("unclear", { text: inQuotes(counted[0].trim()) });
  const either = new RegExp(` (?:${MORE}|${LESS}|${LEAST}|${MOST}) ${AMOUNT} ((?:or|eller) (?:${MORE}|${LESS}|${LEAST}|${MOST}))(?= )`, "iu").exec(rest);
  if (either) fault("unclear", { text: inQuotes(either.at(-1)) }); // all conditions hold at once
  const eitherDeed = new RegExp(` ((?:or|eller) (?:${N} )?(?:didn't |did not |never |ikke |aldrig )?${VERB})(?= )`, "iu").exec(rest);
  if (eitherDeed) fault("unclear", { text: inQuotes(eitherDeed[1].replace(/N\d+/g, nameOf)) });
  const ANY_MELD = `(?:an? |en |et )?(?:${Object.values(MELDS).join("|")})`;
  const beaten = new RegExp(` ((?:lost|loses?|losing) to ${ANY_MELD}|(?:tabte|taber|tabt) til ${ANY_MELD}|(?:beat|beats|beaten by|slog|slår|slået af) ${ANY_MELD})(?= )`, "iu").exec(rest); // what two players had
  if (beaten) fault("unclear", { text: inQuotes(beaten[1]) });
  const ofNight = / ((?:losing|winning|lost|won|tabte|tabende|vundne|vindende) (?:nights?|evenings?|aftener))(?= )/iu.exec(rest); // the list is of hands
  if (ofNight) fault("unclear", { text: inQuotes(ofNight[1]) });
  const atLeast = new RegExp(` ((?:pairs? of|(?:et )?par(?: i)?|two|to|three|tre) (?:${Object.values(RANKS).join("|")}) (?:or|eller) (?:better|bedre|higher|højere))(?= )`, "iu").exec(rest); // not Jackpots
  if (atLeast) fault("unclear", { text: inQuotes(atLeast[1]) });
  const besides = new RegExp(` ((?:after|before|following|efter|før) (?:the |den |det )?(?:${N} 's )?(?:${BIG}|${SMALL}|${BEST}|${WORST}))(?= )`, "iu").exec(rest); // another hand than the one that is found
  if (besides) fault("unclear", { text: inQuotes(besides[1].replace(/N\d+/g, nameOf)) });
  const rankOf = (word) => Object.keys(RANKS).find((rank) => new RegExp(`^(?:${RANKS[rank]}|${RANK_DIGITS[rank]})$`, "i").test(word));
  const wildAlone = new RegExp(`^${WILD_RANKS} wild$`, "i"); // such as an alias of one of the games in which they are wild
  gamesTake(called.filter(([word]) => /[^\d] /.test(word) && /wild|vild|joker/.test(word) && !wildAlone.test(word)));
  const ranksIn = (said) => said.split(" ").map(rankOf).filter(Boolean).map((rank) => `rules=${rank}`);
  take(`${IN_WHICH}(?:one[ -]?eyed|en-?øjede)(?: (?:jacks|picture cards|pictures|cards|knægte|billedkort|kort))? (?:(?:are|were|er|var) )?(?:wild|vilde)`, () => "rules=one-eyed");
  const held = / (?:two|three|2|3|to|tre|both|begge) (?:jokers|jokere|wild[ -]?cards|vilde kort)(?= )/u.exec(rest);
  if (held) fault("unclear", { text: inQuotes(held[0].trim()) }); // in the pack, or in the hand?
  take(`(?<! (?:of|i) )${IN_WHICH}(${WILD_RANKS}) (?:(?:are|were|is|was|being|er|var|som) )?(?:wild(?: cards?)?|vilde?|jokere)`, ranksIn);
  take(`${IN_WHICH}(?:wild|vilde) (${WILD_RANKS})`, ranksIn);
  take("(?:without|no|uden|ingen) (?:any |nogen )?(?:wild[ -]?cards?|vilde kort)|(?:nothing|intet|ingenting) (?:(?:is|was|er|var) )?(?:wild|vildt)", () => "rules!=wild");
  take("(?:without|no|uden|ingen) (?:any |nogen )?jokere?s?", () => "rules!=jokers");
  take(`${IN_WHICH}(?:any |some |nogle )?(?:wild[ -]?cards?|vilde kort)(?: (?:games?|hands?))?`, () => "rules=wild");
  take(`${IN_WHICH}(?:a |the |en )?joker(?:s|e|ne|en)?(?: (?:games?|hands?))?`, () => "rules=jokers");
  gamesTake(called.filter(([word]) => /[^\d] /.test(word)));
  turn("all[ -]in(?! all )", "all-in"); // else "all in last night" is a night
  /* Lengths of time, as T300 for five minutes */
  const lengths = {};
  for (const [unit, said] of Object.entries(TIMES)) {
    const counts = { "half an?|(?:en |et )?halvt?": 0.5, "halvand(?:en|et)": 1.5, "an?": 1, "1|én": 1, ...Object.fromEntries([...COUNTS.map((count, i) => [count, i + 1]), ...TENS.map((count, i) => [count, 10 * (i + 2)])]) };
    const token = (whole, n) => { const one = `T${n * SECONDS_IN[unit]}`; lengths[one] = whole.trim(); return one; };
    if (unit === "minute") turn("(?:et )?kvarter|(?:a )?quarter of an hour", (whole) => token(whole, 15));
    if (unit === "hour") turn("(en halv|halvanden|en|én) time", (whole, count) => token(whole, { "en halv": 0.5, halvanden: 1.5 }[count] ?? 1));
    turn(`(\\d+(?:\\.\\d+)?) ?(?:${said})`, (whole, n) => token(whole, Number(n)));
    for (const [count, n] of Object.entries(counts)) turn(`(?:${count})[ -](?:${said})`, (whole) => token(whole, n));
  }
  const reader = new RegExp(` (my|mine?|mit|jeg|i(?= ${VERB} ))(?= )`, "iu").exec(rest); // after games such as "My Woolworth"
  if (reader) fault("unclear", { text: inQuotes(reader[1]) }); // a page doesn't know who reads it
  rest = rest.replace(/ (which|what|hvilket|hvilke) (stud|draw|high[ -]?low|hi[ -]?lo|høj[ -]?lav)[ -]?(games?|spil)(?= )/gu, (_, which, kind, noun) => {
    found.push(`rules=${/^h/.test(kind) ? "high-low" : kind}`);
    return ` ${which} ${noun}`;
  });
  take(`(?:in |at |i )?(stud|draw|high[ -]?low|hi[ -]?lo)(?:[ -]poker)?(?:[ -]?(?:games?|hands?|deals?|pots?|spil|spillene|hænder|hånd|puljer))`, (kind) => `rules=${/^h/.test(kind) ? "high-low" : kind}`);
  take("(?:in |i )?(?:byttespil|bytte[ -]?poker)", () => "rules=draw");
  take(`${IN_WHICH}(?:common|community|shared) cards(?: games?)?|${IN_WHICH}fælles ?kort(?:ene)?`, () => "rules=common");
  take("(?:høj|high|hi)(?: (?:og|and) |[ /-]?)(?:lav|low|lo)(?:[ -]?(?:split|spil|spillene|hænder|games?|hands?|deals?))?|hilo(?: (?:games?|hands?))?", () => "rules=high-low");
  take("(?:what is |what was |hvad er |hvad var |hvor stor er |how (?:big|large) (?:is|was) )?(?:the |en |den )?(?:average|mean|typical|gennemsnitlige?|gennemsnits|snit)[ -]?(?:size of (?:a |the )?)?(?:pot size|pots?|puljer?|puljen)|(?:the )?pots? on average|puljen i (?:gennemsnit|snit)", (...groups) => {
    asked.mean = true;
    return [];
  });
  const lowOf = (...said) => { // its ranks from the highest, in whatever order they were named
    const ranks = said.find(Boolean).split(/[ -]/).map((word) => Object.keys(LOW_RANKS).find((rank) => LOW_RANKS[rank].split("|").includes(word)));
    return `low=${ranks.sort((a, b) => "KQJT98765432A".indexOf(a) - "KQJT98765432A".indexOf(b)).join("-")}`;
  };
  const HELD = "(?:(?:with|had|has|holding|showed|med|havde|fik|viste) )?(?:an? |the |en |et |den )?"; // neither "a low hand" nor "lost to low" has a rank
  take(`${HELD}(?!(?:a|to)[ -])(${LOW_RANK}(?:[ -]${LOW_RANK})*)[ -]${LOW_HAND}`, lowOf);
  take(`${HELD}${LOW_HAND} (?:of |på )?(${LOW_RANK}(?:-${LOW_RANK})+)|${HELD}${LOW_HAND} (?:of|på) (${LOW_RANK})|(?:with|holding|med) (?:an? |en )?(${LOW_RANK}(?:-${LOW_RANK})+)(?! (?:players|spillere|personer|mand|${UNITS}) )`, lowOf);
  for (const [rank, word] of Object.entries(RANKS)) {
    for (const [meld, count] of Object.entries(ALIKE)) {
      take(`(?:(?:with|had|has|got|holding|med|havde|fik|har) )?(?:${count})[ -]?(?:${word})`, () => [`meld=${meld}`, `rank=${rank}`]);
    }
    take(`(?:(?:with|had|med|havde) )?(?:full house (?:of |with )?|fuldt hus (?:i |med )?|${word} full(?: house)?|)(?:${word}) full|full house (?:of|with) (?:${word})|fuldt hus (?:i|med) (?:${word})`, () => ["meld=full_house", `rank=${rank}`]);
  }
  const { rounds, spoken } = deedsFrom(turn);
  const bet = new RegExp(` (${BET} ${SEEN}${COMPARED})(?= )`, "iu").exec(rest); // at once, or in all?
  if (bet) fault("unclear", { text: inQuotes(bet[1]) });
  turn("(?:of |in |i )?(?:this|the|the whole|all|denne|hele) (?:season|sæson(?:en)?)(?:'s)?|sæsonens|the season's|in all|i alt", "");
  turn("(?:a|one|an|en|ét) (?=peders?|pedere)(peders?|pedere)", (_, word) => `1 ${word}`);
  turn("half (?:a|an|the) (peder)", (_, word) => `0.5 ${word}`);
  const IN_ONE = "(?:in|on|i|på) (?:a |the )?(?:one|a|single|én|en|et|ét|enkelt)(?: single| enkelt)? (?:hand|deal|pot|hånd|spil|pulje)";
  turn(`(?:who|which player|hvem|hvilken spiller) (?:has |har )?(?:(${WON})|${LOST}) (?:the )?(?:most|mest)(?: money| chips)? ${IN_ONE}`, (_, won) => `the biggest ${won ? "win" : "loss"}`);
  turn(`(?:(?:what|hvad) (?:is |was |er |var )?)?(?:the most|det meste)(?: money| penge)?(?: that| som| der)? (${N}) (?:has |ever |har )*(?:(${WON})|${LOST}) ${IN_ONE}`, (_, token, won) => `${token} 's biggest ${won ? "win" : "loss"}`);
  turn(`(?:hvad|hvor meget) (?:har )?(?:(${WON})|${LOST}) (${N}) (?:mest|højst) ${IN_ONE}`, (_, won, token) => `${token} 's biggest ${won ? "win" : "loss"}`);
  turn(IN_ONE, "");
  turn("i (?:går )?aftes", "sidste aften");
  turn("(how much|hvor) (?:money|mange penge)", (_, how) => (how === "hvor" ? "hvor meget" : how));
  turn("spiller(?= vi )", "");
  turn(`(?:the )?pots? (?:that |which )?(?:was |were |got )?carried(?: on| over)? (?:the )?most(?: times| often)?|puljen? (?:der |som )?(?:blev |er )?(?:gik videre|gået videre|overført|videreført) flest gange`, "longest carried pot");
  turn(`(?:cost|costs|kostede|koster) (${N})(?: the)? (?:most|mest)`, (_, token) => `${token} lost the most`);
  turn(`(?:the |den )?(?:most expensive|dyreste) (?:night|evening|aften) (?:for|of) (${N})|(${N}) 's (?:most expensive|dyreste) (?:night|evening|aften)`, (_, a, b) => `${a ?? b} 's worst night`);
  turn("((?:how (?:many|much)|hvor (?:mange|meget)) (?:.+ )?|(?:who|hvem) (?:won|lost|vandt|tabte) (?:the most |mest )?)(?:last time|sidste gang|sidst)(?= $)", (_, asked_) => `${asked_}last night`);
  turn(`(${LAST}) (?:couple of|par)(?= (?:nights|evenings|aftener|hands|hænder|pots|puljer|potter|times|gange) )`, (_, last) => `${last} 2`);
  turn(`${COUNT}((?: (?:or|eller) (?:more|flere|fewer|færre))?) (?:mand|mænd|people|of us)`, (_, n, also) => `${n}${also} players`);
  turn(`(?:smed|smider|smidt|dropped|drops|blew)(?= (?:(?:${MORE}|${LEAST}) )?\\d+(?:\\.\\d+)? ?(?:${UNITS}) )`, "lost");
  turn(`(?<!(?:between|from|mellem|fra) )(\\d+(?:\\.\\d+)?)(?: ?[-–] ?| to | til )(\\d+(?:\\.\\d+)?)(?= ?(?:${UNITS}) )`, (_, low, high) => `between ${low} and ${high}`);
  turn(`(?:who|hvem) ${DEALT}(?= (?:the |den |det |de )?(?:\\d+ )?(?:${BIG}|${SMALL}|${LAST}|${FIRST}|${LONG}|${SHORT}) )`, ""); // the list says who dealt
  turn("(?:just|only|kun|bare)(?= (?:\\d+|two|three|four|to|tre|fire) (?:players|spillere) )", "");
  turn("(\\d+)[ -]?handed(?: (?:hands?|pots?|games?))?|(?:with|med) (\\d+) (?:at (?:the )?table|ved bordet|mand ved bordet)", (_, a, b) => `${a ?? b} players`);
  turn(`(${VERB}) (?:but|men)(?= ${N} )`, (_, verb) => `${verb} and`);
  turn(`(${BIG}|${SMALL}|${BEST}|${WORST}) (${ONE}) (?:for|til) (${N})`, (_, adjective, pot, token) => `${token} 's ${adjective} ${pot}`);
  turn(`hvem (?:er (?:mest )?(?:bagud|bagest)|ligger (?:sidst|nederst))|who (?:is|'s) (?:down the most|furthest behind|last)(?= $)`, "who lost the most");
  turn("hvem (?:fører|ligger (?:først|nummer et|øverst))|who (?:leads|is leading|is in the lead)", "who won the most");
  turn(`(?:both|både) (${N})(?= (?:and|og) )`, (_, token) => token);
  turn("(aften|night|evening)(?:'s|(?<=aften)s)", (_, word) => word);
  turn("(dealt|deals|gav|giver) (?:the cards|cards|kort|kortene)", (_, verb) => verb);
  turn("(?:as|som) (?:the )?(?:dealer|giver)", "and dealt");
  turn("(?:was|is|var|er) (?:the )?(?:dealer|giver)", "dealt");
  turn("(?:himself|herself|themselves|selv)(?= (?:$|(?:and|og|but|men) ))", "");
  turn(`(wins?|winnings|sejre?|gevinst(?:er)?) over(?= ${N} )`, (_, word) => `${word} mod`);

  /* Nights, days, months */
  const order = Object.keys(nights);
  const days = order.map((id) => nights[id].day);
  const nearest = (test) => days.findLast((day) => day && test(day));
  const dayIn = (month, day, year) => {
    const there = `-${String(month).padStart(2, "0")}${day ? `-${String(day).padStart(2, "0")}` : ""}`;
    if (year) return [`${year.length === 2 ? "20" : ""}${year}${there}`];
    const years = [...new Set(days.filter((each) => each?.slice(4).startsWith(there)).map((each) => each.slice(0, 4)))];
    const latest = (nearest(() => true) ?? new Date().toISOString()).slice(0, 4);
    return (years.length ? (day ? years.slice(-1) : years) : [latest]).map((each) => each + there);
  };
  const dates = []; // what stands for a day or a month, so that "since" and "to" find it
  const dated = (list) => { dates.push(list); return `D${dates.length - 1}`; };
  turn("(?:on )?(\\d{4}-\\d\\d(?:-\\d\\d)?)", (_, day) => dated([day]));
  MONTHS.forEach((month, i) => {
    DAYS_IN_WORDS.forEach((day, n) => turn(`(?:on |om )?(?:the |den )?(?:${day})(?= ${month} )`, `${n + 1}`));
    turn(`(?:on |den |d )?(?:the )?(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${month}(?: (\\d{4}))?`, (_, day, year) => dated(dayIn(i + 1, day, year)));
    turn(`(?:on )?${month} (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: (\\d{4}))?`, (_, day, year) => dated(dayIn(i + 1, day, year)));
    turn(`(?:in |i |during )?${month}(?:'s|s|')?(?: (\\d{4}))?(?: måned)?`, (_, year) => dated(dayIn(i + 1, "", year)));
  });
  SEASONS.forEach((season, i) => {
    const monthsOf = (year) => (year ? [0, 1, 2].map((n) => dayIn((3 * i + n + 2) % 12 + 1, "", String(Number(year) + (i === 3 && n > 0)))[0]) : []);
    const lived = [...new Set(days.filter(Boolean).map((day) => String(Number(day.slice(0, 4)) - (i === 3 && day.slice(5, 7) < "03"))))]
      .filter((year) => days.some((day) => day && monthsOf(year).includes(day.slice(0, 7))));
    turn(`(since|siden|after|efter|before|før|until|indtil)?(?: ?(?:in|i|during|over|from|fra|om|the|last|sidste))*(?:^| )(?:${season})(?: (?:of )?(\\d{4}))?`, (_, when, year) => {
      const years = year ? [year] : lived;
      const these = years.flatMap(monthsOf);
      if (!when) return dated(these.length ? these : ["none"]);
      const latest = monthsOf(years.at(-1) ?? "2000");
      return `${when} ${dated([/since|siden|before|før/i.test(when) ? latest[0] : latest.at(-1)])}`;
    });
  });
  turn("(?:on |den |d )?(\\d{1,2})/(\\d{1,2})(?:[/-](\\d{4}|\\d\\d))?", (_, day, month, year) => dated(dayIn(month, day, year)));
  turn("(?:on|den|d) (\\d{1,2})\\.(\\d{1,2})(?:\\.(\\d{4}|\\d\\d))?", (_, day, month, year) => dated(dayIn(month, day, year)));
  turn("(?:in|i|during|from|fra|since|siden) ((?:19|20)\\d\\d)", (whole, year) => (/since|siden/i.test(whole) ? `since ${dated([year])}` : `from ${dated([year])}`));
  WEEKDAYS.forEach((day, i) => {
    const isDay = (each) => (new Date(`${each}T12:00`).getDay() || 7) === i + 1;
    turn(`(?:on )?(?:the )?(?:last|latest|this|sidste|seneste|i) (?:${day})(?: night| aften)?|i (?:${day})s|(?:the )?(?:${day})(?:'s|(?<=en)s)`, () => { const last = nearest(isDay); return last ? dated([last]) : `W${i + 1}`; });
    turn(`(?:on |om |in )?(?:the )?(?:${day})(?: nights?| aftener| aften)?`, `W${i + 1}`);
  });
  const today = new Date();
  const month = (back) => { const day = new Date(today.getFullYear(), today.getMonth() - back, 15); return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}`; };
  for (const [pattern, when] of [["(?:in |from )?this year(?:'s)?|i år|årets", `${today.getFullYear()}`], ["(?:in |from )?last year(?:'s)?|sidste år|i fjor", `${today.getFullYear() - 1}`],
    ["(?:in )?this month(?:'s)?|(?:i )?denne måned", month(0)], ["(?:in )?last month(?:'s)?|(?:i )?sidste måned", month(1)]]) turn(pattern, () => dated([when]));
  take("(?:in |during |from |i |fra )?(?:the )?(?:(last|sidste)|this|denne) (?:week|uge)(?:'s|(?<=uge)s)?", (isLast) => {
    const [monday, sunday] = [0, 6].map((day) => new Date(today.getFullYear(), today.getMonth(), today.getDate() - (today.getDay() || 7) + 1 + day - (isLast ? 7 : 0), 12));
    return [[">=", monday], ["<=", sunday]].map(([sign, day]) => `date${sign}${day.toLocaleDateString("sv")}`);
  });
  turn("(?:mon|tue|wed|thu|fri|sat|sun|man|tir|ons|tor|tors|fre|lør|søn) (D\\d+)", (_, day) => day);
  const ON = "(?:and |og )?(?:on(?:wards?)?|frem(?:efter|ad)?)"; // without it, "from March" is of March
  take("(?:from|between|mellem|fra) D(\\d+) (?:to|until|till|and|til|og) D(\\d+)", (a, b) => [`date>=${dates[a][0]}`, `date<=${dates[b].at(-1)}`]);
  take(`(?:since|siden) D(\\d+)|(?:from|fra) D(\\d+) ${ON}`, (a, b) => `date>=${dates[a ?? b].at(-1)}`);
  take("(?:after|efter) D(\\d+)", (a) => `date>${dates[a].at(-1)}`);
  take("(?:before|før|inden) D(\\d+)", (a) => `date<${dates[a].at(-1)}`);
  take("(?:until|till|through|til|indtil|frem til) D(\\d+)", (a) => `date<=${dates[a].at(-1)}`);
  take("W(\\d) (?:(?:and|or|og|eller) )?W(\\d)", (a, b) => `weekday=${a},${b}`);
  take("W(\\d)", (day) => `weekday=${day}`);
  take("(?:on |in |i )?(D\\d+(?: (?:(?:and|or|og|eller) )?(?:(?:on|in|i) )?D\\d+)+)", (said) => `date=${said.match(/(?<=D)\d+/g).flatMap((a) => dates[a]).join(",")}`);
  take("(?:on |in |i |from |fra )?D(\\d+)", (a) => `date=${dates[a].join(",")}`);
  COUNTS.forEach((count, i) => turn(`((?:${i ? `${LAST}|${FIRST}|` : ""}top|nights?|aften(?:erne)?|de|the)) (?:${count})`, (_, before) => `${before} ${i + 1}`)); // "sidst en" is last a
  COUNTS.forEach((count, i) => turn(`(?:${count}) (players?|spillere|pedere?|peders|biggest|largest|worst|best|største|bedste|værste)`, (_, after) => `${i + 1} ${after}`));
  COUNTS.forEach((count, i) => turn(`(?:${count})[ -]handed`, `${i + 1} handed`));
  COUNTS.slice(1).forEach((count, i) => turn(`(?:${count})(?= (?:kr|kroner|euros?|pounds|dollars|chips|jetoner) )`, `${i + 2}`));
  TENS.forEach((count, i) => turn(`(?:a |one |et |ét )?(?:${count})(?= (?:${UNITS}) )`, `${10 * (i + 2)}`));
  COUNTS.forEach((count, i) => turn(`(?:${count}) (times|gange)`, (_, after) => `${i + 1} ${after}`));
  turn(`(\\d+|${COUNTS.join("|")}) (?:or|eller) (?:(more|flere)|fewer|færre)(?= (?:players|spillere) )`, (_, n, isMore) => {
    const at = COUNTS.findIndex((count) => count.split("|").includes(n.toLowerCase()));
    return `${isMore ? "at least" : "at most"} ${at < 0 ? n : at + 1}`;
  });
  turn("(once|twice|én gang)", (_, word) => `${word === "twice" ? 2 : 1} times`);
  const numbered = order.map((id) => nights[id].no).filter(Boolean);
  const night = (id) => (id ? `night=${id}` : null);
  const nightsOf = (name) => {
    const is = persons(name.split(",")[0]);
    const there = new Set();
    for (let hand = 0; hand < known.facts.hands; hand += 1) {
      for (let seat = first[hand]; seat < first[hand + 1]; seat += 1) if (is.includes(valueOf("seat", "player_id", seat))) there.add(valueOf("hand", "night", hand));
    }
    return order.filter((id) => there.has(id));
  };
  take(`(${N}) 's (?:(${FIRST})|(?:${LAST})) (?:(\\d+) )?(?:nights?|evenings?|aften(?:er)?)`, (token, isFirst, n = 1) => {
    const there = nightsOf(nameOf(token));
    return [`player=${nameOf(token)}`, `night=${(isFirst ? there.slice(0, n) : there.slice(-n)).join(",")}`];
  });
  take(`(?:in |during |on |i |de |the )*(?:${LAST}) (\\d+) (?:nights|evenings|aftener)`, (n) => (numbered.length ? `nightno>=${Math.max(...numbered) - n + 1}` : null));
  take(`(?:in |during |on |i |de |the )*(?:${FIRST}) (\\d+) (?:nights|evenings|aftener)`, (n) => `nightno<=${n}`);
  take("(?:the |den )*(?:night before last|forrige aften|(?:second|next)[ -]to[ -]last night|second last night|næst-?sidste aften)", () => night(order.at(-2)));
  const nightNumber = (said) => (/^\d+$/.test(said) ? Number(said) : NTH.findIndex((names) => names.split("|").includes(said.toLowerCase())) + 2);
  const NTHS = `(${NTH.join("|")}|\\d+)`;
  take(`(?:since|siden) (?:the |den )?${NTHS} (?:night|evening|aften)|(?:from|fra) (?:the |den )?${NTHS} (?:night|evening|aften) ${ON}`, (a, b) => `nightno>=${nightNumber(a ?? b)}`);
  take(`(?:between|from|mellem|fra) (?:the |den )?${NTHS} (?:and|to|og|til) (?:the |den )?${NTHS} (?:night|evening|aften)`, (a, b) => [`nightno>=${nightNumber(a)}`, `nightno<=${nightNumber(b)}`]);
  take(`(?:after|efter) (?:the |den )?${NTHS} (?:night|evening|aften)`, (n) => `nightno>${nightNumber(n)}`);
  take(`(?:before|until|før|inden|indtil) (?:the |den )?${NTHS} (?:night|evening|aften)`, (n) => `nightno<${nightNumber(n)}`);
  take(`(?:the |in |on |i |den )*(?:${LAST}) (?:night|evening|aften|game night|spilleaften)|(?:the )?last time we played|yesterday|i aftes|i går|sidst vi spillede|sidste gang vi spillede`, () => night(order.at(-1)));
  take(`(?:the |in |on |i |den )*(?:${FIRST}) (?:night|evening|aften)`, () => night(order[0]));
  take("(?:in |on |i |the )*(?:nights?|aften(?:er|erne)?)(?: (?:nr|no))? (\\d+) ?(?:to|-|–|til) ?(\\d+)|(?:between|mellem) (?:the )?(?:nights?|aften(?:er)?) (\\d+) (?:and|og) (\\d+)", (a, b, c, d) => [`nightno>=${a ?? c}`, `nightno<=${b ?? d}`]);
  take(`(?:in |on |i |the )*(?:nights?|aften(?:er|erne)?)(?: (?:nr|no))? (\\d+(?:${AND_OR} \\d+)+)(?! (?:players|spillere) )`, (said) => `nightno=${numbersIn(said)}`);
  take(`(?:since|siden) (?:night|aften)(?: (?:nr|no))? (\\d+)|(?:from|fra) (?:night|aften)(?: (?:nr|no))? (\\d+) ${ON}`, (a, b) => `nightno>=${a ?? b}`);
  take("(?:in |on |i |the )*(?:night|aften)(?: (?:nr|no))? (\\d+)", (n) => `nightno=${n}`);
  NTH.forEach((nth, i) => take(`(?<!'s )(?:on |in |i |the |den )*(?:${nth}|${i + 2}) (?:night|evening|aften)`, () => `nightno=${i + 2}`));
  for (const [id, { said }] of Object.entries(nights)) take(`(?:on |den )?${escaped(plainly(said))}`, () => night(id));

  /* Who won most, at which game */
  turn("(?:who|hvem) (?:is|was|er|var) (?:the |den )?(?:big|biggest|store|største) (winner|loser|vinder|taber)", (_, word) => `who ${/^[wv]/.test(word) ? "won" : "lost"} the most`);
  const isDated = found.length && found.every((word) => /^["']?(?:night|nightno|date|weekday)[<>=]/.test(word));
  if (isDated) turn(`(?:who|hvem) (?:(${WON})|${LOST})(?= (?:the |that |den |det )*$)|(?:the )?(?:winner|winners|vinderen|vinder)(?: (?:of|in|af|i))?(?= $)`, (whole, won) => (won || /inn|vind/.test(whole) ? "who won the most" : "who lost the most"));
  const per = (group, of, down) => { asked.per = { group, of, down }; return []; };
  take(`(?:(?:which|what|hvilket) (?:game|spil) (?:is|was|er|var) |the )?(?:the )?(?:most expensive|dyreste?)(?: game| spil)? (?:for|of) (${N})`, (token, at, all) => (/(?:game|spil)/i.test(all.slice(at).split(token)[0]) ? [...of(token), ...per("game", "net", false)] : null));
  take("(?:who|which player) (?:has )?(?:won|wins|win) (?:the )?most (?:pots|hands|times|often)|(?:hvem|hvilken spiller) (?:har )?(?:vandt|vinder|vundet) (?:flest (?:puljer|hænder|gange|spil)|oftest)", () => per("player", "wins", true));
  take("(?:who|which player) (?:has )?(?:won|wins|win) (?:the )?(?:fewest|least) (?:pots|hands|times|often)|(?:hvem|hvilken spiller) (?:har )?(?:vandt|vinder|vundet) færrest (?:puljer|hænder|gange|spil)", () => per("player", "wins", false));
  take("(?:who|which player) (?:has )?(?:dealt|deals|folded|folds) (?:the )?most(?: often)?", () => null);
  take("(?:who|which player)(?: is| has| was)? (?:(?:won|wins|win|made|earned|took|takes) (?:the )?most(?: money| chips)?|ahead|the best|did best|the big(?:gest)? winner|best|came out (?:on top|ahead))|(?:hvem|hvilken spiller) (?:har )?(?:vandt|vinder|vundet|tjente|tog|tager|taget) (?:mest|flest (?:penge|chips|jetoner))|hvem (?:klarede sig bedst|var bedst|er bedst|er foran)", () => per("player", "net", true));
  take("(?:who|which player)(?: is| has| was)? (?:(?:lost|loses|lose) (?:the )?most|behind|the worst|did worst|the big(?:gest)? loser|worst)|(?:hvem|hvilken spiller) (?:har )?(?:tabte|taber|tabt) mest|hvem (?:klarede sig værst|var værst|er bagud)", () => per("player", "net", false));
  take(`(?:which|what|hvilke[nt]?) (?:game|spil) (?:did |has |do |does |har )?(${N} )?(?:won|wins?|best|vandt|vinder|vundet)(?: (${N}))?(?: (?:the )?most| best| mest| bedst)?(?: at| on| på| ved| i)?`, (a, b) => [...of(a ?? b), ...per("game", "net", true)]);
  take(`(?:which|what|hvilke[nt]?) (?:game|spil) (?:did |has |do |does |har )?(${N} )?(?:lost|loses?|worst|tabte|taber|tabt)(?: (${N}))?(?: (?:the )?most| worst| mest| værst)?(?: at| on| på| ved| i)?`, (a, b) => [...of(a ?? b), ...per("game", "net", false)]);
  take("(?:(?:which|what|hvilke[nt]?) (?:game|spil) (?:do we |did we |was |is |er |blev |spiller vi |spillede vi |is it that we )?(?:played? |called |spillet )?(?:the )?(?:most|mest|oftest|flest gange)(?: played| spillet| spillede| ofte| often| called)?|(?:the )?most played games?|(?:det )?mest spillede spil)", () => per("game", "hands", true));
  take("(?:who|which player|hvem|hvilken spiller) (?:has|have|had|got|held|har|havde|fik|holdt)(?: had| got| held| haft| fået)? (?:the )?(?:most|flest)", () => {
    const hasMeld = found.some((word) => /^["']?(?:meld|low)=/.test(word)) || new RegExp(` (?:${Object.values(MELDS).join("|")})(?= )`, "iu").test(rest);
    return hasMeld ? per("player", "hands", true) : null;
  });
  const nightly = (token, down) => { asked.rank = { by: "nights", down, n: 1 }; return of(token); };
  take(`(${N}) 's (?:(${BEST})|${WORST}) (?:game|spil)|(?:the |det )?(?:(${BEST})|${WORST}) (?:game|spil) (?:for|of|til) (${N})`, (a, best, good, b) => [...of(a ?? b), ...per("game", "net", Boolean(best ?? good))]);
  take(`(${N}) 's (?:(${BEST}|${BIG})|${WORST}) (?:night|evening|aften)|(?:the |den )?(?:(${BEST})|${WORST}) (?:night|evening|aften) (?:for|of|af) (${N})`, (a, best, good, b) => nightly(a ?? b, Boolean(best ?? good)));
  take(`(?:(?:which|what|the|hvilken|den) )?(?:nights?|evening|aften) (?:did |does |that |where |hvor )?(?:(?:${WON}) )?(?:(${N}) )(?:${WON}|(${LOST})) (?:the )?(?:most|mest)|(?:hvilken )?aften (?:(?:${WON})|(${LOST})) (${N}) (?:mest)`,
    (a, lost, lostToo, b) => nightly(a ?? b, !(lost || lostToo)));
  function of(token) { return token ? [`player=${nameOf(token.trim())}`] : []; }

  /* Superlatives: the value to rank by, and the player of the pots */
  const noun = (word = "") => (/^(?:pot|pul)/i.test(word) ? "pot" : /^(?:win|gevinst|sejr|gain)/i.test(word) ? "win" : /^(?:loss|lose|tab|nederlag|bad|beat)/i.test(word) ? "loss" : /^(?:stake|invest|indsats|indskud)/i.test(word) ? "paid" : /^(?:chain|carried|overført|kæde)/i.test(word) ? "chain" : "");
  const rankBy = (adjective, what, n) => {
    const [is, kind] = [(words_) => new RegExp(`^(?:${words_})$`, "i").test(adjective), noun(what)];
    if (is(LAST)) return { by: "time", down: true, n };
    if (is(FIRST)) return { by: "time", down: false, n };
    if (is(LONG) || is(SHORT)) return { by: kind === "chain" || kind === "pot" ? "chain" : "seconds", down: is(LONG), n };
    if (is(BEST)) return { by: "net", down: true, n };
    if (is(WORST)) return { by: "net", down: false, n };
    const down = is(BIG);
    return { by: { win: "net", loss: "net", paid: "paid" }[kind] ?? "pot", down: kind === "loss" ? !down : down, n };
  };
  const plural = (word = "") => /(?:s|sses|er|erne|tab|hænder|puljer)$/i.test(word) && !/^(?:loss|tab)$/i.test(word);
  turn(`top (\\d+)(?: (?:${BIG}))?(?: hands| hænder)?`, (_, n) => `${n} biggest`);
  const superlative = `(?:the |top |de |den |det |(${N}) 's )*(\\d+ )?(?:(${NTH.join("|")})[ -]?)?(${BIG}|${SMALL}|${BEST}|${WORST}|${LAST}|${FIRST}|${LONG}|${SHORT})(?: (\\d+))?(?: ((?:carried |overførte )?(?:${ONE}|${HAND}|chains?|kæder?|wins?|gevinst(?:er)?|sejre?|gains?|loss(?:es)?|losers?|tab|nederlag|(?:bad )?beats?|stakes?|indsats(?:er)?|indskud|winnings)))?`;
  turn(`(?:hvilken|hvilket|hvilke) (${ONE}|${HAND}|gevinst(?:er)?|tab) (?:var|er|blev|har været) (?:den |det |de )?(størst|mindst|højest|lavest|dyrest|bedst|værst|længst|kortest)e?`, (_, of, adjective) => `${adjective}e ${of}`);
  turn(`(?:which|what) (${ONE}|${HAND}|wins?|loss(?:es)?) (?:was|is|were|are|has been) (?:the )?(${BIG}|${SMALL}|${BEST}|${WORST}|${LONG}|${SHORT})`, (_, of, adjective) => `${adjective} ${of}`);
  turn(`(${HAND}) (?:(?:that|which|der|som|har|has|have) )?(?:took|taken|lasted|tog|taget|varede|varet) (?:the )?(longest|shortest|længst|kortest)(?: time| tid)?`, (_, hand, adjective) => `${adjective.replace(/(?<=ngst|kortest)$/, "e")} ${hand}`);
  let nightlyWords = ""; // whether the foremost of each night are asked for
  turn("(?:(?:of|on|in|for|from|i|på|fra|for) )?(?:each|every|per|hver|hvert|pr) (?:single |eneste |enkelt )?(?:night|evening|aften)|(?:night|evening) by (?:night|evening)|aften for aften", (said) => { nightlyWords = said.trim(); return ""; });
  const everyone = / ((?:all|alle|vi alle|all of us) (?:was|were|var) (?:in|there|med|der))(?= )/iu.exec(rest); // at the table, or in the hand?
  if (everyone) fault("unclear", { text: inQuotes(everyone[1]) });
  const ofGames = /(?:slowest|fastest|quickest|langsomste|hurtigste) (?:games?|spil)(?= )/iu.exec(rest); // a hand, or a game by its hands?
  if (ofGames) fault("unclear", { text: inQuotes(ofGames[0]) });
  const ofNights = new RegExp(` (?:${BIG}|${SMALL}|${BEST}|${WORST}|${LONG}|${SHORT})(?: \\d+)? ((?:nights?|evenings?|aften(?:er)?)(?= ))`, "iu").exec(rest);
  if (ofNights) fault("unclear", { text: inQuotes(ofNights[0].trim()) }); // which night was it? The list is of hands
  const mentioned = new Set(rest.match(/(?<= )N\d+(?= )/g));
  if (mentioned.size === 1) take("(?<!'s )(?:(?:on|in|at|på|i|ved) )?(?:his |her |their |sin |hans |hendes )?(?:own deal|egen (?:giv|uddeling))", () => `dealer=${nameOf([...mentioned][0])}`);
  turn(`(?:most expensive|dyreste)(?= ${HAND} )`, "worst"); // one that cost the most
  take(superlative, (owner, before, nth, adjective, after, what) => {
    const kind = noun(what);
    const n = Number(before ?? after ?? (plural(what) && !/^(?:times|gange|wins?$)/i.test(what) ? 10 : 1));
    if (asked.rank && asked.rank.by !== "time") return null;
    asked.rank = rankBy(adjective, what, n);
    if (nth) Object.assign(asked.rank, { n: 1, nth: NTH.findIndex((names) => names.split("|").includes(nth.toLowerCase())) + 2 });
    const pots = kind === "pot" || kind === "win" || (asked.rank.by === "pot" && !what);
    const conditions = /carried|overført/i.test(what ?? "") ? ["chain>1"] : [];
    if (kind === "win" || kind === "loss") conditions.push(kind === "win" ? "net>0" : "net<0");
    if (owner) conditions.push(`${pots && kind !== "win" ? "winner" : "player"}=${nameOf(owner)}`);
    return conditions;
  });

  /* Amounts */
  const amount = (sign, n, unit = "") => {
    const word = unit.toLowerCase();
    if (/^(?:øre|cents?)$/.test(word)) return `${n / 100}${known.money || ""}`;
    if (/^peder/.test(word)) return String(n * known.peder);
    const shown = unitAsked();
    if (!sign && !word && shown === "money") return `${n}${known.money}`;
    if (!sign && !word && shown === "peders") return String(n * known.peder);
    return `${n}${SIGN_OF[(sign ?? word).toLowerCase()] ?? ""}`;
  };
  const compared = (name, minus = "") => (more, less, least, most, sign, n, unit, also) => {
    const turned = minus ? { ">": "<", "<": ">", ">=": "<=", "<=": ">=", "=": "=" } : { ">": ">", "<": "<", ">=": ">=", "<=": "<=", "=": "=" };
    const how = more ? ">" : less ? "<" : least || /more|mere|over/i.test(also ?? "") ? ">=" : most || also ? "<=" : "=";
    const isLess = name === "net" && /^[<=]/.test(how) && how !== "="; // who won less did win
    return [isLess && `net${turned[">"]}0`, `${name}${turned[how]}${minus}${amount(sign, n, unit)}`].filter(Boolean);
  };
  turn(`((?:loss(?:es)?|tab|nederlag|wins?|winnings|gevinst(?:er)?|sejre?|${LOST}|${WON}) )((?:to|til|from|fra|against|mod|over) ${N}) (${SEEN}(?:${MORE}|${LESS}|${LEAST}|${MOST}) ${AMOUNT})`, (_, what, whom, how) => `${what}${how} ${whom}`);
  turn(`(?:did|has|have|does|har) (${N})(?: (?:ever|nogensinde))?`, (_, token) => token);
  turn(`(${N}) (?:has|have|had|har|havde)(?: ever| nogensinde)?(?= ${VERB} )`, (_, token) => token);
  turn(`(?:went|goes|go|gik|går|kom|var|was|is) (${N})(?: (?:ever|nogensinde))?(?= (?:all[ -]?in|til|to) )`, (_, token) => `${token} gik`);
  const most = (verbs, down) => take(`${verbs} (?:the )?(?:most|mest)(?: in| i| på| on)?|(?:the )?(?:most|mest) ${verbs}`, () => { asked.rank = { by: "net", down, n: 1 }; return []; });
  turn(`(?:how much|what|hvor meget|hvad) (?:har )?(${N}) (${WON}|${LOST}|tabt|vundet)(?= (?:to|from|off|til|fra) )`, (_, token, verb) => `${token} ${verb}`);
  turn(`(?:hvor meget|hvad) (${WON}|${LOST}) (${N})(?= (?:til|fra) )`, (_, verb, token) => `${token} ${verb}`);
  turn(`how much (${N}) ${VERB}|hvor meget (?:har )?${VERB} (${N})|what (${N}) ${VERB}(?! with )|hvad (?:har )?${VERB} (${N})(?! med )|hvor meget (?:har )?(${N}) ${VERB}|how (${N}) do|hvordan klarede (${N}) sig|hvordan gik det (?:for )?(${N})`, (...groups) => groups.slice(1, 9).find(Boolean) ?? groups[0]);
  rest = rest.replace(new RegExp(`(?<! ${N}(?: 's)?) (${VERB}) (${N}(?:(?: ${N})* (?:and|og) ${N})?)(?= )(?! (?:${VERB}|'s|and|og))`, "giu"), (whole, verb, token) => (/^(?:won|beat)$/i.test(verb) ? whole : ` ${token} ${verb}`)); // "vandt Bo"
  for (let again = 0; again < 3; again += 1) turn(`(${N}) (${VERB})(?: ${HAND})? (?:and|og|but|men|then|så)(?= ${VERB} )`, (_, token, verb) => `${token} ${verb} ${token}`);
  take(`(${N}) (?:and|og) (${N}) (?:both |begge )?(?:${SHOWN})`, (a, b) => [`player=${nameOf(a)}`, `met=${nameOf(b)}`]);
  turn(`(?<!(?:by|against|vs|with|without|from|to|af|mod|med|uden|fra|til) )(${N}(?: ${N}| (?:and|og) ${N})*) (?:and|og) (${N}) (?:both |all |begge |alle )?(${VERB})`, (_, some, last, verb) => `${[...some.match(new RegExp(N, "g")), last].map((token) => `${token} ${verb}`).join(" ")}`);
  if (new Set(named.filter((_, i) => new RegExp(` N${i} `).test(rest))).size === 1) {
    const [token] = / (N\d+) /.exec(rest).slice(1);
    turn(`(?:he|she|they|han|hun|selv)(?: selv| also| også)?(?= ${VERB} )`, token);
  }
  const who = (token) => (token ? `player=${nameOf(token)}` : null);
  const potOf = (pattern, conditions) => {
    take(`${ONE} ${SEEN}(${N}) ${pattern} ${SEEN}${COMPARED}`, (token, ...how) => [...conditions(nameOf(token)), ...compared("pot")(...how)]);
    take(`(${N}) ${pattern} ${SEEN}${ONE} ${SEEN}${COMPARED}`, (token, ...how) => [...conditions(nameOf(token)), ...compared("pot")(...how)]);
  };
  const signOf = (more, less, least, most) => (more ? ">" : less ? "<" : least ? ">=" : most ? "<=" : "=");
  const HOW_MANY = `(?:(${MORE})|(${LESS}|fewer than|færre end)|(${LEAST})|(${MOST})|${EXACT})? ?${COUNT}`, UNDENIED = "(?<!(?:not|n't|never|ikke|aldrig) )";
  const AMONG = "(?:between|among|amongst|by|into|in|mellem|imellem|i|på|af)", NO_COUNT_OF_PLAYERS = `(?! (?:${UNITS}|${HAND}|nights?|aftener|(?:and|or|og|eller) \\d+) )`;
  const ways = (token, more, less, least, most, count, orMore) => { // of a pot
    const [n, fewer] = [countOf(count), less || most];
    return n < 2 ? null : [token && `winner=${nameOf(token)}`, `ways${signOf(more, less, least || orMore, most)}${n}`, fewer && "split=yes"];
  };
  const OWNER = `(?:(${N}) (?:'s )?)?`, ITS_POT = `(?: ${SEEN}${ONE})?`;
  take(`(?:${ONE} )?${OWNER}${UNDENIED}${SEEN}${UNDENIED}${SHARED}${ITS_POT} ${AMONG} ${HOW_MANY}(?: (?:or|eller) (more|flere))?(?: (?:ways|players|people|winners|parts|spillere|vindere|dele|personer))?${NO_COUNT_OF_PLAYERS}`, ways);
  take(`${OWNER}${UNDENIED}${SHARED}${ITS_POT} ${HOW_MANY}()[ -]ways?(?! ${ONE} )`, ways);
  take(`${OWNER}${HOW_MANY}()[ -]ways? (?:split|chop)s?(?: ${ONE})?`, ways);
  take(`()${HOW_MANY}(?: (?:or|eller) (more|flere))? (?:players|spillere) ${SHARED} (?:the pot|it|puljen|potten|den)`, ways);
  take(`${OWNER}(to|tre|fire|fem|seks)-?delte?(?: ${ONE})?`, (token, count) => ways(token, "", "", "", "", count, ""));
  const SEVERAL = `(${N}(?:(?: and| og)? ${N})*)`, sharers = (those) => [...those.match(new RegExp(N, "g")).map((token) => `winner=${nameOf(token)}`), "split=yes"];
  take(`(?:${ONE} )?${UNDENIED}${SEEN}${UNDENIED}${SHARED}${ITS_POT} (?:between|among|by|mellem|imellem|af) ${SEVERAL}`, sharers);
  take(`${OWNER}${UNDENIED}(?:${SHARED}|splits|deler)${ITS_POT} (?:with|med) ${SEVERAL}`, (token = "", those = "") => sharers(`${token} ${those}`));
  const ALSO = "(?: ((?:or|eller) (?:more|longer|mere|længere|derover)|and up|og derover)| ((?:or|eller) (?:less|shorter|mindre|kortere)))?";
  const NO_LENGTH = "(?! (?:into|after|before|ago|in|inside|later|inde|inden|efter|før|siden|senere|from|fra|of|af) )"; // a time of the night
  take(`(?<!(?:in|within|i|inden for|for|after|before|efter|før) )(?:(?:that|which|of|on|was|were|is|are|der|som|på|var|er) )*(?:(${LASTED}) )?(?:(${MORE}|${LONGER})|(${LESS}|${SHORTER})|(${LEAST})|(${MOST})|${EXACT})? ?T(\\d+(?:\\.\\d+)?)${ALSO}${NO_LENGTH}`,
    (lasted, more, less, least, most, n, above, below) => (lasted || more || less || least || most || above || below ? `seconds${signOf(more, less, least || above, most || below)}${n}` : null));
  take(`(?:${LASTED} )?(?:between|from|mellem|fra) (T?)(\\d+(?:\\.\\d+)?) (?:and|to|og|til) T(\\d+(?:\\.\\d+)?)${NO_LENGTH}`, (isLength, low, high) => {
    const unitOf = (said) => Object.keys(TIMES).find((unit) => new RegExp(`(?:${TIMES[unit]})$`, "i").test(said));
    const unit = isLength ? 1 : SECONDS_IN[unitOf(lengths[`T${high}`])]; // "between 2 and 4 minutes"
    return [`seconds>=${low * unit}`, `seconds<=${high}`];
  });
  take(`${COUNT} (?:(?:or|eller)|(to|til|-)) ${COUNT} (?:players|spillere|personer|deltagere|handed)`, (a, to, b) => (to ? [`players>=${countOf(a)}`, `players<=${countOf(b)}`] : `players=${countOf(a)},${countOf(b)}`));
  take(`${COMPARED} (?:players|spillere|personer|deltagere|handed)`, (more, less, least, most, sign, n) => `players${more ? ">" : less ? "<" : least ? ">=" : most ? "<=" : "="}${n}`);
  potOf(WON, (name) => [`winner=${name}`]);
  potOf(LOST, (name) => [`player=${name}`, "net<0"]);
  const BETWEEN = `${SEEN}(?:between|from|mellem|fra) ${AMOUNT} (?:and|to|og|til) ${AMOUNT}`;
  const within = (minus) => (token, a, low, unit, x, b, high, other) => {
    const ends = [amount(a ?? b, low, unit ?? other), amount(b ?? a, high, other ?? unit)];
    return [who(token), ...(minus ? [`net<=-${ends[0]}`, `net>=-${ends[1]}`] : [`net>=${ends[0]}`, `net<=${ends[1]}`])];
  };
  take(`(?:(${N}) )?(?:${WON}|wins?|gevinst(?:er)?|sejre) ${BETWEEN}`, within(false));
  take(`(?:(${N}) )?(?:${LOST}|loss(?:es)?|tab) ${BETWEEN}`, within(true));
  take(`(?:(${N}) )?(?:${WON}|wins?|gevinst(?:er)?|sejre) ${SEEN}${COMPARED_CHIPS}`, (token, ...how) => [who(token), ...compared("net")(...how)]);
  take(`(?:(${N}) )?(?:${LOST}|loss(?:es)?|tab) ${SEEN}${COMPARED_CHIPS}`, (token, ...how) => [who(token), ...compared("net", "-")(...how)]);
  most(WON, true);
  most(LOST, false);
  take(`(?:(${N}) )?(?:paid|put in|invested|betalte|lagde) ${SEEN}${COMPARED_CHIPS}`, (token, ...how) => [who(token), ...compared("paid")(...how)]);
  take(`(?:(after|since|from|efter|siden|fra)|(before|until|før|indtil|inden)) (?:hand|hånd)(?: (?:nr|no|number|nummer))? (\\d+)`, (after, before, n) => `hand${before ? "<" : /^[ae]f/i.test(after) ? ">" : ">="}${n}`);
  take(`(?:hands?|hånd|hænder)(?: (?:nr|no|number|nummer))? (\\d+(?:${AND_OR} \\d+)+)(?! (?:players|spillere|${UNITS}) )`, (said) => `hand=${numbersIn(said)}`);
  take(`(?:hand|hånd)(?: (?:nr|no|number|nummer))? (\\d+)`, (n) => `hand=${n}`);
  take(`(?:${SEEN}${ONE} )?${SEEN}(?:carried|overført|overførte|videreført)(?: over| on| videre)? ${COMPARED} (?:times|gange)`,
    (more, less, least, most, sign, n) => `chain${more ? ">" : less ? "<" : least ? ">=" : most ? "<=" : "="}${Number(n) + 1}`);
  take(`(?:carried|overførte?|videreførte?)(?: over| on| videre)? ${ONE} ${SEEN}(${N}) ${WON}|(${N}) ${WON} ${SEEN}(?:carried|overførte?|videreførte?)(?: over| on| videre)? ${ONE}`, (a, b) => [`winner=${nameOf(a ?? b)}`, "chain>1"]);
  take(`(?:between|from|mellem|fra) ${AMOUNT} (?:and|to|og|til) ${AMOUNT}`, (a, low, unit, x, b, high, other) => [`pot>=${amount(a ?? b, low, unit ?? other)}`, `pot<=${amount(b ?? a, high, other ?? unit)}`]);
  gamesTake(called.filter(([word]) => / |\d\D|\D\d/.test(word)));
  take(`(?:${SEEN}${ONE} )?${SEEN}${COMPARED_CHIPS}`, (...how) => (how.slice(0, 4).some(Boolean) || how[4] || how[6] || how[7] ? compared("pot")(...how) : null));

  /* What happened */
  const isRoundLeft = takeDeeds(take, rounds, who);
  const yes = (name) => (token) => [who(token), `${name}=yes`];
  take(`(?:everyone|everybody|all|alle) (?:else |andre )?(?:folded|foldede) (?:to|for|til) (${N})`, (a) => [`winner=${nameOf(a)}`, "outcome=last_standing"]);
  take(`(?:a |the |et |de |den )?bluff?s? ${SEEN}(${N}) (?:showed|shows|viste|viser)`, yes("shown"));
  take(`(${N}) bluff?s? (?:showed|shows|viste|viser)`, yes("shown"));
  take(`(?:(${N}) )?(?:showed|shows|viste|viser) (?:a |the |his |her |et |sit |sin |sine )?bluff?s?`, yes("shown"));
  take(`(${N}) (?:won|vandt|beat|beats|slog) (?:over|mod|against)? ?(${N}) (?:and|og) (${N})`, (a, b, c) => [`player=${nameOf(a)}`, "took=yes", `met=${nameOf(b)}`, `met=${nameOf(c)}`]);
  take(`(${N}) (?:won|vandt|beat|beats|slog) (?:over|mod|against)? ?(${N})(?! ${VERB} )`, (a, b) => [`player=${nameOf(a)}`, "took=yes", `met=${nameOf(b)}`]);
  take(`(${N}) (?:was |were |is |being |got |get |gets |blev |bliver |er )?(?:beaten|slået) (?:by|af) (${N})`, (a, b) => [`player=${nameOf(a)}`, `met=${nameOf(b)}`, `winner=${nameOf(b)}`, "net<0"]);
  take(`(?:was |were |got |blev |bliver )?(?:beaten|slået) (?:by|af) (${N})`, (b) => [`winner=${nameOf(b)}`, "showdown=yes", "took=no"]);
  take(`(${N}) (?:beat|beats|slog|slår) (${N})`, (a, b) => [`player=${nameOf(a)}`, "took=yes", `met=${nameOf(b)}`]);
  take(`(?:(${N}) )?${LOST} ${AT_SHOWDOWN}`, (a) => [who(a), "net<0", "showdown=yes"]);
  take(`(${N}) ${NOT} ${WON}|(${N}) ${WON} ${NOT}`, (a, b) => [`player=${nameOf(a ?? b)}`, "took=no"]);
  take(`(${N}) ${NOT} ${LOST}|(${N}) ${LOST} ${NOT}`, (a, b) => [`player=${nameOf(a ?? b)}`, "net>=0"]);
  take(`(${N}) (?:'s )?(?:${LOST}|loss(?:es)?|tab|nederlag) (?:to|til|mod|against) (${N})`, (a, b) => [`player=${nameOf(a)}`, "net<0", `winner=${nameOf(b)}`]);
  take(`(${N}) ${WON} (?:chips |money |penge )?(?:from|off|fra) (${N})`, (a, b) => [`player=${nameOf(a)}`, "net>0", `vs=${nameOf(b)}`]);
  const isPer = (down) => [asked.per?.of === "net" ? asked.per : null, asked.rank?.by === "net" ? asked.rank : null].some((each) => each?.down === down);
  take(`(?:to|til) (${N})`, (a) => (isPer(false) || found.some((word) => /^["']?net</.test(word)) ? `winner=${nameOf(a)}` : null));
  take(`(?:from|off|fra) (${N})`, (a) => (isPer(true) || found.some((word) => /^["']?net>/.test(word)) ? `vs=${nameOf(a)}` : null));
  take(`(?:between|mellem|imellem) (${N}) (?:and|og) (${N})`, (a, b) => [`player=${nameOf(a)}`, `met=${nameOf(b)}`]);
  take(`(?:won|taken|vundet) (?:by|af) (${N})`, (a) => `winner=${nameOf(a)}`);
  take(`(?:lost|tabt) (?:by|af) (${N})`, (a) => [`player=${nameOf(a)}`, "net<0"]);
  take(`(?:dealt|called|chosen|givet|valgt|delt ud) (?:by|af) (${N})`, (a) => `dealer=${nameOf(a)}`);
  const hasGame = found.some((word) => /^["']?(?:game|rules)!?=/.test(word)) || / (?:games?|deals?)(?= )/.test(rest) || called.some(([word]) => rest.includes(` ${word} `));
  if (!hasGame && new RegExp(` ${N} calls?(?:ed)?(?= )`).test(rest)) fault("unclear", { text: inQuotes(/ (calls?(?:ed)?)(?= )/.exec(rest)[1]) }); // a bet, or the game?
  take(`(?:against|versus|vs|mod|imod) (${N})`, (a) => `vs=${nameOf(a)}`);
  take(`(?:without|uden) (${N})`, (a) => `vs!=${nameOf(a)}`);
  take(`(${N}) (?:'s )?(?:own )?(?:egne? |eget )?(?:deals?|giv|givninger|uddelinger|own game|egen giv|${DEALT})`, (a) => `dealer=${nameOf(a)}`);
  take(`(${N}) (?:'s )?(?:wins|winnings|gevinster|sejre|pots?|puljer|${WON})`, (a) => `winner=${nameOf(a)}`);
  take(`(${N}) (?:'s )?(?:loss(?:es)?|tab|nederlag|${LOST})`, (a) => [`player=${nameOf(a)}`, "net<0"]);
  take(`(?:(${N}) (?:'s )?)?(?:${ALL_IN}s?)`, yes("allchips"));
  take(`(?:(${N}) (?:'s )?)?(?:shown |viste )?(?:${BLUFFED}|bluff?s?)(?: shown| vist| viste)?`, yes("shown"));
  take(`(${N}) ${SPLIT} (?:the |a )?(?:${ONE} )?(?:with|med) (${N})`, (a, b) => [`winner=${nameOf(a)}`, `winner=${nameOf(b)}`, "split=yes"]);
  take(`(${N}) 's (?:split|shared|chopped|delte) (?:${ONE})`, (a) => [`winner=${nameOf(a)}`, "split=yes"]);
  take(`(${N}) (?:broke even|gik i nul|gik lige op)`, (a) => [`player=${nameOf(a)}`, "net=0"]);
  take(`(${N}) ${SPLIT}`, (a) => [`winner=${nameOf(a)}`, "split=yes"]);
  take(`(${N}) (?:never folded|didn't fold|foldede ikke|foldede aldrig|${STAYED})`, (a) => [`player=${nameOf(a)}`, "folded=no"]);
  take(`(${N}) (?:'s )?(?:folds|${FOLDED})(?! (?:to|til|over for) )`, yes("folded"));
  take(`(${N}) (?:met|meets|faced|faces|mødte|møder) (${N})(?: ${AT_SHOWDOWN})?`, (a, b) => [`player=${nameOf(a)}`, `met=${nameOf(b)}`]);
  take(`(${N}) (?:and|og) (${N}) (?:both |begge )?(?:(?:were |was |var )?(?:at|in|til|ved|i) (?:the |a )?showdown(?:et)?|mødtes|met)`, (a, b) => [`player=${nameOf(a)}`, `met=${nameOf(b)}`]);
  take(`(${N}) (?:${SHOWN}|(?:at|in) (?:the )?showdowns?|(?:ved|i|til) showdown(?:et)?)`, yes("showdown"));
  take(`(?:(${N}) )?(?:${PEDER}|with (?:the |a )?peder|med (?:en )?peder(?:en)?)`, yes("peder"));
  take("(?:hands? )?(?:we |vi )?(?:didn't finish|never finished|not finished|unfinished|ufærdige?|aldrig færdige?|blev ikke færdige?)", () => "outcome=incomplete");
  take(`(?:without|no|before|uden|ingen) (?:a |the |en )?(?:showdowns?|visning)|(?:without|uden) (?:showing|at vise)(?: ${CARDS})?|(?:everyone|everybody|all|alle) (?:else |andre )?(?:folded|foldede)|uncontested`, () => "outcome=last_standing");
  take(`(?:(?:(?:that |which |der |som )?(?:went|gik|går|kom) )?(?:at|to|with|in|ved|med|til) )(?:a |the |en |et )?(?:showdown(?:s|et)?|visning(?:en)?)|showdowns?`, () => "outcome=showdown");
  take("(?:wasn't|weren't|isn't|aren't|(?:was|were|is|are) not|(?:blev|er|var) ikke|ikke (?:blev|er|var)) (?:split|chopped|shared|delt)", () => "split=no");
  take(`(?:split|chopped|shared|delte?)(?: ${ONE})?|(?:pots? (?:that )?(?:was |were )?(?:split|chopped|shared))|puljen? (?:der )?(?:blev|er|var) delt|delt pulje`, () => "split=yes");
  take("(?:carried|overførte?|videreførte?)(?: over| on| videre)?(?: pots?| puljer?)?(?: (?:in)?to (?:the )?next(?: hand| deal)?| til (?:den )?næste(?: hånd| giv| spil)?)?|(?:went|gik|gå) (?:on|videre)(?: to (?:the )?next(?: hand| deal)?| til (?:den )?næste(?: hånd| giv| spil)?)?", () => "carried=yes");
  if (!new RegExp(` ${N}(?= )`).test(rest)) take("(?:that |which |som |der )(?:didn't win|did not win|ikke vandt)", () => "took=no");
  take("(?:that |which |som |der )?(?:nobody|no one|noone|ingen) (?:won|wins|took|vandt|vinder|tog)", () => "outcome=carried");
  take("heads[ -]?up", () => "players=2");
  take("(?:without|uden at) (?:folding|folde)", () => "folded=no");
  take("bad beats?", () => ["meld=five,straight_flush,four,full_house", "net<0"]);
  take("(?:with|med) (?:a |en )?not(?:es?|er?)|notes|noter", () => "note!=");
  take("drafts?|kladder?|udkast", () => "draft=yes");
  take("(?:wins?|won|vandt|vundet|vundne|gevinst(?:er)?|sejre?|winning|winners?|vindende)", () => "net>0");
  take("(?:loss(?:es)?|lost|tabte|tab|tabt|losing|tabende|nederlag)", () => "net<0");

  take("(?:with|on|holding|med|på) (?:absolutely )?(?:nothing|ingenting|intet)", () => "meld=high_card");
  take("(?:nobody|no one|noone|ingen) (?:else )?(?:folded|foldede|smed|gik ud)|(?:everyone|everybody|all|alle) (?:stayed(?: in)?|blev(?: i (?:hånden|spillet))?|gik (?:til|med til) (?:showdown|ende))", () => "allstayed=yes");

  /* Melds and games */
  const melds_ = [];
  for (const meld of Object.keys(MELDS)) {
    take(`(?:(?:with|by|med|on|på|had|havde|holding|held|having|fik|holdt) )?(?:a |an |en |et |the )?(?:${MELDS[meld]})(?: (?:or|eller) (?:(better|bedre|higher|højere)|(worse|less|lower|dårligere|mindre|lavere)))?(?:'s)?`, (better, worse) => {
      const at = STRONGEST.indexOf(meld);
      melds_.push(...(better ? STRONGEST.slice(0, at + 1) : worse ? STRONGEST.slice(at) : [meld]));
      return [];
    });
  }
  for (const [meld, said] of Object.entries(melds)) if (!(meld in MELDS) && !/^[\d½]/.test(said)) take(escaped(plainly(said)), () => { melds_.push(meld); return []; });
  if (melds_.length) found.push(`meld=${melds_.join(",")}`);
  gamesTake(called);
  take("(?:in |at |i )?stud(?:[ -]poker)?", () => "rules=stud");
  for (const added of valuesOf("add").flatMap((text_) => text_.split(" ")).filter((word) => word.length > 2)) take(`(?:with |med )?${escaped(plainly(added))}`, () => `add~${added}`);

  /* Other players */
  take(`(?:with|med) (${N})`, (a) => `${found.some((word) => /^["']?(?:player|winner)=/.test(word)) ? "vs" : "player"}=${nameOf(a)}`);
  take(`(${N})(?: 's)?`, (a) => `player=${nameOf(a)}`);
  const unranked = / ((?:most|least) often|most|oftest|mest|flest)(?= )/iu.exec(rest);
  if (unranked && !asked.per && !asked.rank) fault("unclear", { text: inQuotes(unranked[1]) });
  if (nightlyWords && (!asked.rank || asked.rank.by === "nights")) fault("unclear", { text: inQuotes(nightlyWords) });
  if (nightlyWords) asked.rank.isNightly = true;
  const left = rest.trim().split(" ").filter((word) => word && !FILLER.has(word.toLowerCase()) && word !== "'s").map((word) => spoken[word] ?? lengths[word] ?? word.replace(/^S(\d.*)/, "$1 %"));
  if (left.length || isRoundLeft) left.push(...rounds.map(({ said }) => said));
  if (left.length) fault("unclear", { text: inQuotes(left.join(" ")) });
  for (const name of ["game", "dealer"]) { // of several, each hand has one
    const those = found.filter((word) => new RegExp(`^["']?${name}=`).test(word));
    if (those.length < 2) continue;
    const all_ = [...new Set(those.map((word) => word.replace(/^["']?[a-z]+=|["']$/g, "")))];
    found.splice(0, found.length, ...found.filter((word) => !those.includes(word)), quoted(`${name}=${all_.join(",")}`));
  }
  const values = new Map(); // a hand has one pot, one number, and so many players
  for (const [, name, value] of found.flatMap((word) => [...word.matchAll(/^["']?(pot|players|hand|nightno|night|chain|ways|seconds|outcome|dealer|game|net|rank|meld)=(.*)$/g)])) {
    if (values.has(name) && values.get(name) !== value) fault("unclear", { text: inQuotes(asked.text) });
    values.set(name, value);
  }
  const owners = new Set(found.filter((word, i) => /^["']?player=/.test(word) && fields[/^["']?([a-z]+)/.exec(found[i + 1] ?? "")?.[1]]?.ofPlayer));
  if (owners.size > 1) fault("apart"); // conditions on seats hold of one and the same
  return { ...asked, text: [...new Set(found)].join(" ") };
}

const escaped = (name) => name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
const valuesOf = (name) => columns.hand.get(name).values.filter((value) => typeof value === "string" && value);

/* Remove punctuation; 1,000 and 1.000 are a thousand, 12,5 is twelve and a half. */
function plainly(text) {
  return text.toLowerCase().replace(/[’`´]/g, "'").replace(/\b(what|who|where|when|how|that|hvad|hvem)'s(?= )/g, "$1").replace(/(\d)[.,](?=\d{3}(?!\d))/g, "$1").replace(/(\d),(?=\d{1,2}(?!\d))/g, "$1.")
    .replace(/(\d+)\.(?= )/g, "$1").replace(/[,;!?·"“”()]/g, " ").replace(/:(?= |$)/g, " ").replace(/\.(?!\d)/g, " ").replace(/(\d)(kr|dkk)\b/g, "$1 $2").replace(/\s+/g, " ").trim()
    .replace(/(?<=^| )[dnstw](?=\d)/g, "$&\u2060"); // what rules write for themselves, D0 or N0, is nothing that was typed
}

/* The first word of a longer name that has letters, of three or more: what a player is called at the table. */
const firstName = ({ called }) => plainly(called).split(" ").find((word) => /\p{L}{3}/u.test(word));

/* A name as it is typed on a keyboard without its letters: Soren, Asa. */
const inAscii = (name) => name.replaceAll("ø", "o").replaceAll("æ", "ae").replaceAll("ß", "ss").normalize("NFD").replace(/\p{M}/gu, "");

/* The names of players, and first names that only one of them has, the longest first, each with its value in a condition. */
function namesSpoken() {
  const spoken = new Set(people.flatMap(({ name, called }) => [name, called]));
  const said = [...spoken].map((name) => {
    const namesakes = calledSo(name);
    return [plainly(name), namesakes.length === 1 ? nameable(namesakes[0]) : name]; // of several, `persons` says so
  });
  const spelled = new Set(said.map(([name]) => name));
  const whole = [...said, ...said.map(([name, value]) => [inAscii(name), value]).filter(([name]) => !spelled.has(name))];
  const taken = new Set([...FILLER, ...whole.map(([name]) => name), ...games.flatMap(({ words: names }) => names.flatMap((name) => name.split(" ")))]);
  const firsts = new Map(); // by first name, those who have it
  for (const person of people.filter(({ own }) => own)) {
    const first = firstName(person);
    if (!first || taken.has(first)) continue;
    if (firsts.has(first)) firsts.get(first).push(person);
    else firsts.set(first, [person]);
  }
  const alone = [...firsts].filter(([, those]) => those.length === 1).map(([first, [person]]) => [first, nameable(person)]);
  return [...whole, ...alone].filter(([name]) => name).sort(([a], [b]) => b.length - a.length);
}
