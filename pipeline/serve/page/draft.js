// The hand that is being tapped, and its line of the log; an unsent one survives a reload. `hand.js` draws it.

import { lineOf, newHand, recordOf } from './line.js'
import { recall, remember } from './memory.js'
import { net } from './net.js'

export const draft = {
  hand: newHand(),
  touched: null, // the player touched last: marks and melds are theirs
  pad: { of: null, fresh: true }, // whom the pad's number is of; null is the level
  step: 'game', // what the part of the screen below the players is for: 'game', 'level' or 'hand'
  more: false, // whether what players seldom do is shown
  own: '', // a line that was typed or changed by hand: taps add to it then
  isOwn: false,
  isRefused: false, // the line was refused: a tap begins a new hand instead of adding to it
  back: 0, // how many lines at the top came back, since they weren't logged
  sent: null, // the hand that was sent last, to be put back if it is refused
  redraw: () => {},
}

restore()

/** The current line, for other modules to fill in or to empty. */
export const composer = {
  write(text) { typed(text); net.onchange() },
  clear(text) { if (!text || text === current().trim()) reset() },
  /** Write a line, unless another was begun. */
  suggest(text) { if (!current()) this.write(text) },
  /** Put a line back that wasn't logged: before what was begun meanwhile, after others that came back. */
  putBack(text, isRefused = true) {
    const now = current().trim()
    if (!now && draft.sent?.text === text) ({ hand: draft.hand, touched: draft.touched } = draft.sent)
    else if (now !== text) {
      const lines = now ? now.split('\n') : []
      lines.splice(draft.back, 0, text)
      Object.assign(draft, { own: lines.join('\n'), isOwn: true })
    }
    draft.isRefused = isRefused && draft.isOwn && !draft.own.includes('\n')
    draft.back += text.split('\n').length
    net.onchange()
  },
  /** Drop the lines that came back. */
  dropBack() {
    const rest = draft.isOwn ? draft.own.split('\n').slice(draft.back).join('\n') : ''
    if (rest) this.write(rest)
    else reset()
  },
  /** Remember the entry that the server made of a line. */
  answered(key, entry) { if (draft.sent?.key === key) draft.sent.entry = entry },
  /** Show the hand that this phone sent last again, after it was taken back. */
  takeBack({ key, entry }) {
    if (!draft.sent || !(key ? draft.sent.key === key : draft.sent.entry === entry) || current()) return
    ;({ hand: draft.hand, touched: draft.touched } = draft.sent)
    draft.step = 'level'
    net.onchange()
  },
  get hand() { return draft.hand },
  get hasBack() { return draft.back > 0 },
}

/** Store the unsent line, so that it survives a reload. */
export function save() {
  remember('unsent', JSON.stringify({ hand: draft.hand, touched: draft.touched, own: draft.own, isOwn: draft.isOwn }))
}

function restore() {
  try {
    const unsent = JSON.parse(recall('unsent') ?? '{}')
    draft.hand = { ...draft.hand, ...unsent.hand }
    draft.touched = unsent.touched ?? null
    draft.own = unsent.own ?? ''
    draft.isOwn = unsent.isOwn ?? false
  } catch { remember('unsent') }
}

export const current = () => (draft.isOwn ? draft.own : lineOf(draft.hand))

/** Make a text the current line, in place of a hand. */
export function typed(text) {
  Object.assign(draft, { own: text, isOwn: true, isRefused: false, back: 0 })
}

export function reset() {
  draft.hand = newHand()
  draft.touched = null
  draft.pad = { of: null, fresh: true }
  draft.step = 'game'
  draft.more = false
  draft.own = ''
  draft.isOwn = draft.isRefused = false
  draft.back = 0
  draft.redraw()
}

/** Whether taps add words to a line instead of changing a hand: the line was typed, or a hand is logged bet by bet. */
export const adds = () => draft.isOwn || net.state.bet_by_bet

export function add(word, glued = false) {
  const text = current()
  draft.own = `${text}${glued || !text || text.endsWith(' ') ? '' : ' '}${word}`
  draft.isOwn = true
  draft.redraw(true)
}

/** Change the hand by a tap, or add a word to the line; `next` is the part that the screen shows then. */
export const tap = (change, word, glued = false, next = draft.step) => () => {
  if (draft.isRefused) reset()
  draft.step = next
  if (adds()) add(word, glued)
  else { change(); draft.redraw(true) }
}

/** The game of the hand: the last hand's if none was tapped. */
export const gameOf = (phone) => phone.games.find((one) => (draft.hand.game ? one.alias === draft.hand.game : one.id === net.state.last_game))

/** Whether the line can be sent: it was typed, or the hand has an end. */
export const isComplete = () => (adds() ? current().trim() !== '' : draft.hand.wins.length > 0 || draft.hand.ending !== '')

/** Whether winners declare high or low. */
export const declares = (game) => game?.share.startsWith('declared') || draft.hand.additions.includes('hilo') || (!draft.hand.game && net.state.last_additions.includes('hilo'))

/** The number that the pad shows. */
export function number() {
  if (!draft.pad.of) return draft.hand.level
  return recordOf(draft.hand, draft.pad.of.handle)?.[draft.pad.of.field] ?? ''
}

export function setNumber(text) {
  if (!draft.pad.of) draft.hand.level = text
  else { const one = recordOf(draft.hand, draft.pad.of.handle); if (one) one[draft.pad.of.field] = text }
  draft.pad.fresh = false
}
