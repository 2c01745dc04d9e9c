/* The hands of a night, from the columns that the page holds (reports/components/replays.py). */

const { texts, kinds, deck, people, columns, hands, ...packedNight } = await unpacked(document.getElementById("night-data"));
const FOLDS = ["fold", "out", "sent_out"];
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const isRed = ([, suit]) => suit === "♥" || suit === "♦";

const handOf = new Map(hands.map((hand) => [hand.no, hand]));
{
  const { seats, chips, cards, chances, figures } = packedNight;
  let [seatAt, chipsAt, cardAt, chanceAt] = [0, 0, 0, 0];
  const figureAt = columns.map(() => 0);
  const zero = "0".charCodeAt(0);
  /* An action: its kind, seat, chips and card; then the pot and the player's bet of the round after it. */
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
  /* A card is a rank and a suit; a joker has no suit. */
  const cardOf = (letters, at = 0) => deck[letters.charCodeAt(at) - zero];
  /* The chances to win in percent, by seat, of the players who are in after `done` actions. */
  const chancesOf = ({ seats, steps }, done) => {
    const folded = new Set(steps.slice(0, done).filter(({ kind }) => FOLDS.includes(kind)).map(({ seat }) => seat));
    const left = seats.map(([seat]) => seat).filter((seat) => !folded.has(seat));
    return new Map(left.map((seat) => [seat, chances.charCodeAt(chanceAt++) - zero]));
  };
  const height = ([rank, suit]) => (suit ? RANKS.indexOf(rank) : 99);
  const cardsOf = (letters) => [...letters].map((letter) => cardOf(letter));
  /* A text such as a player's holding: a tab separates the meld from the cards, highest first; without letters they are the cards on the table. */
  const heldOf = (value, lying) => {
    const [text, letters] = value.split("\t");
    const cards = letters === undefined ? [] : letters ? cardsOf(letters) : lying;
    return { text, cards: [...cards].sort((a, b) => height(b) - height(a)) };
  };
  for (const hand of hands) {
    if (!hand.acts) continue;
    hand.steps = stepsOf(hand);
    hand.seats = hand.seats.map(([seat, person, letters = ""]) => [seat, person, cardsOf(letters)]);
    hand.streets = (hand.streets ?? []).map((done) => [done, chancesOf(hand, done)]);
    const lying = tableAfter(hand.steps, hand.seats).seats;
    hand.rows = hand.seats.map(() => []);
    for (const column of hand.columns) {
      hand.seats.forEach(([seat], i) => {
        const row = hand.rows[i];
        const next = () => figures[column][figureAt[column]++];
        const of = (name) => row[hand.columns.findIndex((each) => columns[each][2] === name)];
        const value = columns[column][2] === "net" ? of("won") - of("paid") : next();
        row.push(typeof value === "number" ? value : heldOf(value, lying.get(seat).cards.map(({ card }) => card)));
      });
    }
  }
}
