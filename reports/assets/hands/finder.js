/* The field, what it is understood as, and the list of hands, some at a time. */

const finder = one(".finder");
const [form, body, pager] = ["form", "tbody", ".pager"].map((selector) => one(selector, finder));
const field = form.elements.asked;
const AT_ONCE = 100, ON_PAPER = 1000;
let found = { hands: [], seats: [], who: null };
let order = { name: "night", down: true };
let from = 0;

const quiet = (text) => make("span", text, { class: "quiet" });
function playerSpan(id) {
  const person = personOf.get(id);
  if (!person) return quiet(say("hidden"));
  return make("span", [make("i", [], { class: person.spot }), make("span", person.name, { class: "name", title: person.name })], { class: "player" });
}
const chips = (value) => say("chips", { signed: signed(value) }).replace(" ", known.thin);

const amount = (count) => inUnit(Math.abs(count));
const gain = (count) => (count > 0 ? "+" : count < 0 ? "−" : "") + amount(count);
function gainNamed(count) {
  if (!units) return chips(count);
  const { textContent: many, dataset: { one } } = units.querySelector(":checked").nextElementSibling;
  return `${gain(count)}${known.thin}${amount(count) === "1" ? one : many}`;
}

/* What the nets of some hands come to: in the chosen unit where chips are all worth the same, else in money. */
function netOf({ hands, seats }) {
  const worths = new Map();
  hands.forEach((hand, i) => {
    const { worth, sign } = nights[valueOf("hand", "night", hand)];
    const key = JSON.stringify([worth, sign]);
    const sum = worths.get(key) || { chips: 0, worth, sign };
    sum.chips += valueOf("seat", "net", seats[i]);
    worths.set(key, sum);
  });
  const sums = [...worths.values()];
  if (sums.length < 2) return [sums[0]?.chips ?? 0, gainNamed(sums[0]?.chips ?? 0)];
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
  const winners = of("draft") ? make("span", say("draft"), { class: "draft" }) : took.flatMap((id, i) => (i ? [" ", playerSpan(id)] : [playerSpan(id)]));
  const net = me < 0 ? null : valueOf("seat", "net", me);
  return make("tr", [
    make("th", where, { scope: "row", class: "text" }),
    make("td", number(of("hand")), { class: "number minor" }),
    make("td", [game, added ? quiet(` ${added}`) : null, ...(note ? [make("br", []), quiet(note)] : [])], { class: "text" }),
    make("td", of("dealer") ? personOf.get(of("dealer")).name : "", { class: "text minor" }),
    make("td", of("pot") === null ? "" : amount(of("pot")), { class: "number" }),
    make("td", winners, { class: "text" }),
    make("td", net === null ? "" : gain(net), { class: `number ${net > 0 ? "gain" : net < 0 ? "loss" : ""}` }),
  ]);
}

function sorted() {
  const places = found.hands.map((_, i) => i);
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
  finder.querySelector("th[data-name=net]").hidden = !found.who;
  for (const cells of body.rows) cells.cells[6].hidden = !found.who;
}

function read() {
  const [understood, result] = [one("#understood"), one(".found", finder)];
  try {
    const conditions = parse(asked());
    const said = conditions.map(inWords);
    found = findHands(conditions);
    understood.className = "quiet";
    understood.textContent = said.length ? said.join(" · ") : say("every");
    field.removeAttribute("aria-invalid");
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    found = { hands: [], seats: [], who: null };
    understood.className = "notice";
    understood.textContent = error.message;
    field.setAttribute("aria-invalid", "true");
  }
  const all = found.hands.length;
  const wrong = field.hasAttribute("aria-invalid");
  result.replaceChildren(wrong ? "" : !all ? say("none") : say(all === 1 ? "hand" : "hands", { n: number(all) }));
  if (all && found.who) {
    const [net, text] = netOf(found);
    if (text) result.append(" · ", `${found.who.values.map((value) => personOf.get(persons(value)[0]).name).join(say("or"))} `, make("span", text, { class: net > 0 ? "gain" : net < 0 ? "loss" : "" }));
  }
  choose();
  list();
}

/* The choices say and change what the field holds. */
function wordsNow() {
  try {
    return asked().match(words) || [];
  } catch { // not understood
    return field.value.match(words) || [];
  }
}
const bare = (word) => word.replace(quotes, (_, a, b) => a ?? b);
function choose() {
  const now = wordsNow().map(bare);
  for (const name of ["player", "game", "night"]) {
    const select = form.elements[name];
    const word = now.find((each) => each.startsWith(`${name}=`));
    select.value = word ? word.slice(name.length + 1) : "";
    if (select.selectedIndex < 0) select.value = "";
  }
  const yes = form.elements.yes;
  for (const option of yes.options) option.disabled = Boolean(option.value) && now.includes(option.value);
  yes.value = "";
}
function put(name, value) {
  const kept = wordsNow().filter((word) => name === "yes" || !bare(word).startsWith(`${name}=`));
  if (value) kept[name === "player" ? "unshift" : "push"](quoted(name === "yes" ? value : `${name}=${value}`));
  field.value = kept.join(" ");
  changed();
}
function options(name, pairs, none) {
  form.elements[name].append(make("option", none, { value: "" }), ...pairs.map(([value, text]) => make("option", text, { value })));
}

/* What the last word may become, as the browser offers it. */
function offer() {
  const text = field.value;
  const last = (text.match(/[^ ]*$/) || [""])[0];
  const [, name, sign, begun] = last.match(shape) || [];
  const before = text.slice(0, text.length - last.length);
  let offers = [];
  if (name && Object.hasOwn(fields, name)) {
    const values = {
      player: () => people.map(nameable), game: () => games.map(({ id }) => id), yes: () => ["yes", "no"],
      text: () => valuesOf(name), words: () => valuesOf(name), day: () => valuesOf(name), number: () => [],
    }[fields[name].kind]();
    const done = begun.split(",").slice(0, -1).map((part) => `${part},`).join("");
    offers = values.filter((value) => alike(value).startsWith(alike(begun.slice(done.length)))).slice(0, 40).map((value) => quoted(`${name}${sign}${done}${value}`));
  } else {
    offers = Object.keys(fields).filter((each) => each.startsWith(last)).map((each) => `${each}${kinds[fields[each].kind].signs[0]}`);
  }
  document.getElementById("offers").replaceChildren(...offers.map((word) => make("option", [], { value: before + word })));
}
const valuesOf = (name) => (columns.hand.get(name) || columns.seat.get(name)).values.filter((value) => typeof value === "string" && value);

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
  const dealt = new Set(valuesOf("player_id"));
  const played = new Set(valuesOf("game"));
  options("player", people.filter(({ id }) => dealt.has(id)).map((person) => [nameable(person), person.name]), say("anybody"));
  options("game", games.filter(({ id }) => played.has(id)).map(({ id, name }) => [id, name]), say("anygame"));
  options("night", Object.entries(nights).map(([id, { said }]) => [id, said]).reverse(), say("anynight"));
  options("yes", Object.entries(fields).filter(([, { kind }]) => kind === "yes").map(([name, { said }]) => [`${name}=yes`, said]), say("choose"));
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
  field.addEventListener("input", () => { offer(); changed(); });
  field.addEventListener("focus", offer);
  for (const name of ["player", "game", "night", "yes"]) form.elements[name].addEventListener("change", ({ target }) => put(name, target.value));
  form.addEventListener("submit", (event) => event.preventDefault());
  pager.addEventListener("click", ({ target }) => {
    if (!target.name) return;
    from += target.name === "after" ? AT_ONCE : -AT_ONCE;
    list();
    finder.querySelector(".found").scrollIntoView({ block: "nearest" });
  });
  units?.addEventListener("change", read);
  addEventListener("hashchange", ofAddress);
  addEventListener("beforeprint", () => list(ON_PAPER));
  addEventListener("afterprint", () => list());
  if (location.hash.length > 1) ofAddress();
  else { field.value = known.asked; read(); }
  finder.handsOf = (text) => { // for another script of the page
    const { hands, seats } = findHands(parse(text));
    return hands.map((hand, i) => [valueOf("hand", "night", hand), valueOf("hand", "hand", hand), seats[i] < 0 ? null : valueOf("seat", "net", seats[i])]);
  };
}
unpack().then(begin, () => { one(".found", finder).textContent = say("unread"); });
