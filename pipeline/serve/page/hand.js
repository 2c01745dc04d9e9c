// A hand by tapping: the players, and below them what comes next: the game and what the dealer adds, the level or the
// chips of who folded, the winner's hand. It all ends in one line of the log, which is shown before it is sent and can
// be changed.

import { additionsSheet, gamesSheet } from './games.js'
import { $, button, el } from './dom.js'
import { isEmpty, lastFold, lineOf, newHand, recordOf, setDid, shareHighLow, toggleFold, toggleWin, typed, winOf } from './line.js'
import { recall, remember } from './memory.js'
import { net, send, takeBack } from './net.js'
import { rankSheet } from './ranks.js'
import { MELDS, command, language, t } from './words.js'

const FAVOURITES = ['seven-card-stud', 'straight-poker', 'texas-holdem', 'three-card-draw', 'guts', 'seven-twenty-seven',
  'five-card-stud', 'omaha', 'criss-cross', 'spit-in-the-ocean', 'mississippi-ratfuck', 'follow-the-queen', 'poker-32', 'poker-dice']
const SLOTS = 14
const NUMBERS = 18
const SLIDES = 24 // pixels from which a finger on a game slides; one that taps may tremble
const PANELS = { game: ['games', 'adds', 'begin'], level: ['level', 'pad'], hand: ['marks', 'melds'] }

let hand = newHand()
let touched = null // the player touched last: marks and melds are theirs
let pad = { of: null, fresh: true } // whom the pad's number is of; null is the level
let step = 'game' // what the part of the screen below the players is for: 'game', 'level' or 'hand'
let more = false // whether what players seldom do is shown
let own = '' // a line that was typed or changed by hand: taps add to it then
let isOwn = false
let isRefused = false // the line was refused: a tap begins a new hand instead of adding to it
let sent = null // the hand that was sent last, to be put back if it is refused
let redraw = () => {}

restore()

/** The line that is being made, for others to fill in or to empty. */
export const composer = {
  write(text) { own = text; isOwn = true; isRefused = false; net.onchange() },
  clear(text) { if (!text || text === current().trim()) reset() },
  refuse(text) {
    if (sent?.text === text) ({ hand, touched } = sent)
    else { own = text; isOwn = true; isRefused = true }
    net.onchange()
  },
  /** Know the entry that the server made of a line. */
  answered(key, entry) { if (sent?.key === key) sent.entry = entry },
  /** Put the hand that this phone sent last on the screen again, when it is taken back. */
  takeBack({ key, entry }) {
    if (!sent || !(key ? sent.key === key : sent.entry === entry) || current()) return
    ;({ hand, touched } = sent)
    step = 'level'
    net.onchange()
  },
  get hand() { return hand },
}

/** Keep the unsent line over a reload. */
function save() {
  remember('unsent', JSON.stringify({ hand, touched, own, isOwn }))
}

function restore() {
  try {
    const unsent = JSON.parse(recall('unsent') ?? '{}')
    hand = { ...hand, ...unsent.hand }
    touched = unsent.touched ?? null
    own = unsent.own ?? ''
    isOwn = unsent.isOwn ?? false
  } catch { remember('unsent') }
}

const current = () => (isOwn ? own : lineOf(hand))

function reset() {
  hand = newHand()
  touched = null
  pad = { of: null, fresh: true }
  step = 'game'
  more = false
  own = ''
  isOwn = isRefused = false
  redraw()
}

/** Whether taps add words to a line instead of changing a hand: it was typed, or a hand is logged bet by bet. */
const adds = () => isOwn || net.state.bet_by_bet

function add(word, glued = false) {
  const text = current()
  own = `${text}${glued || !text || text.endsWith(' ') ? '' : ' '}${word}`
  isOwn = true
  redraw(true)
}

/** Change the hand by a tap, or add a word to the line; `next` is what the screen is for then. */
const tap = (change, word, glued = false, next = step) => () => {
  if (isRefused) reset()
  step = next
  if (adds()) add(word, glued)
  else { change(); redraw(true) }
}

export function handTab(place, phone) {
  redraw = (isTap = false) => {
    if (phone.tab !== 'hand') return
    if (isTap && phone.answer && phone.answer.status !== 'draft') {
      phone.answer = null
      net.onchange()
    }
    handTab(place, phone)
  }
  place.className = net.state.question ? 'of-question' : 'of-hand'
  if (net.state.question) { drawQuestion(place); return }
  if (!$('line')) {
    place.replaceChildren(
      el('div', { id: 'steps' }), el('div', { id: 'players', ...swipe(phone) }),
      el('div', { id: 'panel', ...slideToLevel() }, Object.entries(PANELS).map(([name, parts]) => el('div', { 'data-panel': name }, parts.map((id) => el('div', { id }))))),
      el('form', { id: 'out', onsubmit: (event) => { event.preventDefault(); sendIt() } },
        el('textarea', { id: 'line', rows: 1, autocapitalize: 'off', autocomplete: 'off', autocorrect: 'off', spellcheck: 'false', enterkeyhint: 'send',
          onkeydown: (event) => { if (event.key === 'Enter' && !event.isComposing) { event.preventDefault(); sendIt() } },
          'aria-label': t('line'), oninput: (event) => { own = event.target.value; isOwn = own !== ''; isRefused = false; if (!own) reset(); else redraw() } }),
        el('button', { id: 'send' }),
      ),
    )
  }
  const known = new Map(phone.games.map((game) => [game.id, game]))
  const game = gameOf(phone)
  drawSteps()
  drawGames(known, phone)
  drawAdditions(phone)
  drawPlayers(game)
  drawMarks(game)
  drawMelds(game)
  drawPad(game)
  const line = $('line')
  if (line.value !== current()) line.value = current()
  line.rows = Math.min(line.value.split('\n').length, 6) // lines that were pasted
  line.placeholder = net.state.bet_by_bet ? net.state.asks : `7s 14 b3 +d ${language === 'da' ? 'hus' : 'full house'}`
  $('send').textContent = t('send')
  $('send').disabled = net.role === 'look' || !isComplete()
  save()
}

/** The game of the hand that is tapped: the last one where none was. */
const gameOf = (phone) => phone.games.find((one) => (hand.game ? one.alias === hand.game : one.id === net.state.last_game))

/** Whether the line can be sent: one that was typed, or a hand that has an end. */
const isComplete = () => (adds() ? current().trim() !== '' : hand.wins.length > 0 || hand.ending !== '')

const nameOf = (game) => (language === 'da' && game.name_da) || game.name

// --- what a new night is asked

function drawQuestion(place) {
  const question = net.state.question
  if (place.dataset.question === question.word && $('answer')) return
  place.dataset.question = question.word
  const answer = el('input', { id: 'answer', value: question.default, autocomplete: 'off', autocapitalize: 'words', 'aria-label': question.asked })
  place.replaceChildren(el('form', { class: 'question', onsubmit: (event) => {
    event.preventDefault()
    if (answer.value.trim()) send(`${question.word} ${answer.value.trim()}`)
  } }, el('p', {}, question.asked), answer, el('div', { class: 'grid three' }, question.choices.map((choice) =>
    button(choice, () => { answer.value = choice }, { 'data-choice': choice }))), el('button', { disabled: net.role !== 'banker' }, t('send'))))
}

// --- what comes next

/** A button for each part of a hand, with what it says so far; the part that is open stands below the players. */
function drawSteps() {
  const one = touched && recordOf(hand, touched)
  const said = {
    game: [hand.game || (isEmpty(hand) ? '–' : '.'), ...hand.additions].join(' '),
    level: number() || '–',
    hand: one?.meld || '–',
  }
  for (const panel of $('panel').children) panel.hidden = panel.dataset.panel !== step
  $('tab').dataset.open = step
  $('steps').replaceChildren(...Object.keys(PANELS).map((name) => button([el('small', {}, t(`step_${name}`)), el('b', {}, said[name])],
    () => { step = name; redraw() }, { 'aria-pressed': String(step === name), 'data-step-of': name })))
}

// --- the game

/** The games on the buttons: each keeps its place; a new one takes the place of the one not played for longest. */
function slots(known) {
  const kept = JSON.parse(recall('slots') ?? 'null') ?? FAVOURITES.filter((id) => known.has(id))
  const played = [...new Set([hand.game && [...known.values()].find((game) => game.alias === hand.game)?.id, ...net.state.games].filter(Boolean))]
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
    hand.game = hand.game === game.alias ? '' : game.alias
    if (game.in_or_out && hand.game && !hand.level) hand.level = String(game.stake)
    pad = { of: null, fresh: true }
    step = 'level'
  }, game.alias)
}

function drawGames(known, phone) {
  const last = known.get(net.state.last_game)
  const buttons = slots(known).map((id) => known.get(id)).map((game) => button(
    [el('b', {}, game.alias), el('small', {}, nameOf(game))], pick(game), { 'aria-pressed': String(hand.game === game.alias), 'data-game': game.id },
  ))
  const same = button([el('b', {}, '.'), el('small', {}, last ? t('same', { game: last.alias }) : t('same_none'))],
    tap(() => { hand.game = ''; step = 'level' }, '.'), { 'aria-pressed': String(!hand.game && !isEmpty(hand)), disabled: !last, 'data-game': '.' })
  const find = button([el('b', {}, '⌕'), el('small', {}, t('search'))], () => gamesSheet(phone, nameOf, (game) => pick(game)()), { 'data-do': 'search' })
  $('games').replaceChildren(...buttons, same, find)
  $('begin').replaceChildren(
    button(t('bet_by_bet'), () => composer.write(`: ${lineOf(hand)}`), { 'data-do': 'bet-by-bet' }), button(t('clear'), reset, { 'data-do': 'clear-all' }),
  )
}

/** Below the games: while nothing is tapped, what this dealer calls most often (else the same game again), with its
levels, in one tap; then what the dealer adds. */
function drawAdditions(phone) {
  const { usual } = net.state
  if (isEmpty(hand) && !adds() && usual) {
    const game = phone.games.find((one) => one.id === usual.game)
    const call = (level) => () => {
      if (!usual.is_same) Object.assign(hand, { game: game.alias, additions: [...usual.additions] })
      hand.level = String(level)
    }
    const name = (level) => (usual.is_same ? { 'data-again': level } : { 'data-usual': [usual.game, ...usual.additions, level].join(' ') })
    $('adds').className = 'levels'
    $('adds').replaceChildren(...usual.levels.map((level) => button([el('b', {}, String(level)), el('small', {}, usual.is_same ? `. ${game?.alias ?? ''}` : [game?.alias, ...usual.additions].join(' '))],
      tap(call(level), '', false, 'level'), { class: 'step', ...name(level) })))
    return
  }
  $('adds').className = ''
  const toggle = (word) => tap(() => {
    hand.additions = hand.additions.includes(word) ? hand.additions.filter((one) => one !== word) : [...hand.additions, word]
  }, word)
  const chosen = hand.additions.filter((word) => word !== 'hilo' && word !== 'spade')
  const shown = [['hilo', t('hilo')], ['spade', t('spade')]].map(([word, text]) =>
    button(text, toggle(word), { 'aria-pressed': String(hand.additions.includes(word)), 'data-add': word }))
  const wild = chosen.find((word) => word.startsWith('wild'))
  const others = chosen.filter((word) => word !== wild)
  const open = () => additionsSheet(phone, hand, adds() ? (word) => add(word) : null, () => redraw(true))
  shown.push(
    button(wild ?? t('wild'), open, { 'aria-pressed': String(!!wild), 'data-do': 'wild' }),
    button(others.join(' ') || t('adds'), open, { 'aria-pressed': String(others.length > 0), 'data-do': 'adds' }),
  )
  $('adds').replaceChildren(...shown)
}

// --- the players

function drawPlayers(game) {
  const table = net.state.table
  $('players').className = table.length > 8 ? 'many' : table.length > 6 ? 'some' : ''
  $('players').replaceChildren(...table.map((place) => {
    const { handle } = place
    const did = hand.players[handle]
    const won = hand.wins.filter((win) => win.handle === handle)
    const marks = [place.keeps_bank && '⌂', handle === (hand.dealer || net.state.dealer) && '●', place.pauses && '‖'].filter(Boolean).join('')
    const win = button([el('b', {}, place.name), el('small', {}, won.length ? wonText(won) : [marks + handle, !place.keeps_bank && place.chips, place.money.replace(/[^\d.,+−-]/g, '')].filter(Boolean).join(' · '))],
      tap(() => { if (toggleWin(hand, handle) && declares(game)) shareHighLow(hand); touched = handle; pad = { of: null, fresh: true } }, `+${handle}`, false, 'hand'),
      { class: 'win', 'aria-pressed': String(!!won.length), 'data-win': handle })
    const fold = button(did ? didText(did) : t(game?.in_or_out ? 'in' : 'fold'), tap(() => foldOrIn(handle, game), handle),
      { class: `fold ${did?.did ?? ''}`, 'aria-pressed': String(!!did), 'data-fold': handle })
    return el('div', { class: `player${touched === handle ? ' touched' : ''}${place.pauses ? ' pauses' : ''}` }, win, fold)
  }))
}

/** A finger that slides: along a row over several who folded, and from there to the number at which they did. */
function swipe(phone) {
  let slid = []
  let isSlide = false
  const under = ({ clientX, clientY }, what) => document.elementFromPoint(clientX, clientY)?.closest(what)
  return {
    ontouchstart: (event) => {
      const first = under(event.touches[0], '[data-fold]')
      slid = first && !adds() ? [first] : []
      isSlide = false
    },
    ontouchmove: (event) => {
      if (!slid.length) return
      const fold = under(event.touches[0], '[data-fold]')
      isSlide ||= fold !== slid[0]
      if (!isSlide) return
      if (fold && !slid.includes(fold) && fold.getBoundingClientRect().y === slid[0].getBoundingClientRect().y) slid.push(fold)
      const game = gameOf(phone)
      for (const { dataset, classList } of slid) {
        if (!hand.players[dataset.fold]) foldOrIn(dataset.fold, game)
        classList.add('slid')
      }
      drawSteps() // the players stay, for the finger is on them
      drawPad(game)
    },
    ontouchend: (event) => {
      if (!isSlide) return
      if (event.cancelable) event.preventDefault() // no click on the first
      const chips = under(event.changedTouches[0], '[data-step]')?.dataset.step
      for (const { dataset } of chips ? slid : []) hand.players[dataset.fold].chips = chips
      redraw(true)
    },
  }
}

/** A finger that slides from a game to its level: the numbers show once it moves, and it ends on one, or on `…`. */
function slideToLevel() {
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
      if (game.getAttribute('aria-pressed') === 'true') { step = 'level'; redraw() } else game.click()
      game = null
    },
  }
}

function foldOrIn(handle, game) {
  if (game?.in_or_out) setDid(hand, handle, 'match')
  else toggleFold(hand, handle, lastFold(hand) ?? game?.ante ?? 0)
  touched = handle
  step = 'level'
  pad = { of: hand.players[handle] && !game?.in_or_out ? { handle, field: 'chips' } : null, fresh: true }
}

const wonText = (won) => `${t('won')} ${won.map((win) => [win.chips, win.half, win.meld, win.peder && '*', win.shadow && `/${win.shadow}`].filter(Boolean).join(' ')).join(', ')}`

function didText(one) {
  const marks = `${one.peder ? '*' : ''}${one.shadow ? `/${one.shadow}` : ''} ${one.half ?? ''} ${one.meld ?? ''}`.trimEnd()
  const text = { fold: t('at', { chips: one.chips || 0 }), stay: `${t('stayed')}${one.chips ? ` =${one.chips}` : ''}`, out: t('out'), match: `${t('matches')} ${one.chips}` }
  return `${text[one.did]}${marks}`
}

/** Whether winners declare high or low. */
const declares = (game) => game?.share.startsWith('declared') || hand.additions.includes('hilo') || (!hand.game && net.state.last_additions.includes('hilo'))

// --- marks: what else a player did, and whose part of the pot it was

function drawMarks(game) {
  const one = touched && recordOf(hand, touched)
  const made = []
  const mark = (name, word, pressed, change, glued = true) => made.push(
    button(t(name), tap(change, word, glued), { 'aria-pressed': String(!!pressed), disabled: !adds() && !touched, 'data-mark': name }))
  const did = (what) => () => {
    setDid(hand, touched, what)
    const set = hand.players[touched]
    pad = { of: set && what === 'stay' ? { handle: touched, field: 'chips' } : null, fresh: true }
    if (pad.of) step = 'level'
  }
  const field = (name) => () => { if (recordOf(hand, touched)) { pad = { of: { handle: touched, field: name }, fresh: true }; step = 'level' } }
  const set = (name, value) => () => { const it = recordOf(hand, touched); if (it) it[name] = it[name] === value ? (value === true ? false : '') : value }
  if (more || adds() || (touched && !winOf(hand, touched))) {
    mark('stayed', '=', one?.did === 'stay', did('stay'))
    mark('out', '-', one?.did === 'out', did('out'))
    if (!game || game.peder) mark('peder', '*', one?.peder, set('peder', true))
    if (!game || game.shadow) mark('shadow', '/', pad.of?.field === 'shadow', field('shadow'))
    mark('share', '', winOf(hand, touched) && pad.of?.field === 'chips', field('chips'))
  } else made.push(button(t('adds'), () => { more = true; redraw() }, { 'data-do': 'marks' }))
  if (declares(game) || game?.share.endsWith('eight')) {
    for (const [name, word] of [['hi', 'hi'], ['lo', 'lo'], ...(declares(game) ? [['both', language === 'da' ? 'begge' : 'both']] : [])]) mark(name, word, one?.half === word, set('half', word), false)
  }
  if (game?.spade || hand.additions.includes('spade')) mark('spade', language === 'da' ? 'spar' : 'spade', one?.half === 'spar' || one?.half === 'spade', set('half', language === 'da' ? 'spar' : 'spade'), false)
  if (game?.counted) {
    const word = language === 'da' ? 'sum' : 'count'
    mark('count', word, one?.half === word, set('half', word), false)
  }
  if (game?.all_in) {
    mark('side', 'side', hand.pot > 0, () => { hand.pot += 1 }, false)
    mark('again', language === 'da' ? 'igen' : 'again', hand.board > 0, () => { hand.board = 1 - hand.board; hand.pot = 0 }, false)
    made.slice(-2).forEach((one) => { one.disabled = false })
  }
  const end = (word, name) => button(name, tap(() => { hand.ending = hand.ending === word ? '' : word; if (hand.ending) hand.wins = [] }, word),
    { 'aria-pressed': String(hand.ending === word), 'data-end': word })
  $('marks').replaceChildren(...made, end('++', t('carries')), end('!nd', t('new_deal')))
}

function drawMelds(game) {
  const one = touched && recordOf(hand, touched)
  const ends = endsHand(game)
  const set = (word) => (ends ? () => { one.meld = word; redraw(true); sendIt() } : tap(() => { if (one) one.meld = one.meld === word ? '' : word }, word))
  const melds = MELDS[language].map((word) => button(ends ? [word, el('small', {}, '➤')] : word, set(word), {
    'aria-pressed': String(one?.meld === word || !!one?.meld?.startsWith(`${word}-`)), disabled: !adds() && !(one && one.did !== 'fold' && one.did !== 'out'), 'data-meld': word,
  }))
  melds.push(button(game?.counts ? '½' : '2–A', () => rankSheet(one, game, adds() ? (word) => add(word) : null, () => redraw(true)),
    { disabled: !adds() && !one, 'data-do': 'ranks' }))
  $('melds').replaceChildren(...melds)
}

/** Whether the winner's meld is all that the hand lacks, so that tapping it sends the hand: `➤` says so. */
function endsHand(game) {
  const [win, ...others] = hand.wins
  return !adds() && net.role !== 'look' && !!win && !others.length && win.handle === touched && !win.meld && !win.half && hand.level !== '' &&
    !declares(game) && !game?.share.endsWith('eight') && !game?.spade && !hand.additions.includes('spade')
}

// --- the pad

function number() {
  if (!pad.of) return hand.level
  return recordOf(hand, pad.of.handle)?.[pad.of.field] ?? ''
}

function setNumber(text) {
  if (!pad.of) hand.level = text
  else { const one = recordOf(hand, pad.of.handle); if (one) one[pad.of.field] = text }
  pad.fresh = false
}

function padName() {
  if (!pad.of) return t(hand.counted ? 'counted' : 'level')
  const name = net.state.table.find((place) => place.handle === pad.of.handle)?.name ?? pad.of.handle
  const one = hand.players[pad.of.handle]
  const what = pad.of.field === 'shadow' ? 'shadow_of' : one?.did === 'fold' ? 'folded_at' : one ? 'put_in' : 'share_of'
  return t(what, { name })
}

function drawPad(game) {
  const of = button([el('small', {}, padName()), ' ', el('b', {}, number() || '–')], tap(() => { pad = { of: null, fresh: true } }, ''), { class: 'of', 'data-do': 'level' })
  $('level').replaceChildren(of, button('✕', reset, { 'data-do': 'clear', 'aria-label': t('clear') }))
  if (!pad.digits && !adds()) { drawNumbers(game); return }
  const digit = (key) => button(key, () => {
    if (!adds()) { setNumber(typed(number(), key, pad.fresh && key !== '⌫')); redraw(true); return }
    if (key !== '⌫') add(key, /[\d=/*,.+]$|[a-zæøå]$/i.test(current()))
    else { own = own.slice(0, -1).trimEnd(); redraw(true) }
  }, { 'data-key': key })
  const counted = button('=', tap(() => { hand.counted = !hand.counted; pad = { of: null, fresh: true } }, '='), { 'aria-pressed': String(hand.counted), 'data-key': '=' })
  $('pad').replaceChildren(...'1234567890⌫'.split('').map(digit), counted, button('…', () => { pad.digits = false; redraw() }, { 'aria-pressed': 'true', 'data-key': '…' }))
}

/** Whole numbers to tap: the levels that are usual (of a game with stakes alone, its stakes), else what a player put in. */
function drawNumbers(game) {
  const levels = game?.has_betting === false ? Array.from({ length: NUMBERS }, (_, number) => game.stake * (number + 1)) : net.state.levels
  const numbers = pad.of ? [...Array(NUMBERS).keys()] : levels
  $('pad').replaceChildren(
    ...numbers.map((value) => button(String(value), tap(() => setNumber(String(value)), String(value)), { class: 'step', 'aria-pressed': String(number() === String(value)), 'data-step': value })),
    button('…', () => { pad.digits = true; pad.fresh = true; redraw() }, { class: 'others', 'data-key': '…' }))
}

function sendIt() {
  const text = $('line').value.trim()
  if (!text || net.role === 'look') return
  const { shown } = net
  if (/^(u|undo|fortryd)$/i.test(text) && (shown.key || shown.entry)) takeBack(shown) // what the screen shows
  else {
    const key = send(text)
    sent = isOwn ? null : { text, hand, touched, key }
  }
  if (text === current().trim()) reset()
}
