/* The games that match the filters, and their chart: calm to wild, quick to slow. */

function fits(game) {
  const { players, minutes, rounds, wild } = narrowing.elements;
  const [fewest, most] = game.players;
  if (players.value && (fewest === null || players.value < fewest || players.value > most)) return false;
  if (minutes.value && !(game.pace * (game.chain || 1) <= minutes.value * 60)) return false;
  if (rounds.value === "none" && game.rounds !== null) return false;
  if (rounds.value && rounds.value !== "none") {
    const [low, high] = rounds.value.split("-").map(Number);
    if (game.rounds === null || game.rounds < low || game.rounds > high) return false;
  }
  return !wild.value || (wild.value === "yes") === Boolean(game.wild);
}
function narrow() {
  const fitting = games.filter(fits).map((game) => game.id);
  const all = fitting.length === games.length;
  if (pages) pages.narrowTo(all ? null : new Set(fitting));
  else show(new Set(fitting));
}
function show(ids) {
  left = ids;
  one(".left").textContent = ids.size ? say("left", { n: ids.size, all: games.length }) : say("none");
  if (ids.size && !ids.has(chosen.id)) choose(games.find((game) => ids.has(game.id)));
  for (const option of one("[name=game]", card).options) option.hidden = !ids.has(option.value);
  drawChooser();
}

/* --- Data of the charts, which page.js draws --- */
const charts = {};
function redraw(name, fill) {
  const chart = charts[name];
  if (!chart) return;
  fill(chart.spec);
  pages.draw(chart);
}
/* Round values of a logarithmic scale: 1, 2 and 5 times a power of ten. */
function logTicks(low, high) {
  const found = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
    for (const step of [1, 2, 5]) found.push(step * 10 ** power);
  }
  return found.filter((tick) => tick >= low && tick <= high);
}
const worth = (set) => (set.sign ? set.chip || 1 : 1); // of a chip, on an axis

function drawChooser() {
  redraw("chooser", (spec) => {
    const set = settings();
    const dots = games.filter((game) => left.has(game.id)).map((game) => ({ game, of: evening(game, set) }))
      .filter(({ of }) => of.usual > 0 && of.minutes > 0);
    const all = games.map((game) => evening(game, set)).filter((of) => of.usual > 0 && of.minutes > 0);
    charts.chooser.element.closest("figure").hidden = !all.length; // a chart of nothing
    const x = dots.map(({ of }) => of.usual * worth(set));
    const y = dots.map(({ of }) => of.minutes);
    const [lowX, highX] = [Math.min(...all.map((of) => of.usual)) * worth(set) / 1.15, Math.max(...all.map((of) => of.usual)) * worth(set) * 1.15];
    const [lowY, highY] = [Math.min(...all.map((of) => of.minutes)) / 1.12, Math.max(...all.map((of) => of.minutes)) * 1.12];
    const inTable = comparedIds();
    const colour = ({ game }) => game === chosen ? colours.loss : inTable.includes(game.id) ? colours.p2 : colours.gain;
    spec.data = [{
      type: "scatter", mode: "markers", x, y, hoverinfo: "text", cliponaxis: false,
      text: dots.map(({ game, of }) => dotWords(game, of, set)),
      customdata: dots.map(({ game }) => game.id),
      marker: {
        size: dots.map(({ game }) => (game === chosen || inTable.includes(game.id) ? 15 : 10)),
        symbol: dots.map(({ of }) => (of.guessed ? "circle-open" : "circle")),
        color: dots.map(colour), opacity: 0.85, line: { width: dots.map(({ of }) => (of.guessed ? 1.5 : 0)) },
      },
    }];
    if (!all.length) return;
    const scale = (low, high) => ({ range: [Math.log10(low), Math.log10(high)], autorange: false });
    const ticksX = logTicks(lowX, highX);
    Object.assign(spec.layout.xaxis, scale(lowX, highX), { tickvals: ticksX, ticktext: ticksX.map((tick) => say("either", { amount: amount(tick / worth(set), set) })) });
    const ticksY = logTicks(lowY, highY);
    Object.assign(spec.layout.yaxis, { range: [Math.log10(highY), Math.log10(lowY)], tickvals: ticksY, ticktext: ticksY.map((tick) => say("minutes", { n: written(tick, tick < 1 ? 1 : 0) })) });
    const box = charts.chooser.element.clientWidth;
    const slim = box < 520;
    const { l, r, t, b } = spec.layout.margin;
    const [wide, high] = [box - (slim ? 58 : l + r), (slim ? 480 : spec.layout.height) - t - b];
    const places = dots.map((dot, i) => ({
      ...dot, x: (Math.log10(x[i]) - Math.log10(lowX)) / Math.log10(highX / lowX) * wide,
      y: (Math.log10(y[i]) - Math.log10(lowY)) / Math.log10(highY / lowY) * high, at: [x[i], y[i]],
    }));
    spec.layout.annotations = [...spec.layout.annotations.filter((note) => note.xref === "paper"), ...labels(places, wide, colour)];
    if (slim && ticksX.length > 5) spec.layout.xaxis.tickvals = ticksX.filter((_, i) => i % 2 === (ticksX.length - 1) % 2);
    if (slim) spec.layout.xaxis.ticktext = spec.layout.xaxis.tickvals.map((tick) => say("either", { amount: amount(tick / worth(set), set) }));
  });
}

/* The names that fit next to their dots without touching another name or dot; first those of the chosen games. */
function labels(dots, wide, colour) {
  const taken = dots.map(({ x, y }) => [x - 6, y - 6, x + 6, y + 6]);
  const meets = ([left, top, right, bottom], own) => (left >= 0 && right <= wide + 14 ? 0 : 9) + taken.filter(
    (box, i) => i !== own && right >= box[0] && left <= box[2] && bottom >= box[1] && top <= box[3]).length;
  const picked = (dot) => dot.game === chosen || comparedIds().includes(dot.game.id);
  const found = [];
  for (const dot of [...dots].sort((a, b) => picked(b) - picked(a))) {
    const letter = picked(dot) ? 7.6 : 6.6;
    const most = Math.floor((wide - 6) / letter);
    const name = dot.game.name.length > most ? `${dot.game.name.slice(0, most - 1).trimEnd()}…` : dot.game.name;
    const length = name.length * letter + 6;
    const { x, y } = dot;
    const middle = Math.max(length / 2 + 6, Math.min(x, wide - length / 2)); // of a name above or below, within the chart and off its axis
    const aside = middle - x;
    const ways = [
      ["left", "middle", 9, 0, [x + 8, y - 8, x + 8 + length, y + 8]],
      ["right", "middle", -9, 0, [x - 8 - length, y - 8, x - 8, y + 8]],
      ["center", "bottom", aside, 7, [middle - length / 2, y - 23, middle + length / 2, y - 7]],
      ["center", "top", aside, -7, [middle - length / 2, y + 7, middle + length / 2, y + 23]],
    ];
    for (const far of picked(dot) ? [26, 44, 62, 84, 110, 140, 170] : []) {
      ways.push(["center", "bottom", aside, far, [middle - length / 2, y - far - 16, middle + length / 2, y - far]]);
      ways.push(["center", "top", aside, -far, [middle - length / 2, y + far, middle + length / 2, y + far + 16]]);
    }
    const met = ways.map((each) => meets(each[4], dots.indexOf(dot)));
    const least = Math.min(...met);
    const way = least === 0 || picked(dot) ? ways[met.indexOf(least)] : null;
    if (!way) continue;
    taken.push(way[4]);
    found.push({
      text: plain(name), showarrow: false, x: Math.log10(dot.at[0]), y: Math.log10(dot.at[1]),
      xanchor: way[0], yanchor: way[1], ...(Math.abs(way[3]) > 20
        ? { showarrow: true, arrowhead: 0, arrowwidth: 1, arrowcolor: colour(dot), standoff: 8, ax: way[2], ay: -way[3] }
        : { xshift: way[2], yshift: way[3] }),
      font: { size: picked(dot) ? 13 : 11, color: picked(dot) ? colour(dot) : colours.muted },
    });
  }
  return found;
}
const plain = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/%\{/g, "%&#123;");

function dotWords(game, of, set) {
  const lines = [`<b>${plain(game.name)}</b>`, say("dot", { usual: either(of.usual, set) })];
  if (of.guessed) lines.push(say("guessed", { n: written(game.hands) }));
  else lines.push(say("dot_gone", { gone: share(of.gone[0]), stack: amount(set.stack, set) }));
  lines.push(say("dot_pace", { minutes: minutes(of.minutes) }));
  return lines.map((line) => line.replace(/%\{/g, "%&#123;")).join("<br>");
}
const minutes = (n) => say("minutes", { n: written(n, n % 1 && n < 10 ? 1 : 0) });
