/* Two or three games side by side, with a verdict. */

const comparedIds = () => [...(sideBySide?.querySelectorAll("select") ?? [])].map((select) => select.value).filter(Boolean);

/* How much wilder one game is than another: the ratio of their deviations of an hour, or where the pace of one is assumed
   of a hand, for each line-up that played both, with two 95 % intervals: by the hands (low, high), and by the hands and the people
   (openLow, openHigh). As `peder compare` does, but of hands that weren't dealt from the same cards. */
const knowPace = (...some) => some.every(({ measured }) => measured);
function ratios(a, b) {
  const perHand = knowPace(a, b) || !(a.pace && b.pace) ? 1 : Math.sqrt(a.pace / b.pace);
  const of = (game) => new Map([...game.lineups].reverse().map((each) => [each.lineup, each])); // most hands last, so kept
  const [ours, theirs] = [of(a), of(b)];
  const both = [...ours.keys()].filter((key) => theirs.has(key));
  const pairs = both.length ? both.map((key) => [key, ours.get(key), theirs.get(key)])
    : [["", ...[a, b].map(({ hour: [value, low, high, , needed] }) => ({ value, low, high, needed }))]];
  const above = ({ value, high }) => (high ? Math.log(high / value) : value === null ? NaN : Infinity);
  const below = ({ value, low }) => (low > 0 ? Math.log(value / low) : value === null ? NaN : Infinity);
  const found = pairs.filter(([, x, y]) => x.value > 0 && y.value > 0).map(([who, x, y]) => {
    const ratio = x.value / y.value * perHand;
    const [low, high] = [Math.hypot(below(x), above(y)), Math.hypot(above(x), below(y))];
    const [openLow, openHigh] = [low, high].map((reach) => Math.hypot(reach, people?.reach ?? 0));
    return {
      who, ratio, low: ratio * Math.exp(-low), high: ratio * Math.exp(high), openLow: ratio * Math.exp(-openLow),
      openHigh: ratio * Math.exp(openHigh), needed: Math.max(x.needed, y.needed),
    };
  });
  const known = found.filter(({ low }) => low > 0); // a line-up of too few hands can't be compared with one that is known
  return known.length ? known : found;
}
function compared(a, b) {
  let found = ratios(a, b);
  if (!found.length) return "";
  const middle = (all) => Math.exp(all.reduce((sum, { ratio }) => sum + Math.log(ratio), 0) / all.length);
  if (middle(found) < 1) { [a, b] = [b, a]; found = ratios(a, b); }
  const times = (n) => written(n, 2);
  const said = {
    a: a.name, b: b.name, times: times(middle(found)), who: lineupText(found[0].who), lineups: found.length,
    low: times(Math.min(...found.map(({ low }) => low))), high: times(Math.max(...found.map(({ high }) => high))),
    other: joined(found.filter(({ openHigh }) => openHigh < 1).map(({ who }) => lineupText(who))),
    n: rough(Math.max(...found.map(({ needed }) => needed))),
  };
  if (!found.every(({ low }) => low > 0)) return say("few", said);
  const sure = found.filter(({ openLow }) => openLow > 1).length; // by the hands and by the people
  const [wilder, seems] = knowPace(a, b) ? ["wilder", "seems"] : ["wilder_hand", "seems_hand"];
  const verdict = () => {
    if (sure === found.length) return [say(wilder, said), say(found.length > 1 ? "sure" : "sure_one", said)];
    if (found.some(({ openHigh }) => openHigh < 1)) return [say("turned", said)];
    if (!found.some(({ low }) => low > 1)) return [say("even", said)];
    return [say(sure ? wilder : seems, said), say(people ? "unsure_people" : "unsure", said)];
  };
  return [...verdict(), ...(people ? [widths(found)] : [])].join(" ");
}
/* The uncertainty of a ratio from the number of hands, and from who plays: by the line-ups fitted to real tables, if there are any. */
function widths(found) {
  const reach = Math.max(...found.map(({ ratio, low, high }) => Math.max(high / ratio, ratio / low)));
  const real = found.filter(({ who }) => people.real.includes(who));
  const of = (real.length ? real : found).map(({ ratio }) => ratio);
  return say("widths", {
    percent: written(100 * (reach - 1), 1), low: written(Math.min(...of) * Math.exp(-people.reach), 1),
    high: written(Math.max(...of) * Math.exp(people.reach), 1),
  });
}
const profile = (name) => profiles[name] ?? name;
const lineupText = (lineup) => (lineup.includes(", ") ? say("together", { who: joined(lineup.split(", ").map(profile)) }) : profile(lineup));
function joined(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${say("and")} ${words.at(-1)}`;
}
function fillSideBySide() {
  if (!sideBySide) return;
  const set = settings();
  const picked = [...new Set(comparedIds())].map((id) => byId.get(id));
  const of = picked.map((game) => evening(game, set));
  const sentences = [];
  const wildest = [...picked].sort((a, b) => (b.hour[0] ?? 0) - (a.hour[0] ?? 0));
  wildest.slice(1).forEach((game, i) => sentences.push(compared(wildest[i], game)));
  const losses = picked.flatMap((game, i) => (of[i].guessed ? [] : [say("loses_one", { gone: share(of[i].gone[0]), game: game.name })]));
  if (losses.length > 1) sentences.push(say("loses", { stack: stackText(set), games: joined(losses) }));
  const paced = picked.map((game, i) => [game, of[i].pots]).filter(([game, pots]) => pots && knowPace(game)).sort((a, b) => b[1] - a[1]);
  if (paced.length > 1 && Math.round(paced[0][1]) > Math.round(paced.at(-1)[1])) {
    sentences.push(say("quicker", { a: paced[0][0].name, b: paced.at(-1)[0].name, n: written(paced[0][1]), m: written(paced.at(-1)[1]) }));
  }
  one(".verdict", sideBySide).textContent = picked.length > 1 ? sentences.filter(Boolean).join(" ") : say("choose");
  const cells = picked.map((game, i) => column(game, of[i], set));
  const who = new Set(of.map(({ table }) => table?.lineup));
  one("caption span", sideBySide).textContent = who.size === 1 && !who.has(undefined) ? say("compared_of", { lineup: lineupText([...who][0]) }) : say("compared_each");
  const head = one("thead tr", sideBySide);
  head.replaceChildren(head.cells[0], ...picked.map((game) => make("th", game.name, { scope: "col", class: "number" })));
  [...one("tbody", sideBySide).rows].forEach((line, place) => {
    line.replaceChildren(line.cells[0], ...cells.map((each) => make("td", each[place] ?? "–", { class: "number" })));
    line.hidden = cells.every((each) => [null, undefined, "–"].includes(each[place])); // nothing is known of any
  });
  fillLineups(picked, set);
}
/* Whether the answer depends on who plays: the deviation of an hour of each game, by each line-up that played them all. */
function fillLineups(picked, set) {
  const [text, place] = ["lineups", "lineups-table"].map((name) => one(`[data-part=${name}]`, sideBySide));
  const of = (game, lineup) => game.lineups.find((each) => each.lineup === lineup);
  const lineups = picked.length > 1 ? picked[0].lineups.map(({ lineup }) => lineup).filter((who) => picked.every((game) => of(game, who))) : [];
  const all = [...new Set(lineups)];
  text.parentElement.hidden = !all.length;
  if (!all.length) return;
  const [a, b] = [...picked].sort((one, other) => (other.hour[0] ?? 0) - (one.hour[0] ?? 0)); // as in the verdict
  text.textContent = all.length > 1 ? say("compared_lineups", { n: written(all.length) }) : say("compared_by_one", { lineup: lineupText(all[0]) });
  const spread = (game, who) => {
    const { value, low, high } = of(game, who);
    const times = (game.unit || 1) * worth(set);
    return amount(value * (game.unit || 1), set) + (low === null ? "" : ` (${ends(written(low * times), written(high * times))})`);
  };
  const known = new Map(ratios(a, b).map((each) => [each.who, each]));
  const ratio = ({ ratio: times, low, high }) => written(times, 2) + (low > 0 ? ` (${ends(written(low, 2), written(high, 2))})` : "");
  place.replaceChildren(...(all.length > 1 ? [table(
    [say("who"), ...(picked.length === 2 ? [say("compared_times", { a: a.name, b: b.name })] : []), ...picked.map((game) => game.name)],
    all.map((who) => [
      lineupText(who), ...(picked.length === 2 ? [known.has(who) ? ratio(known.get(who)) : "–"] : []),
      ...picked.map((game) => spread(game, who)),
    ]),
  )] : []));
}
/* The column of a game, in the order of the rows (reports/pages/game_chooser.py). */
function column(game, of, set) {
  const antes = (value) => (value === null || value === undefined ? null : amount(value * (game.unit || 1), set));
  const usual = of.usual === null ? null : either(of.usual, set);
  const paths = of.guessed ? [null, null, null, null, null]
    : [amount(of.net[0], set, true), amount(of.net[4], set, true), share(of.gone[0]), share(of.ahead), amount(of.drawdown[0], set)];
  return [
    of.guessed && usual ? say("about", { amount: usual }) : usual, ...paths, of.minutes ? minutes(of.minutes) : null,
    antes(game.pot[2]), game.tails ? share(game.tails.lose_peder) : null, game.melds.find((each) => each.usual_winner)?.meld,
  ];
}
