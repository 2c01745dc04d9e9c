/* The hands of a night, from the columns that the page holds (reports/components/replays.py). */

const { texts, kinds, deck, people, columns, hands, ...packedNight } = await unpacked(document.getElementById("night-data"));
const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/* `As` as its rank and its suit; a joker, say, has no suit. */
function faceOf(card) {
  const suit = SUITS[card.slice(-1)];
  return suit ? [card.slice(0, -1).replace("T", "10"), suit] : [card, ""];
}

const handOf = new Map(hands.map((hand) => [hand.no, hand]));
{
  const { seats, chips, cards, figures } = packedNight;
  let [seatAt, chipsAt, cardAt] = [0, 0, 0];
  const figureAt = columns.map(() => 0);
  const zero = "0".charCodeAt(0);
  /* What, who, how many chips, which card, and after it the pot and what the player has bet in the round. */
  const stepsOf = ({ acts, pot_in: potIn }) => {
    let pot = potIn;
    return acts.split("/").flatMap((said) => {
      const [, round, letters] = said.match(/^(-?\d+)(.*)$/s);
      const bets = {};
      return [...letters].map((letter) => {
        const [kind, phrase, has, shows] = kinds[letter.charCodeAt(0) - "A".charCodeAt(0)];
        const seat = seats.charCodeAt(seatAt++) - zero;
        const put = has ? chips[chipsAt++] : 0;
        pot += put;
        bets[seat] = (bets[seat] ?? 0) + put;
        const card = shows ? cardOf(cards, cardAt++) : undefined;
        return { round: Number(round), kind, phrase, seat, chips: put, has, to: bets[seat], card, pot };
      });
    });
  };
  const cardOf = (letters, at = 0) => deck[letters.charCodeAt(at) - zero];
  /* A value; what was held has its cards after a tab. */
  const valueOf = (value) => {
    if (typeof value === "number" || !value.includes("\t")) return value;
    const [meld, letters] = value.split("\t");
    return [...(meld ? [meld] : []), ...[...letters].map((letter) => faceOf(cardOf(letter)).join(""))].join(" ");
  };
  for (const hand of hands) {
    if (!hand.acts) continue;
    hand.steps = stepsOf(hand);
    hand.rows = hand.seats.map(() => []);
    for (const column of hand.columns) for (const row of hand.rows) row.push(valueOf(figures[column][figureAt[column]++]));
  }
}
