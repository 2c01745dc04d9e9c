/* The log of a night's hands: filters by player and game, opens and replays hands, and moves to the next one. */

const numberOf = (hand) => Number(hand.id.slice("hand-".length));

for (const log of document.querySelectorAll(".hands")) {
  const all = [...log.querySelectorAll(".hand")];
  const choices = [...log.querySelectorAll("[data-narrows]")];
  const narrowLog = () => {
    const [player, game] = choices.map(({ value }) => value);
    for (const each of all) {
      const hand = handOf.get(numberOf(each));
      each.hidden = !((!player || hand.players.some((one) => packedNight.players[one] === player)) && (!game || packedNight.games[hand.game] === game));
    }
    const left = all.filter((hand) => !hand.hidden).length;
    log.querySelector("output").textContent = left < all.length ? `${left} / ${all.length}` : "";
  };
  choices.forEach((choice) => choice.addEventListener("change", narrowLog));
}

/* The parts of an opened hand: the replay, and links to the hands before and after it. */
function opened(hand) {
  let replay = hand.querySelector(".replay");
  if (!replay && handOf.get(numberOf(hand)).acts) {
    replay = make("div", [], { class: "replay" });
    hand.append(replay);
  }
  if (replay) replayer(replay);
  hand.querySelectorAll(".way").forEach((way) => way.remove());
  const shown = [...hand.parentElement.querySelectorAll(".hand")].filter((each) => !each.hidden || each === hand);
  const ways = [[-1, texts.before], [1, texts.after]].flatMap(([by, text]) => {
    const next = shown[shown.indexOf(hand) + by];
    if (!next) return [];
    const button = make("button", fill(text, { no: numberOf(next) }), { type: "button" });
    button.addEventListener("click", () => {
      [hand.open, next.open] = [false, true];
      history.replaceState(null, "", `#${next.id}`);
      next.scrollIntoView();
      next.querySelector("summary").focus({ preventScroll: true });
    });
    return [button];
  });
  const way = make("span", ways, { class: "way" });
  if (replay) replay.querySelector(".control").append(way);
  else hand.append(make("p", way, { class: "control way" }));
}
document.addEventListener("toggle", ({ target }) => {
  if (target.matches?.(".hand") && target.open) opened(target);
}, true);
document.querySelectorAll(".hand[open]").forEach(opened);

addEventListener("beforeprint", () => document.querySelectorAll(".hand[open] .replay").forEach((replay) => replay.append(framesOf(replay))));
addEventListener("afterprint", () => document.querySelectorAll(".frames").forEach((frames) => frames.remove()));
