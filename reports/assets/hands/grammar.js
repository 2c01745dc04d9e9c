/* What is asked of hands, read as reports/search/fields.py reads it, and said in words. */

const known = JSON.parse(document.getElementById("hands-data").textContent);
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

/* Plain words as conditions: "Bo against Anna, pots over 200", "guts"; a word with a sign in it is one already. */
function fromPlainWords(text) {
  const all = text.match(words) || [];
  const found = all.filter((word) => /[=<>~]/.test(word));
  if (found.length === all.length || (found.length && text.replace(words, " ").trim())) return text.trim();
  const plain = found.length ? all.filter((word) => !found.includes(word)).join(" ") : text;
  let rest = ` ${plain.replace(/['’]s(?= )/g, "").replace(/[,;.·]/g, " ").replace(/\s+/g, " ").trim()} `;
  const take = (pattern, condition) => { rest = rest.replace(pattern, (_, ...groups) => { found.push(condition(...groups)); return " "; }); };
  const escaped = (name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const amount = "(?:the |a |en )?(?:pots?|puljer?)";
  take(new RegExp(` ${amount} (?:over|above|of more than|mere end) (\\d+) `, "gi"), (n) => `pot>${n}`);
  take(new RegExp(` ${amount} (?:of at least|mindst|fra) (\\d+) `, "gi"), (n) => `pot>=${n}`);
  take(new RegExp(` ${amount} (?:under|below|of less than|mindre end) (\\d+) `, "gi"), (n) => `pot<${n}`);
  const latest = Object.keys(nights).at(-1);
  take(/ (?:the )?(?:last|latest) night | (?:den )?(?:sidste|seneste) aften /gi, () => quoted(`night=${latest}`));
  for (const [id, { said }] of Object.entries(nights)) {
    take(new RegExp(` (?:on |den )?${escaped(said.replace(/[.,]/g, ""))} `, "gi"), () => quoted(`night=${id}`));
  }
  const spoken = new Map(people.flatMap(({ name, called }) => [name, called]).map((name) => [alike(name), name]));
  const names = [...spoken.values()].map((name) => {
    const namesakes = calledSo(name);
    return [escaped(name), namesakes.length === 1 ? nameable(namesakes[0]) : name]; // of several, `persons` says so
  }).sort(([a], [b]) => b.length - a.length);
  const takeName = (before, after, condition) => {
    for (const [name, value] of names) take(new RegExp(` ${before}${name}${after} `, "gi"), () => condition(value));
  };
  takeName("(?:against|versus|vs|mod) ", "", (name) => quoted(`vs=${name}`));
  takeName("(?:won by|vundet af) ", "", (name) => quoted(`winner=${name}`));
  takeName("", " (?:won|wins|vandt|vinder)", (name) => quoted(`winner=${name}`));
  takeName("(?:dealt by|called by|givet af|valgt af) ", "", (name) => quoted(`dealer=${name}`));
  takeName("", " (?:own deals?|dealt|deals|called|calls|gav|giver|valgte|egen giv)", (name) => quoted(`dealer=${name}`));
  takeName("", " (?:folded|folds|foldede|folder)", (name) => `${quoted(`player=${name}`)} folded=yes`);
  takeName("", " (?:(?:was |went )?all[ -]in|var all[ -]in)", (name) => `${quoted(`player=${name}`)} allin=yes`);
  takeName("", "", (name) => quoted(`player=${name}`));
  const called = games.flatMap((game) => [...game.words, game.name].map((word) => [word, game.id])).sort(([a], [b]) => b.length - a.length);
  for (const [word, id] of called) take(new RegExp(` ${escaped(word)} `, "gi"), () => `game=${id}`);
  const left = rest.replace(/ (?:and|og|in|i|with|med|all|alle|hands|hænder)(?= )/gi, " ").trim();
  if (left) fault("unclear", { text: inQuotes(left) });
  return found.join(" ");
}
const asked = () => fromPlainWords(field.value);

/* The players of this name; among namesakes those who sat in the page's hands. */
function calledSo(text) {
  const all = people.filter(({ called, name }) => [called, name].some((each) => alike(each) === alike(text)));
  const own = all.filter((person) => person.own);
  return own.length ? own : all;
}

/* Who or which game a value names: ids. */
function persons(text) {
  if (!text) return [""];
  const byId = people.filter(({ id }) => id === text);
  if (byId.length) return [text];
  const found = calledSo(text);
  if (found.length > 1) fault("several", { count: found.length, name: inQuotes(text), ids: found.map(({ id }) => id).join(", ") });
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

/* A condition in words. */
function inWords({ name, field, sign, values }) {
  if (field.kind === "yes") {
    const answers = new Set(values.map((value) => known.grammar.yes[value]));
    if (answers.size > 1) return say("known", { said: field.said });
    return answers.has(sign === "=") ? field.said : say("not", { said: field.said });
  }
  const said = values.map((value) => {
    if (!value) return say("nothing");
    if (field.kind === "player") return personOf.get(persons(value)[0]).name;
    if (field.kind === "game") return gameOf.get(gamesCalled(value)[0]).name;
    if (name === "night") return Object.hasOwn(nights, value) ? nights[value].said : value;
    if (name === "meld") return melds[value] || value;
    return field.kind === "number" ? (Number(value) < 0 ? "−" : "") + number(Number(value)) : value;
  });
  return fill(signs[sign], { field: field.said, values: said.join(say("or")) });
}

/* A word of what is asked, in quotes where it needs them. */
function quoted(word) {
  if (/^[\p{L}\p{N}_.:+=!<>~,/@-]+$/u.test(word)) return word;
  return word.includes("'") ? `"${word}"` : `'${word}'`;
}
const nameable = ({ id, name }) => (/[,'"]/.test(name) ? id : name);
