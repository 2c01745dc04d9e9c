// Ranks of cards, and games by any of their names.

export const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A']
const fold = (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase().replace(/ø/g, 'o').replace(/æ/g, 'ae').replace(/[^a-z0-9]/g, '')

/** The games that match a search, first those whose name begins with it; all games for an empty search. */
export function found(games, wanted) {
  const key = fold(wanted)
  const rank = (game) => {
    const names = [game.alias, game.id, game.name, game.name_da, ...game.aliases].map(fold)
    if (names.includes(key)) return 0
    if (names.some((name) => name.startsWith(key))) return 1
    return names.some((name) => name.includes(key)) ? 2 : 3
  }
  const begin = games.filter((game) => rank(game) < 2)
  if (key && begin.length) games = begin
  const ranked = games.map((game) => [rank(game), game]).filter(([order]) => !key || order < 3)
  return ranked.sort(([one], [other]) => one - other).map(([, game]) => game)
}

/** Whether this is exactly a game's name. */
export const isNamed = (game, wanted) => [game.alias, game.id, game.name, game.name_da, ...game.aliases].map(fold).includes(fold(wanted))
