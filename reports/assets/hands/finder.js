/* The search field, its meaning in words, and the list of hands, page by page. */

const finder = one(".finder");
const [form, body, pager] = ["form", "tbody", ".pager"].map((selector) => one(selector, finder));
const field = form.elements.asked;
const AT_ONCE = 100, ON_PAPER = 1000;
let found = { hands: [], seats: [], who: null, asksSeat: false };
let order = { name: "night", down: true };
let from = 0;

const quiet = (text) => make("span", text, { class: "quiet" });
function playerSpan(id) {
  const person = personOf.get(id);
  if (!person) return quiet(say("hidden"));
  return make("span", person.name, { class: `player ${person.spot}`, title: person.name });
}
const chips = (value) => say("chips", { signed: signed(value) }).replace(" ", known.thin);

const amount = (count) => inUnit(Math.abs(count));
const gain = (count) => (count > 0 ? "+" : count < 0 ? "−" : "") + amount(count);
function gainNamed(count) {
  if (!units) return chips(count);
  const { textContent: many, dataset: { one } } = units.querySelector(":checked").nextElementSibling;
  return `${gain(count)}${known.thin}${amount(count) === "1" ? one : many}`;
}

/* The sum of the nets of some hands: in the chosen unit if all chips are worth the same, else in money, and so if it is compared
   with sums of other chips (`inMoney`). The nets of whole nights include what a count of the chips showed besides the hands of `ids`. */
function netOf({ hands, seats }, ids = [], inMoney = false) {
  const worths = new Map(), played = new Set();
  const add = (night, chips) => {
    const { worth, sign } = nights[night];
    const key = JSON.stringify([worth, sign]);
    const sum = worths.get(key) || { chips: 0, worth, sign };
    sum.chips += chips;
    worths.set(key, sum);
    played.add(night);
  };
  hands.forEach((hand, i) => {
    if (!valueOf("hand", "draft", hand)) add(valueOf("hand", "night", hand), valueOf("seat", "net", seats[i])); // no figure counts a draft
  });
  for (const night of [...played]) add(night, countedOf(night, ids));
  const sums = [...worths.values()];
  const all = sums.reduce((so, { chips: some }) => so + some, 0);
  if (inMoney ? sums.every((sum) => !measureOf(sum)) : sums.length < 2) return [all, gainNamed(all)];
  if (sums.some(({ worth, sign }) => worth === null || sign !== sums[0].sign)) return [0, null];
  const money = sums.reduce((all, sum) => all + sum.chips * sum.worth, 0);
  const text = Math.abs(money).toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return [money, `${money > 0 ? "+" : money < 0 ? "−" : ""}${text}${known.thin}${sums[0].sign}`];
}

function row(hand, me) {
  const of = (name) => valueOf("hand", name, hand);
  const { said, file } = nights[of("night")];
  const where = file ? make("a", said, { href: `${file}#hand-${of("hand")}` }) : said;
  const [game, added, note] = [gameOf.get(of("game"))?.name ?? of("game") ?? "–", of("add"), of("note")];
  const took = [];
  for (let seat = first[hand]; seat < first[hand + 1]; seat += 1) if (valueOf("seat", "winner", seat)) took.push(valueOf("seat", "player_id", seat));
  const winners = of("draft") ? make("span", say("draft"), { class: "draft" }) : !took.length ? quiet(texts[`outcome ${of("outcome")}`] ?? "") : took.flatMap((id, i) => (i ? [" ", playerSpan(id)] : [playerSpan(id)]));
  const net = me < 0 ? null : valueOf("seat", "net", me);
  return make("tr", [
    make("th", where, { scope: "row", class: "text" }),
    make("td", number(of("hand")), { class: "number minor" }),
    make("td", [game, added ? quiet(` ${added}`) : null, ...(note ? [make("br", []), quiet(note)] : [])], { class: "text" }),
    make("td", of("dealer") ? personOf.get(of("dealer")).name : "", { class: "text minor" }),
    make("td", of("pot") === null ? "" : amount(of("pot")), { class: "number" }),
    make("td", winners, { class: "text" }),
    make("td", net === null ? "" : [!found.who ? [playerSpan(valueOf("seat", "player_id", me)), " "] : null, gain(net)].flat(), { class: `number ${net > 0 ? "gain" : net < 0 ? "loss" : ""}` }),
  ]);
}

function sorted() {
  const places = found.hands.map((_, i) => i);
  if (order.name === "found") return places;
  if (order.name !== "night") {
    const key = order.name === "pot"
      ? (i) => valueOf("hand", "pot", found.hands[i]) ?? -1
      : (i) => (found.seats[i] < 0 ? 0 : valueOf("seat", "net", found.seats[i]));
    const keys = places.map(key);
    places.sort((a, b) => (order.down ? keys[b] - keys[a] : keys[a] - keys[b]) || a - b);
  } else if (order.down) places.reverse();
  return places;
}

function list(atOnce = AT_ONCE) {
  const all = found.hands.length;
  from = Math.max(0, Math.min(from, Math.floor((all - 1) / atOnce) * atOnce));
  const shown = sorted().slice(from, from + atOnce);
  body.replaceChildren(...shown.map((i) => row(found.hands[i], found.seats[i])));
  one(".scroll", finder).hidden = !all;
  pager.hidden = all <= atOnce;
  pager.querySelector("output").textContent = all ? say("rows", { low: number(from + 1), high: number(from + shown.length), all: number(all) }) : "";
  const { before, after } = Object.fromEntries([...pager.querySelectorAll("button")].map((button) => [button.name, button]));
  [before.disabled, after.disabled] = [from === 0, from + atOnce >= all];
  for (const head of finder.querySelectorAll("th[data-sorts]")) {
    if (head.dataset.name === order.name) head.ariaSort = order.down ? "descending" : "ascending";
    else head.removeAttribute("aria-sort");
  }
  finder.querySelector("th[data-name=net]").hidden = !found.asksSeat;
  for (const cells of body.rows) cells.cells[6].hidden = !found.asksSeat;
}

/* The sums of the matching hands by player, game or night, the largest first: who won most, at which game. */
function comparison({ group, of, down }) {
  const parts = new Map();
  const put = (key, hand, seat) => { const part = parts.get(key) ?? { hands: [], seats: [] }; part.hands.push(hand); part.seats.push(seat); parts.set(key, part); };
  found.hands.forEach((hand, i) => {
    if (valueOf("hand", "draft", hand)) return;
    if (group === "player") {
      for (let seat = first[hand]; seat < first[hand + 1]; seat += 1) if (of === "net" || (of === "wins" ? valueOf("seat", "winner", seat) : found.meets(hand, seat))) put(valueOf("seat", "player_id", seat), hand, seat);
    } else put(valueOf("hand", group, hand), hand, found.seats[i]);
  });
  parts.delete(null);
  const measures = of === "net" ? measuresOf(found.hands) : [""];
  const inMoney = measures.length > 1 || new Set(found.hands.map((hand) => nightOf(hand).worth)).size > 1;
  const rowsIn = (measure) => [...parts].flatMap(([key, whole]) => {
    if (of !== "net") return [[key, whole.hands.length, number(whole.hands.length)]];
    const part = only(whole, inMeasure(measure));
    return part.hands.length ? [[key, ...netOf(part, found.isWhole && group === "player" ? [key] : [], inMoney)]] : [];
  }).sort((a, b) => (down ? b[1] - a[1] : a[1] - b[1])).slice(0, 5);
  return measures.flatMap(rowsIn).flatMap(([key, value, text], i) => [i ? " · " : "", group === "player" ? playerSpan(key) : gameOf.get(key)?.name ?? key, " ",
    make("span", text ?? say("nothing"), { class: of !== "net" || !value ? "" : value > 0 ? "gain" : "loss" })]);
}

function read() {
  const [understood, result] = [one("#understood"), one(".found", finder)];
  try {
    const { text, rank, per, mean } = fromPlainWords(field.value);
    const conditions = parse(text);
    const said = inWords(conditions, rank, per);
    found = findHands(conditions, rank);
    Object.assign(found, { per, mean });
    if (rank) order = { name: "found", down: false };
    else if (order.name === "found") order = { name: "night", down: true };
    if (showIn(conditions.some(({ field: { kind }, values }) => kind === "chips" && values.some((value) => amountOf(value)[1])))) return;
    understood.className = "quiet";
    understood.textContent = said;
    field.removeAttribute("aria-invalid");
    result.classList.remove("quiet");
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    understood.className = "notice"; // the list stays: the reader may be typing
    understood.textContent = error.message;
    field.setAttribute("aria-invalid", "true");
    result.classList.add("quiet"); // it answers the question before
    return;
  }
  tell(result);
  list();
}
/* Answer a question in money with money, until the next question. Returns whether the page must be redrawn. */
let before = null;
const unitAsked = () => before ?? units?.querySelector(":checked").value;
function showIn(isMoney) {
  const wanted = isMoney ? "money" : before;
  const choice = wanted && units?.querySelector(`[value=${wanted}]`);
  if (!choice || choice.checked) return false;
  before = isMoney ? units.querySelector(":checked").value : null;
  choice.checked = true;
  choice.dispatchEvent(new CustomEvent("change", { bubbles: true, detail: "asked" }));
  return true;
}
/* The mean of the known pots; none in chips if chips had different values. */
function meanPot() {
  const pots = found.hands.map((hand) => [valueOf("hand", "pot", hand), nightOf(hand)]).filter(([pot]) => pot !== null);
  if (!pots.length) return say("nothing");
  const [, { worth, sign }] = pots[0];
  if (!pots.every(([, night]) => night.worth === worth && night.sign === sign)) return say("mean_unknown");
  const mean = pots.reduce((sum, [pot]) => sum + pot, 0) / pots.length;
  const shown = units?.querySelector(":checked").value ?? "chips";
  const text = shown === "money" ? amount(mean) : written(shown === "chips" ? mean : mean / known.peder, 1);
  const unit = units ? units.querySelector(":checked").nextElementSibling.textContent : say("chips", { signed: "" }).trim();
  return say("mean", { amount: `${text}${known.thin}${unit}` });
}

function tell(result) {
  const all = found.hands.length;
  result.replaceChildren(!all ? say("none") : say(all === 1 ? "hand" : "hands", { n: number(all) }));
  if (!all) return;
  if (found.measure !== undefined) result.append(" · ", say("measure", { unit: found.measure || say("chips", { signed: "" }).trim() }));
  if (found.mean) result.append(" · ", meanPot());
  if (found.per) result.append(" · ", ...comparison(found.per));
  else if (found.who) {
    const ids = found.who.values.flatMap(persons);
    const [net, text] = netOf(found, found.isWhole ? ids : []);
    const names = either(ids.map((id) => personOf.get(id).name));
    if (text) result.append(" · ", `${names} `, make("span", text, { class: net > 0 ? "gain" : net < 0 ? "loss" : "" }));
  }
}

/* Up to six questions to tap that have results among these hands. */
function suggest() {
  const sums = new Map(), kept = new Map();
  const every = Array.from({ length: known.facts.hands }, (_, hand) => hand);
  const [measure] = measuresOf(every);
  const main = every.filter(inMeasure(measure));
  for (const hand of main) {
    const game = valueOf("hand", "game", hand);
    kept.set(game, (kept.get(game) ?? 0) + 1);
    for (let seat = first[hand]; seat < first[hand + 1]; seat += 1) {
      const id = valueOf("seat", "player_id", seat);
      if (personOf.has(id)) sums.set(id, (sums.get(id) ?? 0) + valueOf("seat", "net", seat));
    }
  }
  const ranked = [...sums].sort((a, b) => b[1] - a[1]).map(([id]) => nameable(personOf.get(id)));
  if (!ranked.length) return;
  const [best, second, worst] = [ranked[0], ranked[Math.min(1, ranked.length - 1)], ranked.at(-1)];
  const game = gameOf.get([...kept].sort((a, b) => b[1] - a[1])[0][0])?.name;
  const pots = main.map((hand) => valueOf("hand", "pot", hand) ?? 0).sort((a, b) => b - a);
  const { worth, sign } = Object.values(nights).findLast((night) => measureOf(night) === measure);
  const round = (value) => { const step = 10 ** Math.floor(Math.log10(Math.max(value, 1))) / 2; return Math.max(1, Math.floor(value / step) * step); };
  const high = pots[Math.floor(pots.length / 50)];
  const amount = worth && high * worth >= 1 && sign ? `${number(round(high * worth))} ${sign}` : number(round(high));
  const asks = ["ask biggest", "ask worst", "ask between", "ask most", "ask dealt", "ask split", "ask shown", "ask flush", "ask lost", "ask over"]
    .map((key) => say(key, { best, second, worst, game, amount }));
  const good = asks.filter((text) => {
    try {
      const { text: conditions, rank } = fromPlainWords(text);
      return findHands(parse(conditions), rank).hands.length;
    } catch { return false; }
  });
  one(".asks", finder).replaceChildren(...good.slice(0, 6).map((text) => {
    const button = make("button", text, { type: "button" });
    button.addEventListener("click", () => { field.value = text; changed(); });
    return button;
  }));
}

function changed() {
  from = 0;
  history.replaceState(null, "", field.value ? `#${encodeURIComponent(field.value)}` : location.pathname + location.search);
  read();
}
function ofAddress() {
  try {
    field.value = decodeURIComponent(location.hash.slice(1)) || "";
  } catch { // an address that somebody mangled
    field.value = location.hash.slice(1);
  }
  from = 0;
  read();
}

function begin() {
  suggest();
  for (const head of finder.querySelectorAll("th[data-sorts]")) {
    const button = make("button", head.textContent, { type: "button" });
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const { name } = head.dataset;
      order = { name, down: order.name === name ? !order.down : true };
      from = 0;
      list();
    });
  }
  field.addEventListener("input", changed);
  form.addEventListener("submit", (event) => event.preventDefault());
  pager.addEventListener("click", ({ target }) => {
    if (!target.name) return;
    from += target.name === "after" ? AT_ONCE : -AT_ONCE;
    list();
    finder.querySelector(".found").scrollIntoView({ block: "nearest" });
  });
  units?.addEventListener("change", ({ detail }) => { if (detail !== "asked") before = null; read(); });
  addEventListener("hashchange", ofAddress);
  addEventListener("beforeprint", () => list(ON_PAPER));
  addEventListener("afterprint", () => list());
  if (location.hash.length > 1) ofAddress();
  else { field.value = known.asked; read(); }
  finder.answer = (text) => { // to plain words
    const { text: asks, rank, per } = fromPlainWords(text);
    const conditions = parse(asks);
    const { hands } = findHands(conditions, rank);
    return { hands: hands.map((hand) => [valueOf("hand", "night", hand), valueOf("hand", "hand", hand)]), said: inWords(conditions, rank, per) };
  };
  finder.handsOf = (text) => { // for another script of the page
    const { hands, seats } = findHands(parse(text));
    return hands.map((hand, i) => [valueOf("hand", "night", hand), valueOf("hand", "hand", hand), seats[i] < 0 ? null : valueOf("seat", "net", seats[i])]);
  };
}
unpack().then(begin, () => { one(".found", finder).textContent = say("unread"); });
