/* The hands of a night, from the columns that the page holds (reports/components/replays.py). */

const { texts, kinds, deck, people, columns, hands, ...packedNight } = await unpacked(document.getElementById("night-data"));
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
        const card = shows ? deck[cards.charCodeAt(cardAt++) - zero] : undefined;
        return { round: Number(round), kind, phrase, seat, chips: put, has, to: bets[seat], card, pot };
      });
    });
  };
  for (const hand of hands) {
    if (!hand.acts) continue;
    hand.steps = stepsOf(hand);
    hand.rows = hand.seats.map(() => []);
    for (const column of hand.columns) for (const row of hand.rows) row.push(figures[column][figureAt[column]++]);
  }
}
