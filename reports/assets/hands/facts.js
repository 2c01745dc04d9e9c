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

/* Whether a value is as one of some others: of null nothing is known. */
const orders = {
  ">=": (a, b) => a >= b, "<=": (a, b) => a <= b, ">": (a, b) => a > b, "<": (a, b) => a < b, "=": (a, b) => a === b,
};
function trier({ field, sign, values }) {
  const order = orders[sign === "!=" ? "=" : sign];
  const wanted = {
    yes: () => values.map((value) => known.grammar.yes[value]),
    number: () => values.map(Number),
    player: () => values.flatMap(persons),
    game: () => values.flatMap(gamesCalled),
  }[field.kind]?.() ?? values;
  if (sign === "~") return (value) => value !== null && wanted.some((part) => value.toLowerCase().includes(part.toLowerCase()));
  const isText = !["yes", "number", "day"].includes(field.kind);
  return (value) => (isText || value !== null) && wanted.some((each) => order(isText ? value ?? "" : value, each));
}

/* A condition as a function of a hand and the player's seat in it. */
function testOf(condition) {
  const { name, field, sign } = condition;
  const is = field.ofSeats ? someSeat(name, trier(condition)) : lookUp(field.ofPlayer ? "seat" : "hand", name, trier(condition));
  return sign === "!=" ? (hand, me) => !is(hand, me) : is;
}
function lookUp(of, name, tries) {
  const { values, places } = columns[of].get(name);
  const holds = Uint8Array.from(values, (value) => (tries(value) ? 1 : 0));
  return of === "seat" ? (hand, me) => me >= 0 && holds[places[me]] === 1 : (hand) => holds[places[hand]] === 1;
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

/* The hands in order, and in each the seat of the player whose it is, -1 where none is asked about. */
function findHands(conditions) {
  const mine = conditions.find(({ name, sign }) => name === "player" && sign === "=");
  const theirs = conditions.findLast(({ field }) => field.ofPlayer);
  if (theirs && !mine) fault("no_player", { field: theirs.name });
  const isMe = mine && lookUp("seat", "player_id", trier(mine));
  const tests = conditions.map(testOf);
  const found = { hands: [], seats: [], who: mine };
  for (let hand = 0; hand < known.facts.hands; hand += 1) {
    let me = -1;
    if (isMe) {
      for (let seat = first[hand]; me < 0 && seat < first[hand + 1]; seat += 1) if (isMe(hand, seat)) me = seat;
    }
    if (!tests.every((holds) => holds(hand, me))) continue;
    found.hands.push(hand);
    found.seats.push(me);
  }
  return found;
}
