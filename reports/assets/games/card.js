/* The card of a game. */

const LINE = 14; // pixels between the names of two lines

/* The area between two lines. */
const band = (x, low, high, color) => ({
  type: "scatter", mode: "lines", line: { width: 0, color }, fill: "toself", fillcolor: color, hoverinfo: "skip",
  x: [...x, ...[...x].reverse()], y: [...low, ...[...high].reverse()],
});

/* An axis over a range, with marks at some of its values. */
function scale(axis, range, tickvals, text = (value) => written(value)) {
  Object.assign(axis, { range, tickvals, ticktext: tickvals.map(text) });
}

function drawFan(of, set) {
  const { samples, hours } = of.table;
  const times = Object.keys(hours).map(Number).filter((hour) => hour <= set.hours && (hour % 1 === 0 || hour === set.hours)).sort((a, b) => a - b);
  const lines = samples.map((line) => line.slice(0, set.hours / quarter + 1).map((chips) => chips * worth(set)));
  const at = (place) => [0, ...times.map((hour) => hours[hour].net[place] * worth(set))];
  const area = (low, high, color) => band([0, ...times], at(low), at(high), color);
  redraw("fan", (spec) => {
    const stack = -set.stack * worth(set);
    const every = [...lines.flat(), ...at(0), ...at(4)];
    const [low, high] = [Math.min(...every, stack) * 1.05, Math.max(...every, -stack / 3) * 1.05];
    spec.data = [
      area(0, 4, colours.raised), area(1, 3, colours.rule),
      ...lines.map((y) => {
        const lost = y.some((each) => each <= stack);
        return {
          type: "scatter", mode: "lines", hoverinfo: "text", x: y.map((_, i) => i * quarter), y,
          text: y.map((each, i) => say("fan_point", { amount: amount(each / worth(set), set, true), hours: say("hours", { n: written(i * quarter, i % 4 ? 2 : 0) }) })),
          line: { width: 1.2, color: lost ? colours.loss : colours.gain }, opacity: 0.65,
        };
      }),
      { type: "scatter", mode: "lines", x: [0, set.hours], y: [stack, stack], hoverinfo: "skip", line: { width: 1.5, dash: "dash", color: colours.ink } },
    ];
    const hoursText = (hour) => say("hours", { n: written(hour, hour % 1 ? 1 : 0) });
    scale(spec.layout.xaxis, [0, set.hours], roundValues(0, set.hours, 6).values, hoursText);
    scale(spec.layout.yaxis, [low, high], roundValues(low, high, 6).values);
  });
  caption("fan", say("fan", { n: lines.length, unit: unitOf(set) }));
}

function drawCurve(game, set) {
  const [antes, upto] = game.curve;
  const unit = (game.unit || 1) * worth(set);
  const where = (part) => antes[Math.max(0, upto.findIndex((each) => each >= part))];
  const at = (ante) => upto.findLast((_, i) => antes[i] <= ante) ?? 0;
  redraw("curve", (spec) => {
    const [low, high] = [where(0.01) * unit, where(0.99) * unit];
    spec.data = [{
      type: "scatter", mode: "lines", line: { shape: "hv", width: 2, color: colours.gain }, fill: "tozeroy", fillcolor: colours.raised,
      x: antes.map((ante) => ante * unit), y: upto, hoverinfo: "text",
      text: upto.map((part, i) => say("curve_point", { share: share(part), amount: amount(antes[i] * (game.unit || 1), set, true) })),
    }];
    scale(spec.layout.xaxis, [low, high], roundValues(low, high, 6).values);
    scale(spec.layout.yaxis, [0, 1.02], [0, 0.25, 0.5, 0.75, 1], share);
  });
  const [quarterBelow, above] = [where(0.25), where(0.75)].map((ante) => amount(ante * (game.unit || 1), set, true));
  caption("curve", say(quarterBelow === above ? "curve_even" : "curve", { unit: unitOf(set), none: share(at(-1) - at(-2)), win: share(1 - at(0)), low: quarterBelow, high: above }));
}
function caption(name, text) {
  const figure = one(`[data-part=${name}] figure`, card);
  one("figcaption", figure).textContent = text;
  one(".chart", figure).ariaLabel = text;
}

/* --- The card of a game --- */
const part = (name) => one(`[data-part=${name}]`, card);
function verdict(game, of, set) {
  const said = { game: game.name, hours: set.hoursText, stack: stackText(set) };
  if (of.usual === null) return say("nothing", said);
  if (of.guessed) return say("rough", { ...said, usual: either(of.usual, set) });
  return say("evening", {
    ...said, gone: share(of.gone[0]), usual: either(of.usual, set), ahead: share(of.ahead),
    high: amount(of.net[4], set, true), low: amount(of.net[0], set, true),
  });
}
const stackText = (set) => amount(set.stack, { ...set, sign: "" });

/* Label, value and note of each figure that a game has. */
function facts(game, of, set) {
  const unit = game.unit || 1;
  const antes = (value, signed) => amount(value * unit, set, signed);
  const found = [];
  if (of.usual !== null && of.guessed) found.push([say("usual"), say("about", { amount: either(of.usual, set) }), say("guessed", { n: written(game.hands) })]);
  if (!of.guessed) {
    found.push(
      [say("usual"), either(of.usual, set), say("usual_note", {
        low: bare(of.ends[0], set), high: amount(of.ends[1], set), n: written(of.evenings), players: of.table.players, lineup: lineupText(of.table.lineup),
      })],
      [say("gone"), share(of.gone[0]), say("gone_note", { low: share(of.gone[1]), high: share(of.gone[2]) })],
      [say("ahead"), share(of.ahead), ""],
      [say("drawdown"), amount(of.drawdown[0], set), say("drawdown_note", { high: amount(of.drawdown[1], set) })],
    );
  }
  if (game.pot[2] !== null) found.push([say("pot"), antes(game.pot[2]), say("pot_note", { low: bare(game.pot[1] * unit, set), high: antes(game.pot[3]), top: antes(game.pot[4]) })]);
  if (game.tails) found.push([say("peder"), share(game.tails.lose_peder), say("peder_note", { mean: antes(-game.tails.shortfall) })]);
  if (of.minutes) found.push([say("pace"), minutes(of.minutes), say(game.measured ? "pace_known" : "pace_note", { n: written(of.hands) })]);
  if (game.showdown !== null) found.push([say("showdown"), share(game.showdown), game.carried ? say("carried_note", { share: share(game.carried) }) : ""]);
  return found;
}

/* A label that opens its definition, and the typical range of these games. */
function labelled(label, set) {
  const values = {
    usual: [(of) => of.usual, (value) => either(value, set)], gone: [(of) => of.gone?.[0], share], ahead: [(of) => of.ahead, share],
    drawdown: [(of) => of.drawdown?.[0], (value) => amount(value, set)], pace: [(of) => of.minutes, minutes],
    pot: [(of, game) => game.pot[2] === null ? null : game.pot[2] * (game.unit || 1), (value) => amount(value, set)],
    peder: [(of, game) => game.tails?.lose_peder, share], showdown: [(of, game) => game.showdown, share],
  };
  const [key, [find, show]] = Object.entries(values).find(([name]) => say(name) === label);
  const known = games.map((each) => find(evening(each, set), each)).filter((value) => value !== null && value !== undefined).sort((a, b) => a - b);
  const typical = known.length > 2 ? ` ${say("typical", { amount: show(known[Math.floor(known.length / 2)]) })}` : "";
  const details = make("details", make("summary", label), { class: "meaning" });
  details.append((meanings[key] || "") + typical);
  return details;
}

function fillCharts(of, set) {
  if (!of.guessed) drawFan(of, set);
  drawFalls(of, set);
  if (chosen.curve) drawCurve(chosen, set);
}

function fillCard() {
  const set = settings();
  const of = evening(chosen, set);
  one("[name=game]", card).value = chosen.id;
  part("name").textContent = chosen.name;
  part("summary").textContent = chosen.rules ? chosen.rules.summary : "";
  part("verdict").textContent = verdict(chosen, of, set);
  part("facts").replaceChildren(...facts(chosen, of, set).map(([label, value, note]) => {
    const box = make("div", make("dt", labelled(label, set)));
    box.append(make("dd", value, { class: "value" }));
    if (note) box.append(make("dd", note, { class: "note" }));
    return box;
  }));
  part("fan").closest(".pair > div").hidden = of.guessed;
  part("curve").closest(".pair > div").hidden = !chosen.curve;
  fillCharts(of, set);
  fillMelds();
  fillSkill(of);
  fillWho(set);
  fillRules();
}

function table(heads, rows) {
  const made = make("table", "", { class: "dense" });
  const [head, body] = [make("thead", ""), make("tbody", "")];
  head.append(row(heads, "th", "col"));
  body.append(...rows.map((cells) => row(cells, "td")));
  made.append(head, body);
  return made;
}
function row(cells, kind, scope = "row") {
  const made = make("tr", "");
  cells.forEach((cell, i) => made.append(make(i ? kind : "th", cell, i ? { class: "number" } : { scope })));
  return made;
}

/* The share of drawdowns that are at least this deep, between the percentiles that are known. */
function shareBeyond(drawdowns, chips) {
  const above = drawdowns.findIndex((each) => each >= chips);
  if (above < 0) return 1 - drawdownShares.at(-1);
  const [low, from] = above ? [drawdowns[above - 1], drawdownShares[above - 1]] : [0, 0];
  return 1 - (from + (drawdownShares[above] - from) * (drawdowns[above] > low ? (chips - low) / (drawdowns[above] - low) : 0));
}

/* The deepest drawdown by the hours played. */
function drawFalls(of, set) {
  const horizons = Object.entries(of.table?.drawdowns || {}).map(([hours, drawdowns]) => [Number(hours), drawdowns]);
  part("drawdowns").parentElement.hidden = !horizons.length;
  if (!horizons.length) return;
  const at = (drawdowns, part) => drawdowns[drawdownShares.indexOf(part)];
  const shareOf = (drawdowns, stacks) => {
    const beyond = shareBeyond(drawdowns, stacks * set.stack);
    return beyond <= 1 - drawdownShares.at(-1) ? say("fewer", { n: 1 }) : beyond > drawdownShares.at(-1) ? say("more", { n: 99 }) : share(beyond);
  };
  const evenings = (hours) => Math.round(hours / set.hours);
  const [hours, middle] = [horizons.map(([hour]) => hour), horizons.map(([, drawdowns]) => at(drawdowns, 0.5) * worth(set))];
  const line = (shareOf) => horizons.map(([, drawdowns]) => at(drawdowns, shareOf) * worth(set));
  const area = (low, high, color) => band(hours, line(low), line(high), color);
  const words = horizons.map(([hour, drawdowns]) => [
    `<b>${evenings(hour) > 1 ? say("drawdowns_hours", { hours: hour, n: written(evenings(hour)) }) : say("drawdowns_one", { hours: hour })}</b>`,
    say("drawdowns_middle", { amount: amount(at(drawdowns, 0.5), set) }), say("drawdowns_deep", { amount: amount(at(drawdowns, 0.95), set) }),
    say("drawdowns_stack", { share: shareOf(drawdowns, 1) }), ...[2, 4].map((n) => say("drawdowns_stacks", { n, share: shareOf(drawdowns, n) })),
  ].join("<br>"));
  redraw("drawdowns", (spec) => {
    const high = Math.max(...line(0.95)) * 1.06;
    const stacks = [1, 2, 4].map((n) => n * set.stack * worth(set)).filter((value) => value < high);
    spec.data = [
      area(0.05, 0.95, colours.raised), area(0.2, 0.8, colours.rule),
      ...stacks.map((value) => ({ type: "scatter", mode: "lines", x: [hours[0], hours.at(-1)], y: [value, value], hoverinfo: "skip", line: { width: 1.2, dash: "dash", color: colours.muted } })),
      { type: "scatter", mode: "lines+markers", x: hours, y: middle, text: words, hoverinfo: "text", cliponaxis: false, line: { width: 2.5, color: colours.loss }, marker: { size: 8, color: colours.loss } },
    ];
    scale(spec.layout.xaxis, [hours[0] * 0.96, hours.at(-1)].map(Math.log10), hours, (hour) => say("hours", { n: written(hour) }));
    const { t, b } = spec.layout.margin;
    const tall = (spec.layout.height - t - b) / high;
    let free = 0; // of the names at the lines' ends, each stands above the one before
    spec.layout.annotations = stacks.map((y, i) => {
      const at = Math.max(y * tall, free);
      free = at + LINE;
      return {
        text: say(i ? "drawdowns_lines" : "drawdowns_line", { n: 2 ** i }), x: 1, xref: "paper", xanchor: "left", y, xshift: 6, yshift: at - y * tall, showarrow: false, font: { size: 12, color: colours.muted },
      };
    });
    scale(spec.layout.yaxis, [0, high], roundValues(0, high, 6).values);
  });
  const [usual, drawdowns] = horizons[Math.floor(horizons.length / 2)];
  part("drawdowns-lead").textContent = say("drawdowns_lead", {
    game: chosen.name, hours: usual, n: written(evenings(usual)), middle: amount(at(drawdowns, 0.5), set), deep: amount(at(drawdowns, 0.95), set),
  });
  caption("drawdowns", say("drawdowns", { unit: unitOf(set), n: written(of.evenings), players: of.table.players, lineup: lineupText(of.table.lineup) }));
}

function fillMelds() {
  const melds = chosen.melds;
  const most = Math.max(...melds.map((each) => each.share_won));
  const usual = melds.find((each) => each.usual_winner);
  const half = melds.find((each) => each.wins_half);
  const isRated = melds.some((each) => each.win_rate !== null);
  part("melds").textContent = usual && half ? say("melds", { meld: usual.meld, half: half.meld }) : usual && !isRated ? say("melds_of_winners", { meld: usual.meld }) : melds.length ? "" : say("melds_none");
  part("melds-table").replaceChildren(...(melds.length ? [table(
    [say("meld"), say("meld_won"), ...(isRated ? [say("meld_rate")] : [])],
    melds.map((each) => {
      const bar = make("span", share(each.share_won), { class: "bar" });
      bar.style.setProperty("--share", each.share_won / most);
      return [each.meld, bar, ...(isRated ? [`${share(each.win_rate)} (${ends(written(each.low * 100), written(each.high * 100))})`] : [])];
    }),
  )] : []));
}

function fillSkill(of) {
  const skill = chosen.skill;
  const set = settings();
  if (!skill) part("skill").textContent = say("skill_none");
  else if (!skill.n_star) part("skill").textContent = say("skill_even", { ...skill, profile: profile(skill.profile), other: profile(skill.other), deals: written(skill.deals) });
  else {
    part("skill").textContent = say("skill", {
      ...skill, profile: profile(skill.profile), other: profile(skill.other), edge: amount(skill.edge_per_100 * (chosen.unit || 1), set), n: written(skill.n_star), low: written(skill.n_star_low),
      high: skill.n_star_high === null ? say("skill_open") : written(skill.n_star_high), share: share(of.hands / (of.hands + skill.n_star)),
    });
  }
}

function fillWho(set) {
  const unit = chosen.unit || 1;
  const known = ({ low, high, needed }, times) => (low !== null ? ` (${ends(written(low * times), written(high * times))})`
    : needed !== null ? ` (${say("who_few", { needed: rough(needed) })})` : "");
  const lineups = chosen.lineups;
  const alike = lineups.filter((each) => each.players === lineups[0].players); // at one table, so that only who plays differs
  const values = (alike.length > 1 ? alike : lineups).map((each) => each.value);
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) => amount(value * unit, set));
  part("who").textContent = (lineups.length > 1 ? say("who_many", { times: written(Math.max(...values) / Math.min(...values), 1), low, high })
    : say("who_one", { lineup: lineupText(lineups[0]?.lineup ?? "") }));
  part("who").parentElement.hidden = !lineups.length;
  part("who-table").replaceChildren(...(lineups.length > 1 ? [table(
    [say("who"), say("who_hour"), say("who_sample"), say("usual"), say("gone")],
    lineups.map((each) => {
      const of = chosen.evenings.find((game) => game.lineup === each.lineup && game.players === each.players)?.hours[set.hours];
      return [
        `${lineupText(each.lineup)} (${each.players})`,
        `${amount(each.value * unit, set)}${known(each, unit * worth(set))}`, written(each.effective),
        of ? either(of.usual[0], set) : "–", of ? share(between(of.gone[0], set.stack)) : "–",
      ];
    }),
  )] : []));
}

function fillRules() {
  const rules = chosen.rules;
  part("rules").hidden = !rules;
  if (!rules) return;
  part("board").textContent = rules.board.join("\n");
  part("board").hidden = !rules.board.length;
  for (const place of card.querySelectorAll("[data-part^=rule-]")) {
    const sentences = [rules[place.dataset.part.slice(5)]].flat().filter(Boolean);
    place.replaceChildren(...sentences.map((sentence) => make("p", sentence)));
    place.parentElement.hidden = !sentences.length;
  }
}
