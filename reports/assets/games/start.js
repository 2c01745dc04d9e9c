/* The table of all games, and the updates after each change by the reader. */

function fillTable() {
  const set = settings();
  for (const line of document.querySelectorAll("#all tbody tr")) {
    const game = byId.get(line.dataset.row);
    const of = evening(game, set);
    const put = (column, value, text) => {
      const place = 1 + columns.indexOf(column);
      if (!place) return;
      const cell = line.cells[place];
      cell.textContent = value === null || value === undefined ? "–" : text(value);
      if (value === null || value === undefined) delete cell.dataset.value;
      else cell.dataset.value = value;
    };
    put("usual", of.usual, (value) => (of.guessed ? say("about", { amount: either(value, set) }) : either(value, set)));
    put("gone", of.gone?.[0], share);
    put("ahead", of.ahead, share);
    put("drawdown", of.drawdown?.[0], (value) => amount(value, set));
    put("pot", game.pot[2] === null ? null : game.pot[2] * (game.unit || 1), (value) => amount(value, set));
    put("minutes", of.minutes, minutes);
    put("hands", of.hands, (hands) => written(hands));
  }
}

function fillAll() {
  const set = settings();
  const said = { stack: stackText(set), money: amount(set.stack, set, false, true), hours: set.hoursText };
  one(".reckoned").textContent = say(set.sign ? "worth" : "reckoned", said);
  own.elements.chip.disabled = !set.sign;
  fillTable();
  fillSideBySide();
  fillCard();
  drawChooser();
}
function choose(game) {
  chosen = game;
  fillCard();
  drawChooser();
}

own.addEventListener("input", fillAll);
document.querySelectorAll("#all .typical").forEach((typical) => typical.remove()); // the card has it for the reader's own stack
narrowing.addEventListener("change", () => { narrow(); fillAll(); });
one("[name=game]", card).addEventListener("change", (event) => choose(byId.get(event.target.value)));
sideBySide?.addEventListener("change", () => {
  fillSideBySide();
  drawChooser();
  history.replaceState(null, "", `#compare=${comparedIds().map(encodeURIComponent).join(",")}`);
});
for (const form of document.querySelectorAll("form")) form.addEventListener("submit", (event) => event.preventDefault());

/* A game's name in the table links to its card, as does an address that ends in #game-…. */
for (const line of document.querySelectorAll("#all tbody tr")) {
  const button = make("button", "", { type: "button", class: "name" });
  button.append(...line.cells[0].childNodes);
  line.cells[0].append(button);
  button.addEventListener("click", () => toCard(byId.get(line.dataset.row)));
}
function toCard(game) {
  choose(game);
  document.getElementById("card").scrollIntoView();
}
function ofAddress() {
  const game = location.hash.startsWith("#game-") && byId.get(decodeURIComponent(location.hash.slice(6)));
  if (game) toCard(game);
  const compared = location.hash.startsWith("#compare=") && sideBySide ? location.hash.slice(9).split(",").map(decodeURIComponent) : [];
  const known = compared.filter((id) => byId.has(id));
  if (known.length < 2) return;
  sideBySide.querySelectorAll("select").forEach((select, i) => { select.value = known[i] ?? ""; });
  fillSideBySide();
  drawChooser();
  sideBySide.closest("details")?.setAttribute("open", "");
  sideBySide.scrollIntoView();
}
addEventListener("hashchange", ofAddress);

lent.promise.then((page) => {
  pages = page;
  for (const [name, place] of [["chooser", one(".chooser .chart")], ["fan", one("[data-part=fan] .chart")], ["curve", one("[data-part=curve] .chart")], ["drawdowns", one("[data-part=drawdowns] .chart")]]) {
    charts[name] = pages.charts.find(({ element }) => element === place);
  }
  charts.chooser.element.addEventListener("drawn", () => {
    charts.chooser.element.on("plotly_click", ({ points }) => choose(byId.get(points[0].customdata)));
  }, { once: true });
  const set = settings(); // the words stand: what is left are the charts
  fillCharts(evening(chosen, set), set);
  if (left.size < games.length) narrow();
  else drawChooser();
  ofAddress();
});
document.addEventListener("narrowed", ({ detail }) => show(detail || new Set(byId.keys())));
narrow();
fillAll();
