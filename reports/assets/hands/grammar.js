/* Reads a query of hands as reports/search/fields.py does, and describes it in words. */

const known = await unpacked(document.getElementById("hands-data"));
const { fields, kinds, signs, sentences, texts, people, games, nights, melds } = known;
const say = (key, values = {}) => fill(texts[key], values);
const number = (value) => Math.abs(value).toLocaleString(language);
const signed = (value) => (value > 0 ? "+" : value < 0 ? "−" : "") + number(value);
const alike = (text) => text.trim().split(/\s+/).join(" ").toLowerCase();

class Fault extends Error {}
const fault = (key, values) => { throw new Fault(fill(sentences[key] || texts[key], values)); };
const inQuotes = (text) => `'${text}'`;

const words = new RegExp(known.grammar.word, "g");
const quotes = new RegExp(known.grammar.quoted, "g");
const shape = new RegExp(`^${known.grammar.condition}$`);

function parse(text) {
  if (text.replace(words, " ").trim()) fault("open", { text: inQuotes(text) });
  return (text.match(words) || []).map((word) => condition(word.replace(quotes, (_, one, two) => one ?? two)));
}

function condition(word) {
  const [, name, sign, value] = word.match(shape) || [];
  const field = Object.hasOwn(fields, name) ? fields[name] : null;
  if (!field) fault("nothing", { word: inQuotes(word), fields: Object.keys(fields).join(", ") });
  const kind = kinds[field.kind];
  if (!kind.signs.includes(sign)) fault("sign", { field: name, signs: kind.signs.join(" "), sign });
  const parts = value.split(",").filter(Boolean);
  const values = parts.length ? parts : [value];
  for (const each of values) {
    if (kind.form && !new RegExp(`^(?:${kind.form})$`).test(each)) fault("form", { field: name, text: inQuotes(each), form: kind.said });
  }
  return { name, field, sign, values };
}

/* The players of this name; of several, those in the page's hands, and of these the one whom the page calls by the name alone. */
function calledSo(text) {
  const all = people.filter(({ called, name }) => [called, name].some((each) => alike(each) === alike(text)));
  const own = all.filter((person) => person.own);
  const there = own.length ? own : all;
  const plain = there.filter(({ name }) => alike(name) === alike(text));
  return plain.length === 1 ? plain : there;
}

/* The ids of the players or games that a value names. */
function persons(text) {
  if (!text) return [""];
  const byId = people.filter(({ id }) => id === text);
  if (byId.length) return [text];
  const found = calledSo(text);
  if (found.length > 1) fault("several", { count: found.length, name: inQuotes(text), names: found.map(({ name }) => inQuotes(name)).join(", ") });
  if (!found.length) fault("nobody", { name: inQuotes(text) });
  return [found[0].id];
}
function gamesCalled(text) {
  if (!text) return [""];
  const found = games.filter((game) => game.words.includes(alike(text)));
  if (!found.length) fault("game", { game: inQuotes(text) });
  return found.map(({ id }) => id);
}
const personOf = new Map(people.map((person) => [person.id, person]));
const gameOf = new Map(games.map((game) => [game.id, game]));

/* A query in words: who, when, what; the obvious is left out. */
const either = (values) => new Intl.ListFormat(language, { type: "disjunction" }).format(values);
const PLACES = ["player", "winner", "vs", "met", "dealer", "game", "rules", "family", "add", "meld", "rank", "low", "pot"];
function inWords(conditions, rank, per) {
  const plain = rank?.by === "net" ? conditions.filter(({ name, values }) => name !== "net" || values[0] !== "0") : conditions;
  const isSmall = plain.length < conditions.length && conditions.some(({ name, sign }) => name === "net" && sign === (rank.down ? "<" : ">"));
  conditions = plain;
  const parts = conditions.map(({ name }, i) => [PLACES.includes(name) ? PLACES.indexOf(name) : PLACES.length + i, partsOf(conditions, i)]);
  const said = parts.filter(([, part]) => part).sort(([a], [b]) => a - b).map(([, part]) => part);
  if (isSmall) said.push(say(rank.down ? "loss least" : "win least"));
  else if (rank) said.push(fill(texts[`${rank.by} ${rank.down ? "most" : "least"}${rank.n > 1 ? " n" : ""}`] ?? texts[`${rank.by} ${rank.down ? "most" : "least"}`], { n: number(rank.n) }));
  if (rank?.nth) said.push(say("nth", { n: number(rank.nth) }));
  if (rank?.isNightly) said.push(say("nightly"));
  if (per) said.push(say(`${per.group} ${per.of}${per.down ? "" : " least"}`));
  if (!said.length) return say("every");
  const text = said.join(", ");
  return text[0].toUpperCase() + text.slice(1);
}
const dayFormat = { 4: { year: "numeric" }, 7: { month: "long", year: "numeric" }, 10: { day: "numeric", month: "long", year: "numeric" } };
const saidDay = (day) => new Date(`${day}-01-01`.slice(0, 10) + "T12:00").toLocaleDateString(language, dayFormat[day.length] ?? {});
/* Days or months; one month of several years is named once. */
function saidDays(values) {
  const months = new Set(values.map((value) => value.slice(4)));
  if (values.length < 2 || months.size > 1 || values[0].length !== 7) return values.map(saidDay);
  const years = either(values.map((value) => value.slice(0, 4)));
  return [saidDay(values[0]).replace(values[0].slice(0, 4), years)];
}
const weekdayFormat = (day) => new Date(2024, 0, day, 12).toLocaleDateString(language, { weekday: "long" }); // that January began on a Monday

/* A condition in words, with the other end of its range; nothing if it is obvious or part of another one. */
function partsOf(conditions, i) {
  const { name, field, sign, values } = conditions[i];
  const other = (of) => conditions.findIndex((each) => each.name === name && each.sign === of);
  if ((name === "draft" && sign === "=" && values[0] === "no") || (name === "ante" && sign === ">" && values[0] === "0")) return null;
  if (name === "split" && conditions.some((each) => each.name === "ways")) return null; // how many is said
  if (name === "chain" && sign === ">" && values[0] === "1") return say("chain");
  if (field.kind === "yes") {
    const answers = new Set(values.map((value) => known.grammar.yes[value]));
    if (answers.size > 1) return say("known", { said: field.said });
    return answers.has(sign === "=") ? field.said : texts[`not ${name}`] ?? say("not", { said: field.said });
  }
  const isSame = (each) => each.sign === "=" && each.values.join() === values.join();
  if (name === "player" && sign === "=" && conditions.some((each) => each.name === "winner" && isSame(each))) return null; // won by the same
  if (name === "meld" && sign === "=" && values.length > 1) {
    const at = values.map((value) => STRONGEST.indexOf(value)).sort((a, b) => a - b);
    const isRun = at.every((place, i) => place >= 0 && place === at[0] + i);
    if (isRun && at[0] === 0) return say("meld better", { meld: saidValue(name, field, STRONGEST[at.at(-1)]) });
    if (isRun && at.at(-1) === STRONGEST.length - 1) return say("meld worse", { meld: saidValue(name, field, STRONGEST[at[0]]) });
  }
  const said = name === "date" ? saidDays(values) : values.map((value) => saidValue(name, field, value));
  const key = ["nightno", "date", "pot", "players", "seconds"].includes(name) ? name : null;
  if (key && sign === "<=" && other(">=") >= 0) return null;
  if (key && sign === ">=" && other("<=") >= 0) return say(`${key} range`, { low: said[0], high: saidValue(name, field, conditions[other("<=")].values[0]) });
  const isBoth = name === "net" && conditions.filter((each) => each.name === "net").length > 1; // won, and less than so much
  if (isBoth && values[0] === "0") return null;
  const isLoss = field.kind === "chips" && values.every((value) => value.startsWith("-"));
  const negative = isLoss ? "-" : field.kind === "chips" && values.every((value) => Number(value) === 0) ? "0" : "";
  const isLater = name === "player" && sign === "=" && conditions.findIndex((each) => each.name === name) < i;
  const phrase = isLater ? texts["add="] : (name === "date" && values[0].length < 10 ? texts[`date${sign}month`] : undefined) ?? (isBoth ? texts[`both net${sign}${negative}`] : undefined) ?? texts[`${name}${sign}${negative}`] ?? texts[`${name}${sign}`];
  if (!phrase) return fill(signs[sign], { field: field.said, values: either(said) });
  const amounts = isLoss ? values.map((value) => saidValue(name, field, value.slice(1))) : said; // phrases of a loss say that it is one
  return fill(phrase, { values: either(amounts) });
}
function saidValue(name, field, value) {
  if (!value) return say("nothing");
  if (field.kind === "player") return value && either(persons(value).map((id) => personOf.get(id).name));
  if (field.kind === "game") return gameOf.get(gamesCalled(value)[0]).name;
  if (name === "night") return Object.hasOwn(nights, value) ? nights[value].said : value;
  if (name === "rules") return texts[`rules ${value}`] ?? say("rules rank", { rank: texts[`rank ${value}`] ?? value });
  if (name === "rank") return texts[`rank ${value}`] || value;
  if (name === "meld") return texts[`a ${value}`] || melds[value] || value;
  if (name === "outcome") return texts[`outcome ${value}`] || value;
  if (name === "date") return saidDay(value);
  if (name === "weekday") return weekdayFormat(Number(value));
  if (name === "seconds") return lengthOf(Number(value));
  const plainNumber = (text) => (text.startsWith("-") ? "−" : "") + Math.abs(Number(text)).toLocaleString(language);
  if (field.kind === "chips") {
    const [amount, money] = amountOf(value);
    if (money) return `${plainNumber(amount)}${known.thin}${money}`;
    return Number(amount) ? fill(texts.chips, { signed: plainNumber(amount) }).replace(" ", known.thin) : "0";
  }
  return field.kind === "number" ? plainNumber(value) : value;
}

/* A length of time in the longest unit of which it is whole: 5 minutes, 90 seconds. */
function lengthOf(seconds) {
  const [unit, size] = [["hour", 3600], ["minute", 60], ["second", 1]].find(([, each]) => seconds % each === 0) ?? ["second", 1];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}

/* A word of a query, in quotes if it needs them. */
function quoted(word) {
  if (/^[\p{L}\p{N}_.:+=!<>~,/@-]+$/u.test(word)) return word;
  return word.includes("'") ? `"${word}"` : `'${word}'`;
}
const nameable = ({ id, name }) => (/[,'"]/.test(name) ? id : name);
