/* The data of the page of games, and the figures of a game for the reader's own stack, money and hours. */

const holder = document.getElementById("games-data");
const { games, first, columns, texts, stacks, quarter, drawdownShares, thin, colours, profiles, meanings, people } = await unpacked(holder);
const byId = new Map(games.map((game) => [game.id, game]));
const [own, narrowing] = [one(".own"), one(".narrowing")];
const [card, sideBySide] = [one(".card"), one(".side-by-side")];
let chosen = byId.get(first);
let left = new Set(byId.keys());
let pages = null; // what page.js lets others use, once the charts' library is there

/* Words. */
const say = (key, values = {}) => fill(texts[key], values);
const rough = (hands) => written(Math.max(100, Math.round(hands / 100) * 100)); // of hands that it takes, about
const share = (part) => part > 0 && part < 0.005 ? say("fewer", { n: 1 }) : say("share", { n: written(part * 100) }).replace(" ", thin);
function settings() {
  const fields = own.elements;
  return {
    stack: Math.max(1, Math.round(Number(fields.stack.value)) || 1),
    chip: Math.max(0, Number(fields.chip.value.trim().replace(",", "."))) || 0, // 0,5 and 0.5 are the same
    sign: fields.sign.value,
    hours: Number(fields.hours.value),
    hoursText: fields.hours.selectedOptions[0].textContent.replace(" ", "\u202f"),
  };
}
function amount(chips, { sign, chip }, signed = false, exact = false) {
  const value = sign ? chips * chip : chips;
  const text = written(value, decimalsOf(Math.abs(value), sign, exact));
  const shown = signed && value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
  return sign ? shown + thin + sign : say("chips", { n: shown }).replace(" ", thin);
}
const decimalsOf = (size, sign, exact) => sign && (exact || size < 10) && size % 1 ? 2 : !sign && size < 3 && size % 1 ? 1 : 0;
const bare = (chips, { sign, chip }) => { const value = sign ? chips * chip : chips; return written(value, decimalsOf(Math.abs(value), sign)); };
const unitOf = (set) => set.sign || say("in_chips");
const either = (chips, set) => say("either", { amount: amount(chips, set) });
const ends = (low, high) => say("ends", { low, high });

/* A game's figures for an evening; without a played one, estimated from the deviation of an hour, or null. */
function evening(game, set) {
  const players = Number(narrowing.elements.players.value);
  const tables = game.evenings.filter((each) => each.hours[set.hours]);
  const table = tables.find((each) => each.players === players) || tables[0];
  const minutes = game.pace && game.pace * (game.chain || 1) / 60;
  const hands = game.pace && Math.round(set.hours * 3600 / game.pace);
  const found = { minutes, hands, pots: hands && hands / (game.chain || 1), guessed: !table };
  if (!table) return { ...found, usual: game.guess === null ? null : game.guess * Math.sqrt(set.hours) };
  const of = table.hours[set.hours];
  return { ...found, ...of, table, usual: of.usual[0], ends: of.usual.slice(1), gone: of.gone.map((shares) => between(shares, set.stack)) };
}

/* The share of evenings that lose a stack, in thousandths, interpolated between the stacks that were counted. */
function between(thousandths, stack) {
  const above = stacks.findIndex((each) => each >= stack);
  if (above < 0) return thousandths.at(-1) / 1000;
  const [low, from] = above ? [stacks[above - 1], thousandths[above - 1]] : [0, 1000];
  return (from + (thousandths[above] - from) * (stack - low) / (stacks[above] - low)) / 1000;
}
