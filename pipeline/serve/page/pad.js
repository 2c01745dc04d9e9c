// The pad for the level or for a player's chips: whole numbers to tap, or digits.

import { add, adds, current, draft, number, reset, setNumber, tap } from './draft.js'
import { $, button, el } from './dom.js'
import { typed } from './line.js'
import { net } from './net.js'
import { t } from './words.js'

const NUMBERS = 18

function padName() {
  if (!draft.pad.of) return t(draft.hand.counted ? 'counted' : 'level')
  const name = net.state.table.find((place) => place.handle === draft.pad.of.handle)?.name ?? draft.pad.of.handle
  const one = draft.hand.players[draft.pad.of.handle]
  const what = draft.pad.of.field === 'shadow' ? 'shadow_of' : one?.did === 'fold' ? 'folded_at' : one ? 'put_in' : 'share_of'
  return t(what, { name })
}

export function drawPad(game) {
  const of = button([el('small', {}, padName()), ' ', el('b', {}, number() || '–')], tap(() => { draft.pad = { of: null, fresh: true } }, ''), { class: 'of', 'data-do': 'level' })
  $('level').replaceChildren(of, button('✕', reset, { 'data-do': 'clear', 'aria-label': t('clear') }))
  if (!draft.pad.digits && !adds()) { drawNumbers(game); return }
  const digit = (key) => button(key, () => {
    if (!adds()) { setNumber(typed(number(), key, draft.pad.fresh && key !== '⌫')); draft.redraw(true); return }
    if (key !== '⌫') add(key, /[\d=/*,.+]$|[a-zæøå]$/i.test(current()))
    else { draft.own = draft.own.slice(0, -1).trimEnd(); draft.redraw(true) }
  }, { 'data-key': key })
  const counted = button('=', tap(() => { draft.hand.counted = !draft.hand.counted; draft.pad = { of: null, fresh: true } }, '='), { 'aria-pressed': String(draft.hand.counted), 'data-key': '=' })
  $('pad').replaceChildren(...'1234567890⌫'.split('').map(digit), counted, button('…', () => { draft.pad.digits = false; draft.redraw() }, { 'aria-pressed': 'true', 'data-key': '…' }))
}

/** Whole numbers to tap: the usual levels (or the stakes of a game that has only those), or a player's chips. */
function drawNumbers(game) {
  const levels = game?.has_betting === false ? Array.from({ length: NUMBERS }, (_, number) => game.stake * (number + 1)) : net.state.levels
  const numbers = draft.pad.of ? [...Array(NUMBERS).keys()] : levels
  $('pad').replaceChildren(
    ...numbers.map((value) => button(String(value), tap(() => setNumber(String(value)), String(value)), { class: 'step', 'aria-pressed': String(number() === String(value)), 'data-step': value })),
    button('…', () => { draft.pad.digits = true; draft.pad.fresh = true; draft.redraw() }, { class: 'others', 'data-key': '…' }))
}
