// Marks of a player, parts of the pot, and the winner's meld.

import { add, adds, declares, draft, tap } from './draft.js'
import { $, button, el } from './dom.js'
import { recordOf, setDid, winOf } from './line.js'
import { net } from './net.js'
import { rankSheet } from './ranks.js'
import { MELDS, language, t } from './words.js'

export function drawMarks(game) {
  const one = draft.touched && recordOf(draft.hand, draft.touched)
  const made = []
  const mark = (name, word, pressed, change, glued = true) => made.push(
    button(t(name), tap(change, word, glued), { 'aria-pressed': String(!!pressed), disabled: !adds() && !draft.touched, 'data-mark': name }))
  const did = (what) => () => {
    setDid(draft.hand, draft.touched, what)
    const set = draft.hand.players[draft.touched]
    draft.pad = { of: set && what === 'stay' ? { handle: draft.touched, field: 'chips' } : null, fresh: true }
    if (draft.pad.of) draft.step = 'level'
  }
  const field = (name) => () => { if (recordOf(draft.hand, draft.touched)) { draft.pad = { of: { handle: draft.touched, field: name }, fresh: true }; draft.step = 'level' } }
  const set = (name, value) => () => { const it = recordOf(draft.hand, draft.touched); if (it) it[name] = it[name] === value ? (value === true ? false : '') : value }
  if (draft.more || adds() || (draft.touched && !winOf(draft.hand, draft.touched))) {
    mark('stayed', '=', one?.did === 'stay', did('stay'))
    mark('out', '-', one?.did === 'out', did('out'))
    if (!game || game.peder) mark('peder', '*', one?.peder, set('peder', true))
    if (!game || game.shadow) mark('shadow', '/', draft.pad.of?.field === 'shadow', field('shadow'))
    mark('share', '', winOf(draft.hand, draft.touched) && draft.pad.of?.field === 'chips', field('chips'))
  } else made.push(button(t('adds'), () => { draft.more = true; draft.redraw() }, { 'data-do': 'marks' }))
  if (declares(game) || game?.share.endsWith('eight')) {
    for (const [name, word] of [['hi', 'hi'], ['lo', 'lo'], ...(declares(game) ? [['both', language === 'da' ? 'begge' : 'both']] : [])]) mark(name, word, one?.half === word, set('half', word), false)
  }
  if (game?.spade || draft.hand.additions.includes('spade')) mark('spade', language === 'da' ? 'spar' : 'spade', one?.half === 'spar' || one?.half === 'spade', set('half', language === 'da' ? 'spar' : 'spade'), false)
  if (game?.counted) {
    const word = language === 'da' ? 'sum' : 'count'
    mark('count', word, one?.half === word, set('half', word), false)
  }
  if (game?.all_in) {
    mark('side', 'side', draft.hand.pot > 0, () => { draft.hand.pot += 1 }, false)
    mark('again', language === 'da' ? 'igen' : 'again', draft.hand.board > 0, () => { draft.hand.board = 1 - draft.hand.board; draft.hand.pot = 0 }, false)
    made.slice(-2).forEach((one) => { one.disabled = false })
  }
  const end = (word, name) => button(name, tap(() => { draft.hand.ending = draft.hand.ending === word ? '' : word; if (draft.hand.ending) draft.hand.wins = [] }, word),
    { 'aria-pressed': String(draft.hand.ending === word), 'data-end': word })
  $('marks').replaceChildren(...made, end('++', t('carries')), end('!nd', t('new_deal')))
}

export function drawMelds(game, sendIt) {
  const one = draft.touched && recordOf(draft.hand, draft.touched)
  const ends = endsHand(game)
  const set = (word) => (ends ? () => { one.meld = word; draft.redraw(true); sendIt() } : tap(() => { if (one) one.meld = one.meld === word ? '' : word }, word))
  const melds = MELDS[language].map((word) => button(ends ? [word, el('small', {}, '➤')] : word, set(word), {
    'aria-pressed': String(one?.meld === word || !!one?.meld?.startsWith(`${word}-`)), disabled: !adds() && !(one && one.did !== 'fold' && one.did !== 'out'), 'data-meld': word,
  }))
  melds.push(button(game?.counts ? '½' : '2–A', () => rankSheet(one, game, adds() ? (word) => add(word) : null, () => draft.redraw(true)),
    { disabled: !adds() && !one, 'data-do': 'ranks' }))
  $('melds').replaceChildren(...melds)
}

/** Whether the hand lacks only the winner's meld, so that tapping it sends the hand (shown by `➤`). */
function endsHand(game) {
  const [win, ...others] = draft.hand.wins
  return !adds() && net.role !== 'look' && !!win && !others.length && win.handle === draft.touched && !win.meld && !win.half && draft.hand.level !== '' &&
    !declares(game) && !game?.share.endsWith('eight') && !game?.spade && !draft.hand.additions.includes('spade')
}
