/* A hand as a table seen from above, one action at a time. */

const SVG = "http" + "://www.w3.org/2000/svg"; // a name, not an address
const WIDE = { width: 720, height: 470, felt: [230, 122], seats: [292, 172], bets: [178, 88], row: 150, board: 200 };
const NARROW = { width: 400, height: 556, felt: [104, 168], seats: [150, 218], bets: [70, 110], row: 100, board: 100 };
const READABLE = 20; // of a card that another one covers
const SPREAD = 150; // seven cards of which each can be read
const narrow = matchMedia("(max-width: 40rem)");

function shape(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function sentence({ phrase, seat, chips, has, to, card }, names) {
  return fill(phrase, { to: has ? inUnit(to) : "", player: names.get(seat) ?? texts.dealer, chips: has ? inUnit(Math.abs(chips)) : "", card: card?.join("") ?? texts.card });
}

/* The table after some actions: cards, chips of the round, folded players. Cards that no action dealt lie there from the
   beginning, where they are known. */
function tableAfter(steps, seats) {
  const order = seats.map(([seat]) => seat);
  const closed = (cards = []) => cards.map((card) => ({ card, open: false }));
  const state = { board: [], seats: new Map(seats.map(([seat, , cards]) => [seat, { cards: closed(cards), bet: 0, paid: 0, folded: false }])) };
  const drop = (cards, card) => { const at = cards.findIndex((each) => each.card === card); if (at >= 0) cards.splice(at, 1); };
  let inRound = null;
  for (const { kind, seat, chips, card, round } of steps) {
    const mine = state.seats.get(seat) ?? { cards: [], bet: 0, paid: 0 };
    if (inRound !== round) for (const each of state.seats.values()) each.bet = 0;
    inRound = round;
    mine.bet += chips;
    mine.paid += chips;
    if (["deal_closed", "deal_unseen"].includes(kind)) mine.cards.push({ card, open: false });
    else if (kind === "deal_open") mine.cards.push({ card, open: true });
    else if (kind === "lay_closed") state.board.push({ card, open: false });
    else if (kind === "lay_open") state.board.push({ card, open: true });
    else if (["turn_board", "turn_own"].includes(kind)) {
      const cards = kind === "turn_board" ? state.board : mine.cards;
      const turned = cards.find((each) => each.card === card && !each.open);
      if (turned) turned.open = true; else cards.push({ card, open: true });
    } else if (["throw", "play_card", "play_trump"].includes(kind)) drop(mine.cards, card);
    else if (["pass_left", "pass_right"].includes(kind)) {
      drop(mine.cards, card);
      const next = order[(order.indexOf(seat) + (kind === "pass_left" ? 1 : order.length - 1)) % order.length];
      state.seats.get(next).cards.push({ card, open: false });
    } else if (FOLDS.includes(kind)) mine.folded = true;
  }
  return state;
}

/* The distance from each card to the next: if there is little room, faces stay readable and backs overlap. */
function cardSteps(isFace, room) {
  const covered = isFace.slice(0, -1);
  const step = Math.min(33, (room - 30) / Math.max(covered.length, 1));
  const faces = covered.filter(Boolean).length;
  const backs = covered.length - faces;
  if (step >= READABLE || !faces || !backs) return covered.map(() => step);
  const narrowest = (room - 30 - faces * READABLE) / backs;
  const face = narrowest < 4 ? (room - 30 - backs * 4) / faces : READABLE;
  return covered.map((is) => (is ? face : Math.max(narrowest, 4)));
}

/* The chances after some actions: those at the last card, as long as the same players are in. */
function chancesAfter({ streets }, count, state) {
  const [, parts] = streets.findLast(([done]) => done <= count) ?? [0, new Map()];
  const left = [...state.seats].filter(([, { folded }]) => !folded);
  return left.length === parts.size ? parts : new Map();
}
const percent = (part) => fill(texts.percent, { n: part });

function cardRow(cards, x, y, room, shown) {
  const isFace = cards.map(({ card, open }) => Boolean((open || shown) && card));
  const steps = cardSteps(isFace, room);
  let left = x - (steps.reduce((sum, step) => sum + step, 0) + 30) / 2;
  return cards.map(({ card }, i) => {
    const face = isFace[i];
    const group = shape("g", { class: face ? "card-face" : "card-back", transform: `translate(${left} ${y})` }, shape("rect", { width: 30, height: 42, rx: 4 }));
    if (!face) group.append(shape("path", { d: "M5 5H25V37H5ZM5 5L25 37M25 5L5 37" }));
    else {
      const [rank, suit] = card;
      const red = isRed(card) ? "red" : "";
      group.append(shape("text", { x: 3, y: 16, class: `rank ${red}`, ...(rank.length === 2 ? { textLength: 13, lengthAdjust: "spacingAndGlyphs" } : {}) }, rank), shape("text", { x: 4, y: 35, class: `suit ${red}` }, suit));
    }
    left += steps[i] ?? 0;
    return group;
  });
}

/* The picture after the first `count` steps of a hand; at the end, all known cards are shown, as in the table below it, and
   the pot is what goes on to the next hand. */
function drawTable(picture, hand, steps, count, size) {
  const { width, height, felt, seats: around, bets, row, board } = size;
  const order = hand.seats.map(([seat]) => seat);
  const [last, end] = [steps[count - 1], count === steps.length];
  const state = tableAfter(steps.slice(0, count), hand.seats);
  const chances = end ? new Map() : chancesAfter(hand, count, state);
  const [cx, cy] = [width / 2, height / 2 - 8];
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  picture.replaceChildren(shape("ellipse", { cx, cy, rx: felt[0], ry: felt[1], class: "felt" }));
  picture.append(...cardRow(state.board, cx, cy - 48, board, end));
  picture.append(shape("text", { x: cx, y: cy + (state.board.length ? 22 : 6), class: "pot" }, end && hand.pot_out ? fill(texts.carried, { chips: inUnit(hand.pot_out) }) : fill(texts.pot, { chips: inUnit(last?.pot ?? hand.pot_in) })));
  hand.seats.forEach(([seat, person], i) => {
    const [name, colour] = people[person];
    const angle = Math.PI / 2 + (2 * Math.PI * i) / order.length;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const [x, y] = [cx + around[0] * dx, cy + around[1] * dy];
    const mine = state.seats.get(seat);
    const group = shape("g", { class: `seat ${mine.folded ? "folded" : ""} ${last?.seat === seat ? "now" : ""}` });
    const room = end && !mine.folded ? Math.max(row, Math.min(SPREAD, width - 2 * Math.abs(x - cx) - 4)) : row; // no bet is in the way any more
    group.append(...cardRow(mine.cards, x, y - 34, room, hand.streets.length || end)); // with chances, as on television
    group.append(shape("text", { x, y: y + 25, class: `seat-name ${colour}` }, name.length > 14 ? `${name.slice(0, 13)}…` : name));
    const net = end ? figureOf(hand, i, "net") : -mine.paid; // in the end what it brought
    const said = [
      ...(net ? [shape("tspan", {}, `${net > 0 ? "+" : "−"}${inUnit(Math.abs(net))}`)] : []),
      ...(chances.has(seat) ? [shape("tspan", { class: "chance", dx: net ? 8 : 0 }, percent(chances.get(seat)))] : []),
    ];
    if (said.length) group.append(shape("text", { x, y: y + 41, class: `seat-paid ${end ? (net > 0 ? "gain" : "loss") : ""}` }, ...said));
    if (hand.dealer === seat) {
      const left = x - 14 - 4.2 * Math.min(name.length, 14);
      group.append(shape("circle", { cx: left, cy: y + 20, r: 8, class: "dealer" }), shape("text", { x: left, y: y + 24, class: "seat-paid" }, texts.deals));
    }
    picture.append(group);
    const [bx, by] = [cx + bets[0] * dx, cy + bets[1] * dy];
    if (end && hand.won.some(([each]) => each === seat)) {
      picture.append(shape("g", { class: "bet taken", style: `--dx:${cx - bx}px;--dy:${cy - by}px` },
        ...[8, 0, -8].map((up) => shape("circle", { cx: bx, cy: by + up, r: 9, class: `chip ${colour}` })))); // how many, the sentence above says
    }
    if (end || mine.bet <= 0) return;
    const moving = last?.seat === seat && last.chips > 0 ? "moving" : "";
    picture.append(shape("g", { class: `bet ${moving}`, style: `--dx:${(x - bx) / 2}px;--dy:${(y - by) / 2}px` },
      shape("circle", { cx: bx, cy: by, r: 7, class: `chip ${colour}` }), shape("text", { x: bx, y: by + 20 }, inUnit(mine.bet))));
  });
}

const figureOf = (hand, i, name) => { const at = hand.columns.findIndex((column) => columns[column][2] === name); return at < 0 ? 0 : hand.rows[i][at]; };

const unitName = () => units?.querySelector(":checked").nextElementSibling.textContent ?? texts.chips;

/* The winners, their chips and their melds. */
function outcomeOf({ won, ending, alone }, names) {
  const said = won.map(([seat, chips, meld]) => fill(meld ? texts.takes_with : texts.takes, { player: names.get(seat), chips: `${inUnit(chips)}\u202f${unitName()}`, meld }));
  return said.length ? `${[...said, ...(alone ? [texts.alone] : [])].join("; ")}.` : ending;
}

/* The chances of the player who won the most, street by street. */
function pathOf(hand, steps, names) {
  const { won, streets } = hand;
  const rounds = streets.map(([done]) => steps[done - 1]?.round);
  const path = won.length ? streets.filter((_, i) => rounds[i] !== rounds[i - 1]).map(([, parts]) => parts.get(won[0][0]) ?? 0) : [];
  while (path.at(-1) === 100) path.pop();
  return path.length ? fill(hand.guessed ? texts.path_guessed : texts.path, { player: names.get(won[0][0]), chances: path.map(percent).join(" → ") }) : "";
}

/* The chips that each player put in and took out. */
function resultOf(hand) {
  const heading = (column) => make("th", columns[column][0], { class: columns[column][1], scope: "col" });
  const cell = (value, column) => {
    const [, kind, name] = columns[column];
    const chips = typeof value === "number";
    const [sign, tint] = name !== "net" || !value ? ["", ""] : value > 0 ? ["+", "gain"] : ["−", "loss"];
    return make("td", chips ? sign + inUnit(Math.abs(value)) : withCards(value), { class: `${kind} ${tint}`.trim() });
  };
  const name = ([, person]) => make("th", make("span", people[person][0], { class: `player ${people[person][1]}` }), { scope: "row", class: "text" });
  const head = make("tr", [make("th", texts.player, { class: "text", scope: "col" }), ...hand.columns.map(heading)]);
  const rows = hand.seats.map((seat, i) => make("tr", [name(seat), ...hand.rows[i].map((value, j) => cell(value, hand.columns[j]))]));
  const caption = fill(texts.result, { unit: unitName() });
  const table = make("table", [make("caption", make("span", caption)), make("thead", head), make("tbody", rows)]);
  return make("div", table, { class: "scroll", role: "group", tabindex: 0, "aria-label": caption });
}

/* A card in a text, as `small_cards` of reports/components/cards.py. */
const smallCard = (card) => make("i", card.join(""), isRed(card) ? { class: "red" } : {});
const smallCards = (cards) => make("span", cards.flatMap((card, i) => [i ? " " : "", smallCard(card)]), { class: "cards" });
const withCards = ({ text, cards }) => [text, ...(cards.length ? [text ? " " : "", smallCards(cards)] : [])];

function replayer(replay) {
  if (replay.classList.contains("ready") || replay.closest("details:not([open])")) return;
  replay.classList.add("ready");
  const hand = handOf.get(numberOf(replay.closest(".hand")));
  const { steps } = hand;
  const names = new Map(hand.seats.map(([seat, person]) => [seat, people[person][0]]));
  const picture = shape("svg", { role: "img", tabindex: 0, "aria-label": texts.table });
  const output = make("output", "");
  const odds = pathOf(hand, steps, names);
  const path = make("p", odds, { class: "quiet" });
  const bar = make("div", "", { class: "control" });
  const grouped = ({ kind }) => (/^(deal|lay)_/.test(kind) ? "dealt" : kind === "ante" ? "ante" : null); // one press for all
  const stops = [...steps.keys(), steps.length].filter((i) => !(steps[i - 1] && steps[i] && grouped(steps[i]) && grouped(steps[i - 1]) === grouped(steps[i])));
  let at = steps.length; // number of steps shown
  let timer = null;
  const button = (text, act, attributes = {}) => {
    const made = make("button", text, { type: "button", ...attributes });
    made.addEventListener("click", () => { if (act !== toggle) stop(); act(); });
    bar.append(made);
    return made;
  };
  const stop = () => { clearInterval(timer); timer = null; play.textContent = texts.play; };
  const show = (count) => {
    const before = at;
    at = Math.max(0, Math.min(count, steps.length));
    picture.classList.toggle("forward", at > before); // chips slide as the hand goes on, not as it opens or is drawn again
    const ended = at === steps.length;
    drawTable(picture, hand, steps, at, narrow.matches ? NARROW : WIDE);
    const many = at > 1 && grouped(steps[at - 1]) && grouped(steps[at - 1]) === grouped(steps[at - 2]);
    output.className = ended ? "lead" : "";
    output.textContent = ended ? outcomeOf(hand, names) : !at ? "" : many && grouped(steps[at - 1]) === "dealt" ? texts.dealt : many ? texts.antes : sentence(steps[at - 1], names);
    path.hidden = !ended || !odds;
    backward.disabled = !at;
    if (ended && bar.contains(document.activeElement)) play.focus({ preventScroll: true });
    bar.classList.toggle("ended", ended);
    replay.closest(".hand").classList.toggle("open-ended", !ended); // the result isn't told before the hand is over
    if (ended) stop();
  };
  const toNextRound = () => {
    const round = steps[at]?.round;
    const next = steps.findIndex((step, i) => i > at && step.round !== round);
    show(next < 0 ? steps.length : next);
  };
  const on = () => show(stops.find((stop) => stop > at) ?? steps.length);
  const back = () => show(stops.findLast((stop) => stop < at) ?? 0);
  const toggle = () => {
    if (timer) { stop(); return; }
    if (at === steps.length) show(0);
    play.textContent = texts.pause;
    timer = setInterval(() => (replay.checkVisibility() ? on() : stop()), 700);
  };
  const play = button(texts.play, toggle, { "data-pause": texts.pause });
  const step = (text, act, label) => button(text, act, { class: "step", ...(label && { "aria-label": label, title: label }) });
  const backward = step("‹", back, texts.back);
  step("›", on, texts.on);
  step(texts.street, toNextRound);
  step(texts.end, () => show(steps.length));
  replay.addEventListener("keydown", (event) => {
    if (event.key === " " && event.target.tagName !== "BUTTON") {
      event.preventDefault();
      toggle();
      return;
    }
    const act = {
      ArrowRight: on, ArrowLeft: back, ArrowDown: toNextRound, Home: () => show(0), End: () => show(steps.length),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    stop();
    act();
  });
  narrow.addEventListener("change", () => show(at));
  units?.addEventListener("change", () => { show(at); replay.querySelector(".scroll").replaceWith(resultOf(hand)); });
  replay.append(output, picture, path, bar, resultOf(hand));
  if (hand.streets.length) replay.append(make("p", [texts.chance, ...(hand.guessed ? [" ", texts.guessed] : [])], { class: "quiet" }));
  show(steps.length);
}

/* For print: the table after each round, and the actions of the round. */
function framesOf(replay) {
  const hand = handOf.get(numberOf(replay.closest(".hand")));
  const { steps } = hand;
  const names = new Map(hand.seats.map(([seat, person]) => [seat, people[person][0]]));
  const frames = make("div", "", { class: "frames" });
  let begun = 0;
  steps.forEach((step, i) => {
    if (i + 1 < steps.length && steps[i + 1].round === step.round) return;
    const picture = shape("svg", {});
    drawTable(picture, hand, steps, i + 1, NARROW);
    const acts = steps.slice(begun, i + 1).filter(({ kind }) => !kind.startsWith("deal_"));
    const caption = make("figcaption", [make("b", fill(texts.round, { no: step.round })), " ", acts.map((act) => sentence(act, names)).join("; ")]);
    frames.append(make("figure", [picture, caption]));
    begun = i + 1;
  });
  return frames;
}
