/* The hands as columns (reports/search/columns.py), and those for which conditions hold. A condition is tried once a
   distinct value, and looked up for each hand. */

const columns = { hand: new Map(), seat: new Map() };
let first = null; // where a hand's seats begin, and after the last where they end

async function unpack() {
  const { facts } = known;
  const packed = Uint8Array.from(atob(facts.block), (char) => char.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const block = await new Response(stream).arrayBuffer();
  let at = 0;
  for (const { of, name, values, bytes } of facts.columns) {
    const size = (of === "hand" ? facts.hands : facts.seats) * bytes;
    const places = new { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array }[bytes](block.slice(at, at + size));
    columns[of].set(name, { values, places });
    at += size;
  }
  first = new Uint32Array(facts.hands + 1);
  const seats = columns.hand.get("seats");
  for (let hand = 0; hand < facts.hands; hand += 1) first[hand + 1] = first[hand] + seats.values[seats.places[hand]];
}
const valueOf = (of, name, row) => { const { values, places } = columns[of].get(name); return values[places[row]]; };

/* Whether a value equals one of some others; null if it is unknown. */
const orders = {
  ">=": (a, b) => a >= b, "<=": (a, b) => a <= b, ">": (a, b) => a > b, "<": (a, b) => a < b, "=": (a, b) => a === b,
};
function trier({ name, field, sign, values }) {
  const order = orders[sign === "!=" ? "=" : sign];
  if (name === "date") return (value) => value !== null && values.some((part) => order(value.slice(0, part.length), part)); // a month has days
  if (field.kind === "traits") return (value) => values.some((trait) => value?.split(" ").includes(trait));
  if (field.kind === "low") return (value) => value !== null && values.some((ranks) => `${value}-`.startsWith(`${ranks}-`));
  const wanted = {
    yes: () => values.map((value) => known.grammar.yes[value]),
    number: () => values.map(Number),
    chips: () => values.map(Number),
    player: () => values.flatMap(persons),
    game: () => values.flatMap(gamesCalled),
  }[field.kind]?.() ?? values;
  if (sign === "~") return (value) => value !== null && wanted.some((part) => value.toLowerCase().includes(part.toLowerCase()));
  const isText = !["yes", "number", "chips", "day"].includes(field.kind);
  return (value) => (isText || value !== null) && wanted.some((each) => order(isText ? value ?? "" : value, each));
}

/* A condition as a function of a hand and the player's seat in it. */
function testOf(condition) {
  const { name, field, sign, values } = condition;
  const inMoney = field.kind === "chips" && values.some((value) => amountOf(value)[1]);
  const is = inMoney ? moneyTest(condition)
    : field.ofSeats ? someSeat(name, trier(condition)) : lookUp(field.ofPlayer ? "seat" : "hand", name, trier(condition));
  return sign === "!=" ? (hand, me) => !is(hand, me) : is;
}
function lookUp(of, name, tries) {
  const { values, places } = columns[of].get(name);
  const holds = Uint8Array.from(values, (value) => (tries(value) ? 1 : 0));
  return of === "seat" ? (hand, me) => me >= 0 && holds[places[me]] === 1 : (hand) => holds[places[hand]] === 1;
}
/* Compare chips with amounts, some in money: `50kr` matches nights in that currency. */
const amountOf = (value) => new RegExp(`^${kinds.chips.form}$`).exec(value).slice(1);
function moneyTest({ name, field, sign, values }) {
  const wanted = values.map((value) => { const [amount, unit] = amountOf(value); return [Number(amount), unit?.toLowerCase()]; });
  const order = orders[sign === "!=" ? "=" : sign];
  return (hand, me) => {
    const chips = field.ofPlayer ? me >= 0 && valueOf("seat", name, me) : valueOf("hand", name, hand);
    const { worth, sign: of, currency } = nightOf(hand);
    if (chips === null || chips === false) return false;
    return wanted.some(([amount, unit]) => (!unit ? order(chips, amount)
      : worth !== null && [of, currency].some((each) => each?.toLowerCase() === unit) && order(Math.round(chips * worth * 1e6) / 1e6, amount)));
  };
}
const soIn = { winner: "winner", met: "showdown" }; // what else holds of the seat that is looked for
function someSeat(name, tries) {
  const is = lookUp("seat", "player_id", (value) => value !== null && tries(value));
  const so = soIn[name] ? lookUp("seat", soIn[name], (value) => value === true) : () => true;
  return (hand, me) => {
    if (name === "met" && !so(hand, me)) return false;
    for (let seat = first[hand]; seat < first[hand + 1]; seat += 1) if (is(hand, seat) && so(hand, seat)) return true;
    return false;
  };
}

/* The hands in order, and in each the seat that the conditions on a seat hold of: of the player, else of the winner, else of anybody,
   -1 where none is asked about. With a `rank` (what by, from the top or not, how many) the foremost alone, in its order. */
const OF_NIGHTS = ["night", "nightno", "date", "weekday", "season", "kind", "currency"]; // all hands of a night meet these, or none
function findHands(conditions, rank = null) {
  if ((rank?.by === "seconds" || conditions.some(({ name }) => name === "seconds")) && !columns.hand.get("seconds").values.some(Boolean)) fault("untimed");
  const named = (name) => conditions.find((each) => each.name === name && each.sign === "=" && each.values[0]);
  const mine = named("player");
  const winner = mine ? null : named("winner");
  const asksSeat = mine || winner || rank?.by === "net" || conditions.some(({ field }) => field.ofPlayer);
  const isMe = mine || winner ? someSeatOf(mine || winner) : () => true;
  const ofSeat = conditions.filter(({ field }) => field.ofPlayer).map(testOf);
  const ofHand = conditions.filter(({ field }) => !field.ofPlayer).map(testOf);
  const isWhole = conditions.every((each) => OF_NIGHTS.includes(each.name) || each === mine);
  const found = { hands: [], seats: [], who: mine || winner, asksSeat: Boolean(asksSeat), isWhole: isWhole && (!rank || rank.by === "nights"), meets: (hand, seat) => isMe(hand, seat) && ofSeat.every((holds) => holds(hand, seat)) };
  const better = rank?.by === "net" ? (a, b) => (valueOf("seat", "net", a) - valueOf("seat", "net", b)) * (rank.down ? 1 : -1) > 0 : () => false;
  for (let hand = 0; hand < known.facts.hands; hand += 1) {
    if (!ofHand.every((holds) => holds(hand, -1))) continue;
    let me = -1;
    for (let seat = first[hand]; asksSeat && seat < first[hand + 1]; seat += 1) {
      if ((me < 0 || better(seat, me)) && found.meets(hand, seat)) me = seat;
    }
    if (asksSeat && me < 0) continue;
    found.hands.push(hand);
    found.seats.push(me);
  }
  return rank ? foremost(found, rank) : found;
}
function someSeatOf(condition) {
  const tries = trier(condition);
  const is = lookUp("seat", "player_id", (value) => value !== null && tries(value));
  const won = condition.name === "winner" ? lookUp("seat", "winner", (value) => value === true) : () => true;
  return (hand, seat) => is(hand, seat) && won(hand, seat);
}

/* The chips that a night brought some players besides its hands: by a count, side bets and carried pots. */
const countedOf = (night, ids) => ids.reduce((sum, id) => sum + (nights[night].counted?.[id] ?? 0), 0);

/* What a night's chips are counted in: money of a sign, or chips, which may be worth anything (""). */
const measureOf = ({ worth, sign }) => (worth !== null && sign) || "";
const nightOf = (hand) => nights[valueOf("hand", "night", hand)];
/* What a chip counts in the measure of its night. */
const chipIn = (night) => (measureOf(night) ? night.worth : 1);
/* Those of some hands, with their seats, that `holds` is true of. */
function only({ hands, seats }, holds) {
  const kept = hands.map((_, i) => i).filter((i) => holds(hands[i]));
  return { hands: kept.map((i) => hands[i]), seats: kept.map((i) => seats[i]) };
}
const inMeasure = (measure) => (hand) => measureOf(nightOf(hand)) === measure;
/* The measures of the nights of some hands, the one of most nights first. */
function measuresOf(hands) {
  const counts = new Map();
  for (const night of new Set(hands.map((hand) => valueOf("hand", "night", hand)))) counts.set(measureOf(nights[night]), (counts.get(measureOf(nights[night])) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([measure]) => measure);
}

/* The value by which hands of one measure are ranked. */
function keyOf({ by }) {
  const each = (hand) => chipIn(nightOf(hand));
  return {
    time: (hand) => hand,
    pot: (hand) => valueOf("hand", "pot", hand) * each(hand) || null,
    chain: (hand) => valueOf("hand", "chain", hand),
    seconds: (hand) => valueOf("hand", "seconds", hand),
  }[by] ?? ((hand, me) => (me < 0 ? null : valueOf("seat", by, me) * each(hand)));
}
function foremost({ hands, seats, ...found }, { isNightly = false, ...rank }) {
  const [measure, ...others] = ["net", "pot", "paid", "nights"].includes(rank.by) && !isNightly ? measuresOf(hands) : [];
  if (others.length) return { ...foremost({ ...only({ hands, seats }, inMeasure(measure)), ...found }, rank), measure }; // money and chips can't be compared
  if (isNightly) { // of each night, in order
    const parts = new Map();
    hands.forEach((hand, i) => {
      const night = valueOf("hand", "night", hand);
      if (!parts.has(night)) parts.set(night, { hands: [], seats: [] });
      parts.get(night).hands.push(hand);
      parts.get(night).seats.push(seats[i]);
    });
    const best = [...parts.values()].map((part) => foremost(part, rank));
    return { ...found, hands: best.flatMap((part) => part.hands), seats: best.flatMap((part) => part.seats) };
  }
  const { by, down, n, nth = 1 } = rank;
  if (by === "nights") { // the hands of the night that they brought most on
    const sums = new Map();
    hands.forEach((hand, i) => { const night = valueOf("hand", "night", hand); sums.set(night, (sums.get(night) ?? 0) + valueOf("seat", "net", seats[i]) * chipIn(nights[night])); });
    if (found.isWhole) for (const [night, sum] of sums) sums.set(night, sum + countedOf(night, found.who?.values.flatMap(persons) ?? []) * chipIn(nights[night]));
    const [best] = [...sums].sort((a, b) => (down ? b[1] - a[1] : a[1] - b[1]))[0] ?? [];
    return { ...found, ...only({ hands, seats }, (hand) => valueOf("hand", "night", hand) === best) };
  }
  const key = keyOf({ by });
  const ranked = hands.map((hand, i) => [hand, seats[i], key(hand, seats[i])]).filter(([, , value]) => value !== null);
  ranked.sort((a, b) => (down ? b[2] - a[2] : a[2] - b[2]) || a[0] - b[0]);
  const kept = nth > 1 ? ranked.slice(nth - 1, nth) : n > 1 ? ranked.slice(0, n) : ranked.filter(([, , value]) => value === ranked[0][2]); // all that are the biggest
  return { ...found, hands: kept.map(([hand]) => hand), seats: kept.map(([, seat]) => seat) };
}
