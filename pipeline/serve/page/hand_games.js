// The game of a hand and what the dealer adds, by tapping, or by a finger that slides on to the level.

import { add, adds, composer, draft, reset, tap } from './draft.js'
import { $, button, el } from './dom.js'
import { additionsSheet, gamesSheet } from './games.js'
import { isEmpty, lineOf } from './line.js'
import { recall, remember } from './memory.js'
import { net } from './net.js'
import { language, t } from './words.js'

const FAVOURITES = ['seven-card-stud', 'straight-poker', 'texas-holdem', 'three-card-draw', 'guts', 'seven-twenty-seven',
  'five-card-stud', 'omaha', 'criss-cross', 'spit-in-the-ocean', 'mississippi-ratfuck', 'follow-the-queen', 'poker-32', 'poker-dice']
const SLOTS = 14
const SLIDES = 24 // pixels from which a finger on a game slides; one that taps may tremble

const nameOf = (game) => (language === 'da' && game.name_da) || game.name

/** The games on the buttons: each keeps its place; a new one takes the place of the one not played for longest. */
function slots(known) {
  const kept = JSON.parse(recall('slots') ?? 'null') ?? FAVOURITES.filter((id) => known.has(id))
  const played = [...new Set([draft.hand.game && [...known.values()].find((game) => game.alias === draft.hand.game)?.id, ...net.state.games].filter(Boolean))]
  for (const id of played.slice(0, SLOTS)) {
    if (kept.includes(id)) continue
    const longest = kept.reduce((worst, one) => (age(played, one) > age(played, worst) ? one : worst), kept[0])
    if (kept.length < SLOTS) kept.push(id)
    else kept[kept.indexOf(longest)] = id
  }
  remember('slots', JSON.stringify(kept))
  return kept.filter((id) => known.has(id))
}

const age = (played, id) => (played.includes(id) ? played.indexOf(id) : Infinity)

function pick(game) {
  return tap(() => {
    draft.hand.game = draft.hand.game === game.alias ? '' : game.alias
    if (game.in_or_out && draft.hand.game && !draft.hand.level) draft.hand.level = String(game.stake)
    draft.pad = { of: null, fresh: true }
    draft.step = 'level'
  }, game.alias)
}

export function drawGames(known, phone) {
  const last = known.get(net.state.last_game)
  const buttons = slots(known).map((id) => known.get(id)).map((game) => button(
    [el('b', {}, game.alias), el('small', {}, nameOf(game))], pick(game), { 'aria-pressed': String(draft.hand.game === game.alias), 'data-game': game.id },
  ))
  const same = button([el('b', {}, '.'), el('small', {}, last ? t('same', { game: last.alias }) : t('same_none'))],
    tap(() => { draft.hand.game = ''; draft.step = 'level' }, '.'), { 'aria-pressed': String(!draft.hand.game && !isEmpty(draft.hand)), disabled: !last, 'data-game': '.' })
  const find = button([el('b', {}, '⌕'), el('small', {}, t('search'))], () => gamesSheet(phone, nameOf, (game) => pick(game)()), { 'data-do': 'search' })
  $('games').replaceChildren(...buttons, same, find)
  $('begin').replaceChildren(
    button(t('bet_by_bet'), () => composer.write(`: ${lineOf(draft.hand)}`), { 'data-do': 'bet-by-bet' }), button(t('clear'), reset, { 'data-do': 'clear-all' }),
  )
}

/** Below the games: while nothing is tapped, the game that this dealer calls most often (else the same game again), with its
levels, in one tap; then what the dealer adds. */
export function drawAdditions(phone) {
  const { usual } = net.state
  if (isEmpty(draft.hand) && !adds() && usual) {
    const game = phone.games.find((one) => one.id === usual.game)
    const call = (level) => () => {
      if (!usual.is_same) Object.assign(draft.hand, { game: game.alias, additions: [...usual.additions] })
      draft.hand.level = String(level)
    }
    const name = (level) => (usual.is_same ? { 'data-again': level } : { 'data-usual': [usual.game, ...usual.additions, level].join(' ') })
    $('adds').className = 'levels'
    $('adds').replaceChildren(...usual.levels.map((level) => button([el('b', {}, String(level)), el('small', {}, usual.is_same ? `. ${game?.alias ?? ''}` : [game?.alias, ...usual.additions].join(' '))],
      tap(call(level), '', false, 'level'), { class: 'step', ...name(level) })))
    return
  }
  $('adds').className = ''
  const toggle = (word) => tap(() => {
    draft.hand.additions = draft.hand.additions.includes(word) ? draft.hand.additions.filter((one) => one !== word) : [...draft.hand.additions, word]
  }, word)
  const chosen = draft.hand.additions.filter((word) => word !== 'hilo' && word !== 'spade')
  const shown = [['hilo', t('hilo')], ['spade', t('spade')]].map(([word, text]) =>
    button(text, toggle(word), { 'aria-pressed': String(draft.hand.additions.includes(word)), 'data-add': word }))
  const wild = chosen.find((word) => word.startsWith('wild'))
  const others = chosen.filter((word) => word !== wild)
  const open = () => additionsSheet(phone, draft.hand, adds() ? (word) => add(word) : null, () => draft.redraw(true))
  shown.push(
    button(wild ?? t('wild'), open, { 'aria-pressed': String(!!wild), 'data-do': 'wild' }),
    button(others.join(' ') || t('adds'), open, { 'aria-pressed': String(others.length > 0), 'data-do': 'adds' }),
  )
  $('adds').replaceChildren(...shown)
}

/** A finger that slides from a game to its level: the numbers show once it moves, and it ends on one, or on `…`. */
export function slideToLevel() {
  let game = null
  let start = null
  return {
    ontouchstart: (event) => {
      game = adds() ? null : event.target.closest('[data-game]:enabled')
      start = event.touches[0]
    },
    ontouchmove: (event) => {
      const { clientX, clientY } = event.touches[0]
      if (!game || Math.hypot(clientX - start.clientX, clientY - start.clientY) < SLIDES) return
      game.ontouchend = (end) => { // the button itself hears of it, for it has left the page by then
        const { clientX: x, clientY: y } = end.changedTouches[0]
        if (end.cancelable) end.preventDefault()
        document.elementFromPoint(x, y)?.closest('#pad button')?.click()
      }
      if (game.getAttribute('aria-pressed') === 'true') { draft.step = 'level'; draft.redraw() } else game.click()
      game = null
    },
  }
}
