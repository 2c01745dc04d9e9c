/* The log of a night's hands: narrowed by player and game; opened, replayed, and left for the next one. */

for (const log of document.querySelectorAll(".hands")) {
  const all = [...log.querySelectorAll(".hand")];
  const choices = [...log.querySelectorAll("[data-narrows]")];
  const narrowLog = () => {
    for (const hand of all) {
      hand.hidden = !choices.every(({ value, dataset }) => !value || hand.dataset[dataset.narrows].split(" ").includes(value));
    }
    const left = all.filter((hand) => !hand.hidden).length;
    log.querySelector("output").textContent = left < all.length ? `${left} / ${all.length}` : "";
  };
  choices.forEach((choice) => choice.addEventListener("change", narrowLog));
}

/* What an opened hand has besides its figures: drawn cards, the replay, the way to the hands around it. */
function opened(hand) {
  hand.querySelectorAll(".replay").forEach(replayer);
  if (hand.dataset.ready) return;
  hand.dataset.ready = "yes";
  hand.querySelectorAll(".cards").forEach(drawCards);
  const shown = () => [...hand.parentElement.querySelectorAll(".hand")].filter((each) => !each.hidden || each === hand);
  const go = (by) => {
    const next = shown()[shown().indexOf(hand) + by];
    if (!next) return;
    [hand.open, next.open] = [false, true];
    history.replaceState(null, "", `#${next.id}`);
    next.scrollIntoView({ block: "nearest" });
    next.querySelector("summary").focus();
  };
  const ways = [[-1, texts.before], [1, texts.after]].map(([by, text]) => {
    const button = make("button", text, { type: "button" });
    button.addEventListener("click", () => go(by));
    return button;
  });
  hand.append(make("p", ways, { class: "control" }));
}
document.addEventListener("toggle", ({ target }) => {
  if (target.matches?.(".hand") && target.open) opened(target);
}, true);
document.querySelectorAll(".hand[open]").forEach(opened);

addEventListener("beforeprint", () => document.querySelectorAll(".hand[open] .replay").forEach((replay) => replay.append(framesOf(replay))));
addEventListener("afterprint", () => document.querySelectorAll(".frames").forEach((frames) => frames.remove()));
