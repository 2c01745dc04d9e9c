/* Draws the charts in the reader's colours and width; handles choices, search and sorting. */

const toDark = "TO_DARK";
const theme = "THEME"; // the template of every figure (reports.charts.theme)
const dark = matchMedia("(prefers-color-scheme: dark)");
const narrow = matchMedia("(max-width: 40rem)");
const printWidth = 680; // A4 less its margins, in CSS pixels
const config = { displayModeBar: false, responsive: true, showTips: false, doubleClick: false };
const plain = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/ø/g, "o").replace(/æ/g, "ae").trim();

/* The unit that the reader chose: money to begin with. */
let unit = { name: "money", divisor: 1, digits: 2, sign: "" };

/* An amount of money, written `money`, in the chosen unit: with a sign if it is a gain, and with the unit if it has one. */
function amountInUnit(value, { isGain, hasUnit }, money) {
  if (unit.name === "money") return money;
  const count = value / unit.divisor;
  const text = written(count, unit.digits, count < 0 ? "−" : isGain ? "+" : "");
  return hasUnit ? `${text}\u202f${Math.abs(Number(count.toFixed(unit.digits))) === 1 ? unit.one : unit.sign}` : text;
}
/* A gain without its unit, in the chosen unit. */
const gainInUnit = (value) => amountInUnit(value, { isGain: true }, written(value, 2, value < 0 ? "−" : "+"));
/* Convert the amounts in a text to the chosen unit: `¤12.5|+u|+12.50 kr¤` (reports.components.amounts.in_chart). */
const withAmounts = (text) => text.replace(/¤([^|¤]*)\|([+u]*)\|([^¤]*)¤/g, (_, value, form, money) =>
  amountInUnit(Number(value), { isGain: form.includes("+"), hasUnit: form.includes("u") }, money));

const charts = await Promise.all([...document.querySelectorAll(".chart")].map(async (element) => ({
  element,
  spec: await unpacked(element.nextElementSibling),
})));
for (const chart of charts) {
  const { hands } = chart.spec.layout.meta || {};
  if (hands) chart.hands = handsOf(hands);
}
let wanted = null; // the rows that a search leaves, or null for all

/* Colours are under keys that end in "color" or "colorscale"; texts don't change. */
function darkened(value, isColour = false) {
  if (typeof value === "string") return (isColour && toDark[value]) || value;
  if (Array.isArray(value)) return value.map((item) => darkened(item, isColour));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, darkened(item, isColour || /colou?r(scale)?$/.test(key))]),
  );
}

/* A dotted path into the layout, as Plotly.relayout takes it. */
function set(layout, path, value) {
  const keys = path.split(".");
  const last = keys.pop();
  keys.reduce((part, key) => (part[key] ??= {}), layout)[last] = value;
}

/* Show only some rows of a chart, without gaps, at the height they need. */
function fitRows(spec, slim) {
  const { ids, chrome, height, narrow: narrowHeight } = spec.layout.meta.rows;
  const rowHeight = slim ? narrowHeight : height;
  const kept = ids.map((id, i) => i).filter((i) => wanted === null || wanted.has(ids[i]));
  const pick = (list) => (Array.isArray(list) && list.length === ids.length ? kept.map((i) => list[i]) : list);
  for (const trace of spec.data) {
    for (const key of ["x", "text"]) trace[key] = pick(trace[key]);
    trace.y = kept.map((_, i) => i);
    for (const key of ["array", "arrayminus"]) if (trace.error_x) trace.error_x[key] = pick(trace.error_x[key]);
    if (trace.marker) trace.marker.color = pick(trace.marker.color);
  }
  const axis = spec.layout.yaxis;
  axis.ticktext = pick(axis.ticktext);
  axis.tickvals = kept.map((_, i) => i);
  axis.range = [kept.length - 0.5, -0.5];
  spec.layout.height = chrome + rowHeight * Math.max(kept.length, 1);
  if (!slim) return;
  axis.range[1] -= 0.3; // room between the scale and the first label
  spec.layout.height += 0.3 * rowHeight;
  spec.layout.annotations = axis.ticktext.map((text, y) => ({
    text: text.replace("<br>", " "), font: axis.tickfont, showarrow: false,
    xref: "paper", x: 0, xanchor: "left", y, yanchor: "bottom", yshift: 8, xshift: -4,
  }));
}

/* Cut lines at a point, with each name at the end. */
function cutLines(spec, upto) {
  const labels = (spec.layout.annotations || []).filter(({ name }) => name === "end");
  spec.data.forEach((trace, i) => {
    const kept = trace.x.filter((x) => x <= upto).length;
    for (const key of ["x", "y", "text"]) trace[key] = trace[key].slice(0, kept);
    if (labels[i]) Object.assign(labels[i], { y: trace.y[kept - 1], x: trace.x[kept - 1] });
  });
}

/* Move the names at the ends of lines apart. */
const LABEL_GAP = 17;
function spreadLabels({ layout }) {
  const labels = (layout.annotations || []).filter(({ name }) => name === "end").sort((a, b) => b.y - a.y);
  if (!labels.length) return;
  const [low, high] = layout.yaxis.range;
  const inner = layout.height - layout.margin.t - layout.margin.b;
  const ends = labels.map(({ y }) => ((high - y) / (high - low)) * inner);
  const places = [];
  ends.forEach((end, i) => places.push(Math.max(end, i ? places[i - 1] + LABEL_GAP : 6)));
  for (let i = places.length - 1, floor = inner - 6; i >= 0; i -= 1) {
    places[i] = Math.min(places[i], floor);
    floor = places[i] - LABEL_GAP;
  }
  labels.forEach((label, i) => { label.ay = places[i] - ends[i]; });
}

/* At most `most` round values of the chosen unit along an axis of money. */
function scaleOf(axis, most) {
  const [low, high] = axis.range.map((end) => end / unit.divisor);
  const { step, values } = roundValues(low, high, most);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const text = (value) => written(value, digits, value < 0 ? "−" : "+");
  return { tickvals: values.map((value) => value * unit.divisor), ticktext: values.map(text) };
}

/* The hands of a player's line (reports.charts.totals.player_line), each with its night. */
function handsOf({ nights, ...hands }) {
  const night = nights.flatMap(([first], i) => Array((nights[i + 1]?.[0] ?? hands.games.length) - first).fill(i));
  return { ...hands, nights, night };
}

/* The hover texts of a player's line. */
function tellHands(spec, { names, games, nights, night, no, said }, kept) {
  const trace = spec.data.at(-1);
  const when = (hand) => said.replace("{date}", nights[night[hand]][1]).replace("{no}", no[hand]);
  trace.x = trace.y.map((_, i) => i);
  trace.text = trace.y.map((total, i) => {
    const hand = kept && i ? kept[i - 1] : i - 1;
    return i ? `${when(hand)}<br>${names[games[hand]]} ${gainInUnit(total - trace.y[i - 1])} (${gainInUnit(total)})` : "";
  });
}

/* The hover texts of a night's race (reports.charts.totals.session_line). */
function tellRace(spec, satOut) {
  for (const trace of spec.data.filter(({ meta }) => meta?.states)) {
    const { meta: { states, who }, y } = trace;
    const of = { " ": () => "", s: () => `${who} · ${satOut}`, p: (i) => `${who} ${gainInUnit(y[i])} (${gainInUnit(y[i] - y[i - 1])})` };
    trace.text = [...states].map((letter, i) => of[letter](i));
  }
}

/* A player's line without street luck (`later`, by hand). */
function asCardsLay(spec, later) {
  const trace = spec.data.at(-1);
  let luck = 0;
  trace.y = trace.y.map((total, i) => total - (luck += i ? later[i - 1] : 0));
  const { range } = spec.layout.yaxis;
  Object.assign(spec.layout.yaxis, { range: [Math.min(range[0], ...trace.y), Math.max(range[1], ...trace.y)] });
}

/* Keep only some hands of a player's line, added up from 0. */
function keepHands(spec, kept) {
  const trace = spec.data.at(-1);
  spec.data = [trace]; // without the band, which is that of all hands
  const { tickvals, ticktext } = spec.layout.xaxis;
  const at = kept.map((hand) => trace.y[hand + 1] - trace.y[hand]);
  let total = 0;
  trace.y = [0, ...at.map((value) => (total += value))];
  const place = (x) => kept.findIndex((hand) => hand + 1 >= x);
  const ticks = tickvals.map((x, i) => [place(x), ticktext[i]]).filter(([x], i, all) => x >= 0 && x !== all[i - 1]?.[0]);
  const room = (Math.max(...trace.y) - Math.min(...trace.y) || 1) * 0.06;
  Object.assign(spec.layout, { shapes: [] });
  Object.assign(spec.layout.xaxis, { range: [0, Math.max(kept.length, 1)], tickvals: ticks.map(([x]) => x), ticktext: ticks.map(([, text]) => text) });
  Object.assign(spec.layout.yaxis, { range: [Math.min(...trace.y) - room, Math.max(...trace.y) + room] });
  spec.layout.meta.narrow = { height: spec.layout.meta.narrow.height };
}

let onPaper = false; // also while details that print opens ask for their charts

function draw(chart, print = onPaper) {
  if (!window.Plotly || !chart.element.checkVisibility() || !(chart.near || print)) return;
  let spec = structuredClone(chart.spec);
  const meta = spec.layout.meta || {};
  const slim = narrow.matches && !print;
  if (meta.rows) fitRows(spec, slim);
  if (chart.lay) asCardsLay(spec, chart.hands.later);
  if (chart.kept) keepHands(spec, chart.kept);
  if (chart.hands) tellHands(spec, chart.hands, chart.kept);
  if (meta.race) tellRace(spec, meta.race);
  if (chart.upto && !print) cutLines(spec, chart.upto);
  if (slim) for (const [path, value] of Object.entries(meta.narrow || {})) set(spec.layout, path, value);
  const money = spec.layout[meta.money];
  if (money && (chart.kept || chart.lay || unit.name !== "money")) Object.assign(money, scaleOf(money, slim ? 6 : meta.money === "xaxis" ? 9 : 7));
  for (const trace of spec.data) if (Array.isArray(trace.text)) trace.text = trace.text.map(withAmounts);
  if (print) Object.assign(spec.layout, { width: printWidth, ...meta.print });
  spreadLabels(spec);
  spec.layout.template = theme;
  if (dark.matches && !print) spec = darkened(spec);
  chart.element.ariaLabel = chart.element.previousElementSibling.textContent;
  chart.element.style.height = `${spec.layout.height}px`;
  Plotly.react(chart.element, spec.data, spec.layout, config);
  if (!chart.points) { pointAt(chart); openHands(chart); }
  chart.element.dispatchEvent(new Event("drawn"));
}

/* Colour the line that the reader points at, or whose name is tapped. */
function pointAt(chart) {
  chart.points = true;
  const { element } = chart;
  if (!chart.spec.data.some(({ meta }) => meta?.color)) return;
  const show = (chosen) => {
    const { _fullData: lines, layout } = element;
    const names = (layout.annotations || []).map(({ name }, i) => [name, i]).filter(([name]) => name === "end");
    const told = lines.filter(({ meta }) => meta?.color);
    told.forEach(({ uid, meta, index }, i) => {
      const mine = index === chosen;
      element.querySelectorAll(`.trace${uid} .js-line`).forEach((line) => {
        line.style.stroke = mine ? meta.color : "";
        line.style.strokeWidth = mine ? "3px" : "";
      });
      const label = names[i] && element.querySelector(`.annotation[data-index="${names[i][1]}"] text`);
      if (label) { label.style.fill = mine ? meta.color : ""; label.style.fontWeight = mine ? "650" : ""; }
    });
  };
  element.on("plotly_hover", ({ points, event }) => {
    const at = event.clientY - element.getBoundingClientRect().top - element._fullLayout._size.t;
    const far = ({ y, yaxis }) => Math.abs(yaxis.d2p(y) - at);
    const near = points.filter(({ data }) => data.meta?.color).sort((a, b) => far(a) - far(b))[0];
    if (near) show(near.curveNumber);
  });
  element.on("plotly_unhover", () => show(null));
  element.on("plotly_clickannotation", ({ index }) => {
    const names = element.layout.annotations.map(({ name }, i) => [name, i]).filter(([name]) => name === "end");
    const place = names.findIndex(([, i]) => i === index);
    show(element._fullData.filter(({ meta }) => meta?.color)[place]?.index);
  });
}

/* Open the hand of a race's dot that is pressed, or is within a finger's reach. */
function openHands({ element, spec }) {
  const dots = spec.data.find(({ meta }) => meta?.hands);
  if (!dots) return;
  element.on("plotly_click", ({ event }) => {
    const { left, top } = element.getBoundingClientRect();
    const { xaxis, yaxis, _size: { l, t } } = element._fullLayout;
    const drawn = element.data.find(({ meta }) => meta?.hands);
    const far = drawn.x.map((x, i) => Math.hypot(event.clientX - left - l - xaxis.d2p(x), event.clientY - top - t - yaxis.d2p(drawn.y[i])));
    const nearest = far.indexOf(Math.min(...far));
    if (!(far[nearest] <= 24)) return;
    location.hash = `hand-${drawn.x[nearest]}`;
    openTarget();
  });
}

const drawAll = () => charts.forEach((chart) => draw(chart));

/* A chart is drawn when it comes near the window. */
const coming = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    const chart = charts.find(({ element }) => element === target);
    if (!isIntersecting || chart.near) continue;
    chart.near = true;
    draw(chart);
  }
}, { rootMargin: "50% 0px" });
charts.forEach(({ element }) => coming.observe(element));

/* Mark a table with columns beyond the edge, until the reader has seen them. */
function watchEdge(scroll) {
  const look = () => scroll.classList.toggle("beyond", scroll.scrollLeft + scroll.clientWidth < scroll.scrollWidth - 3);
  scroll.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(scroll);
}

/* Show a part of the page in the chosen unit: its amounts and unit names. */
function showAmounts(within) {
  for (const each of within.querySelectorAll("main data")) {
    const form = { isGain: !("plain" in each.dataset), hasUnit: "unit" in each.dataset };
    each.textContent = amountInUnit(Number(each.value), form, each.money ??= each.textContent);
  }
  for (const each of within.querySelectorAll(".unit")) each.textContent = unit.sign;
}

/* The switch between money, chips and peders changes every amount of the page. */
for (const units of document.querySelectorAll(".units")) {
  const { worth, peder } = units.dataset;
  units.hidden = false;
  units.addEventListener("change", ({ target, detail }) => {
    const [divisor, digits] = { money: [1, 2], chips: [worth, 0], peders: [worth * peder, 1] }[target.value];
    const { sign, one } = target.dataset;
    unit = { name: target.value, divisor, digits, sign, one };
    showAmounts(document);
    for (const each of document.querySelectorAll("[data-title]")) each.title = withAmounts(each.dataset.title);
    document.querySelectorAll(".narrows-line").forEach((form) => form.dispatchEvent(new Event("change")));
    drawAll();
    if (detail === "asked") return; // a question about money is shown in money; the next page isn't about it
    try { localStorage.setItem("peder-unit", target.value); } catch { /* a browser that keeps nothing */ }
  });
  let chosen = null;
  try { chosen = localStorage.getItem("peder-unit"); } catch { /* the same */ }
  const button = [...units.querySelectorAll("input")].find(({ value }) => value === chosen);
  if (button && !button.checked) {
    button.checked = true;
    lent.promise.then(() => button.dispatchEvent(new Event("change", { bubbles: true })));
  }
}

for (const choice of document.querySelectorAll(".choice")) {
  const views = [...choice.querySelectorAll(":scope > .view")];
  choice.addEventListener("change", (event) => {
    views.forEach((view, i) => { view.hidden = i !== Number(event.target.value); });
    charts.filter(({ element }) => choice.contains(element)).forEach((chart) => draw(chart));
  });
}

for (const form of document.querySelectorAll(".narrows-line")) {
  const chart = charts.find(({ element }) => form.parentElement.contains(element));
  const output = form.querySelector("output");
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", () => {
    const { ids, games, own, night, nights, shown, later } = chart.hands;
    const { game: wantedGame, own: deal, time, view } = form.elements;
    const letter = { shown: "t", unseen: "f" }[view?.value];
    chart.lay = view?.value === "lay";
    const latest = nights.length - (time?.value.startsWith("last ") ? Number(time.value.slice(5)) : Infinity);
    const kept = games.map((_, hand) => hand).filter((hand) =>
      (!wantedGame?.value || ids[games[hand]] === wantedGame.value) && (!deal.value || own[hand] === deal.value) && (!letter || shown[hand] === letter)
      && night[hand] >= latest && (!/^\d+$/.test(time?.value || "") || String(nights[night[hand]][2]) === time.value));
    chart.kept = kept.length < games.length ? kept : null;
    const { y } = chart.spec.data.at(-1);
    const sum = kept.reduce((total, hand) => total + y[hand + 1] - y[hand] - (chart.lay ? later[hand] : 0), 0);
    const amount = amountInUnit(sum, { isGain: true, hasUnit: true }, `${written(sum, 2, sum < 0 ? "−" : "+")}\u202f${output.dataset.unit}`);
    const values = { n: written(kept.length, 0), all: written(games.length, 0), amount };
    output.textContent = chart.kept || chart.lay ? fill(output.dataset.said, values) : "";
    draw(chart);
  });
}

/* Open a closed part that a link leads into. */
const openTarget = () => {
  let name = location.hash.slice(1);
  try { name = decodeURIComponent(name); } catch { /* an address that isn't text */ }
  const target = name && document.getElementById(name);
  if (!target) return;
  for (const details of [target.querySelector(":scope > details"), target.closest("details"), target.parentElement.closest("details")]) {
    if (details) details.open = true;
  }
  target.scrollIntoView();
};
addEventListener("hashchange", openTarget);
openTarget();

/* Show a race as it was after a hand. */
for (const control of document.querySelectorAll(".race")) {
  const [button, slider, output] = ["button", "input", "output"].map((name) => control.querySelector(name));
  const chart = charts.find(({ element }) => element.closest("figure") === control.previousElementSibling);
  const [play, pause] = [button.textContent, button.dataset.pause];
  let timer = null;
  const stop = () => { clearInterval(timer); timer = null; button.textContent = play; };
  const show = () => {
    output.textContent = slider.value;
    chart.upto = slider.value === slider.max ? null : Number(slider.value);
    draw(chart);
  };
  slider.addEventListener("input", () => { stop(); show(); });
  button.addEventListener("click", () => {
    if (timer) { stop(); return; }
    if (slider.value === slider.max) slider.value = 0;
    button.textContent = pause;
    timer = setInterval(() => {
      slider.stepUp();
      show();
      if (slider.value === slider.max) stop();
    }, Math.max(80, 12000 / slider.max));
  });
}

/* Show the rows that match a search and that other scripts of the page haven't hidden. */
let allowed = null;
let found = () => true;
const rows = [...document.querySelectorAll("tr[data-find]")];
function narrowRows() {
  const match = (row) => (allowed === null || allowed.has(row.dataset.row)) && found(row);
  rows.forEach((row) => { row.hidden = !match(row); });
  const left = new Set(rows.filter((row) => !row.hidden).map((row) => row.dataset.row));
  const all = new Set(rows.map((row) => row.dataset.row)).size;
  wanted = left.size < all ? left : null;
  charts.filter(({ spec }) => spec.layout.meta?.rows).forEach((chart) => draw(chart));
  document.dispatchEvent(new CustomEvent("narrowed", { detail: wanted }));
}
for (const input of document.querySelectorAll(".search input")) {
  input.addEventListener("input", () => {
    const words = plain(input.value).split(/\s+/);
    found = (row) => words.every((word) => plain(row.dataset.find).includes(word));
    narrowRows();
  });
}

function letSort(table) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    if (!("sort" in head.dataset)) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.ariaSort ? head.ariaSort === "ascending" : head.classList.contains("number");
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.ariaSort = down ? "descending" : "ascending";
      const key = (row) => row.cells[column].dataset.value;
      const order = (a, b) => {
        const [x, y] = [key(a), key(b)];
        if (x === undefined || y === undefined) return (x === undefined) - (y === undefined); // not known: last
        const by = x !== "" && y !== "" && !isNaN(x) && !isNaN(y) ? x - y : x.localeCompare(y, "da");
        return down ? -by : by;
      };
      const body = table.tBodies[0];
      body.append(...[...body.rows].sort(order));
    });
  });
}

/* Make tables sortable and copyable, also those of a part that is made when it is opened (reports.components.blocks.Folded). */
function enliven(part) {
  part.querySelectorAll(".scroll").forEach(watchEdge);
  part.querySelectorAll("table[data-sortable]").forEach(letSort);
}
enliven(document);
function makeInside(details) {
  const held = details.querySelector(":scope > noscript");
  if (!held) return;
  held.outerHTML = held.textContent;
  enliven(details);
  if (unit.sign) showAmounts(details);
}

/* Copy a table as cells for spreadsheets: places in a column of their own, minus signs as hyphens. */
document.addEventListener("copy", (event) => {
  const selection = getSelection();
  if (!selection.rangeCount || !event.clipboardData) return;
  const part = selection.getRangeAt(0).cloneContents();
  const found = [...part.querySelectorAll("tr")];
  if (!found.length) return;
  const hasPlaces = part.querySelector(".place") !== null;
  const lines = found.map((row) => {
    row.querySelectorAll("[aria-hidden], .moved + .unseen, .meaning > :not(summary)").forEach((each) => each.remove());
    const cells = [...row.cells].map((cell) => {
      const place = cell.querySelector(".place");
      place?.remove();
      const text = cell.textContent.replace(/\u2212/g, "-").replace(/[\u202f\u00a0\s]+/g, " ").trim();
      return place ? [place.textContent, text] : [text];
    });
    if (hasPlaces && cells[0]?.length === 1) cells.unshift([""]);
    return cells.flat().join("\t");
  });
  event.clipboardData.setData("text/plain", lines.join("\n"));
  event.preventDefault();
});

/* The space bar plays the visible race or replay, unless a control has the focus. */
addEventListener("keydown", (event) => {
  if (event.key !== " " || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("a, button, input, select, summary, textarea")) return;
  const shows = (button) => { const { top, bottom } = button.getBoundingClientRect(); return button.checkVisibility() && top >= 0 && bottom <= innerHeight; };
  const button = [...document.querySelectorAll("button[data-pause]")].find(shows);
  if (!button) return;
  event.preventDefault();
  button.click();
});

let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details:not([open], .hand, .meaning, .meanings)")]; // a hundred hands would fill fifty sheets
  opened.forEach((details) => { makeInside(details); details.open = true; });
  onPaper = true;
  drawAll();
});
addEventListener("afterprint", () => {
  onPaper = false;
  opened.forEach((details) => { details.open = false; });
  drawAll();
});
dark.addEventListener("change", drawAll);
narrow.addEventListener("change", drawAll);
for (const details of document.querySelectorAll("details")) details.addEventListener("toggle", () => { if (details.open) makeInside(details); drawAll(); });

/* A page by itself holds plotly.js packed (reports.page). */
const packed = document.getElementById("plotly-packed");
if (packed) {
  unpackedText(packed).then((text) => {
    const script = document.createElement("script");
    script.textContent = text;
    document.head.append(script);
    drawAll();
  });
}

const narrowTo = (ids) => { allowed = ids; narrowRows(); };
lent.lend({ charts, draw, narrowTo });
