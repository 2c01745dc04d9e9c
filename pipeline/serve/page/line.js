// A hand that is being tapped, and its line of the log. Pure: no page, no network.

export const newHand = () => ({
  game: '', additions: [], level: '', counted: false, dealer: '', players: {}, wins: [], pot: 0, board: 0, ending: '',
})

/** The line of a hand; "" if nothing was tapped. */
export function lineOf(hand) {
  if (isEmpty(hand)) return ''
  const words = [`${hand.dealer ? `${hand.dealer}:` : ''}${hand.game || '.'}`, ...hand.additions]
  if (hand.level) words.push(`${hand.counted ? '=' : ''}${hand.level}`)
  for (const [handle, one] of Object.entries(hand.players)) words.push(clauseOf(handle, one))
  words.push(...winsOf(hand.wins))
  if (hand.ending) words.push(hand.ending)
  return words.filter(Boolean).join(' ')
}

export const isEmpty = (hand) =>
  !hand.game && !hand.additions.length && !hand.level && !hand.wins.length && !hand.ending && !hand.dealer &&
  !Object.keys(hand.players).length

function clauseOf(handle, one) {
  const marks = `${one.peder ? '*' : ''}${one.shadow ? `/${one.shadow}` : ''}`
  const after = [one.half, one.meld].filter(Boolean).map((word) => ` ${word}`).join('')
  if (one.did === 'out') return `${handle}-`
  if (one.did === 'match') return `${handle}${marks}!${one.chips}${after}`
  if (one.did === 'fold') return `${handle}${one.chips || 0}${marks}${after}`
  return `${handle}${one.chips ? `=${one.chips}` : ''}${marks}${after}`
}

function winsOf(wins) {
  const words = []
  let board = 0
  let pot = 0
  const ordered = [...wins].sort((one, other) => one.board - other.board || one.pot - other.pot)
  for (const win of ordered) {
    if (win.board > board) { words.push('igen'); pot = 0 }
    if (win.pot > pot) words.push('side')
    board = win.board
    pot = win.pot
    words.push(`+${win.handle}${win.chips}${win.peder ? '*' : ''}${win.shadow ? `/${win.shadow}` : ''}`)
    words.push(win.half, win.meld)
  }
  return words.filter(Boolean)
}

/** The win of a player in the pot being logged. */
export const winOf = (hand, handle) =>
  hand.wins.find((win) => win.handle === handle && win.pot === hand.pot && win.board === hand.board)

/** A player's action or win, which marks and melds belong to. */
export const recordOf = (hand, handle) => hand.players[handle] ?? winOf(hand, handle) ??
  hand.wins.findLast((win) => win.handle === handle)

/** Tap a player as winner, or no longer. */
export function toggleWin(hand, handle) {
  const won = winOf(hand, handle)
  if (won) hand.wins = hand.wins.filter((win) => win !== won)
  else {
    hand.wins.push({ handle, pot: hand.pot, board: hand.board, chips: '', half: '', meld: '', shadow: '', peder: false })
    if (hand.players[handle] && hand.players[handle].did === 'fold') delete hand.players[handle]
    hand.ending = ''
  }
  return !won
}

/** Of two winners of a high/low game, the first gets the high and the other the low, unless they were tapped otherwise. */
export function shareHighLow(hand) {
  if (hand.wins.length !== 2 || hand.wins.some((win) => win.half)) return
  hand.wins[0].half = 'hi'
  hand.wins[1].half = 'lo'
}

/** The chips of the player who was last tapped as folded. */
export const lastFold = (hand) => Object.values(hand.players).findLast((one) => one.did === 'fold')?.chips

/** Tap a player as folded at some chips, or no longer. */
export function toggleFold(hand, handle, chips) {
  if (hand.players[handle]) { delete hand.players[handle]; return false }
  hand.wins = hand.wins.filter((win) => win.handle !== handle)
  hand.players[handle] = { did: 'fold', chips: String(chips), shadow: '', peder: false, half: '', meld: '' }
  return true
}

/** Say that a player did something else: stayed, sat out, matches. */
export function setDid(hand, handle, did) {
  const one = hand.players[handle] ?? { shadow: '', peder: false, half: '', meld: '' }
  const same = one.did === did
  if (did !== 'match' || !same) hand.wins = hand.wins.filter((win) => win.handle !== handle)
  if (same) delete hand.players[handle]
  else hand.players[handle] = { ...one, did, chips: '' }
}

/** Press a key of the pad: a digit, or ⌫. `fresh` starts a new number. */
export const typed = (number, key, fresh) =>
  key === '⌫' ? number.slice(0, -1) : ((fresh ? '' : number) + key).replace(/^0+(?=\d)/, '').slice(0, 7)
