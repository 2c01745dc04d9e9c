// A hand by tapping: the players, and below them what comes next: the game and what the dealer adds, the level or the
// chips of players who folded, the winner's hand. The result is a line of the log, which is shown before it is sent and can
// be changed.

import { adds, current, draft, gameOf, isComplete, number, reset, typed, save } from './draft.js'
import { $, button, el } from './dom.js'
import { drawAdditions, drawGames, slideToLevel } from './hand_games.js'
import { drawMarks, drawMelds } from './hand_marks.js'
import { drawPlayers, swipe } from './hand_players.js'
import { isEmpty, recordOf } from './line.js'
import { net, send, takeBack } from './net.js'
import { drawPad } from './pad.js'
import { drawQuestion, openQuestion } from './question.js'
import { language, t } from './words.js'

const PANELS = { game: ['games', 'adds', 'begin'], level: ['level', 'pad'], hand: ['marks', 'melds'] }

export function handTab(place, phone) {
  draft.redraw = (isTap = false) => {
    if (phone.tab !== 'hand') return
    if (isTap && phone.answer && phone.answer.status !== 'draft') {
      phone.answer = null
      net.onchange()
    }
    handTab(place, phone)
  }
  place.className = openQuestion() ? 'of-question' : 'of-hand'
  if (openQuestion()) { drawQuestion(place, () => handTab(place, phone)); return }
  if (!$('line')) {
    place.replaceChildren(
      el('div', { id: 'steps' }), el('div', { id: 'players', ...swipe(phone, drawAround) }),
      el('div', { id: 'panel', ...slideToLevel() }, Object.entries(PANELS).map(([name, parts]) => el('div', { 'data-panel': name }, parts.map((id) => el('div', { id }))))),
      el('form', { id: 'out', onsubmit: (event) => { event.preventDefault(); sendIt() } },
        el('textarea', { id: 'line', rows: 1, autocapitalize: 'off', autocomplete: 'off', autocorrect: 'off', spellcheck: 'false', enterkeyhint: 'send',
          onkeydown: (event) => { if (event.key === 'Enter' && !event.isComposing) { event.preventDefault(); sendIt() } },
          'aria-label': t('line'), oninput: ({ target }) => { if (target.value) { typed(target.value); draft.redraw() } else reset() } }),
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
  drawMelds(game, sendIt)
  drawPad(game)
  const line = $('line')
  if (line.value !== current()) line.value = current()
  line.rows = Math.min(line.value.split('\n').length, 6) // lines that were pasted
  line.placeholder = net.state.bet_by_bet ? net.state.asks : `7s 14 b3 +d ${language === 'da' ? 'hus' : 'full house'}`
  $('send').textContent = t('send')
  $('send').disabled = net.role === 'look' || !isComplete()
  save()
}

/** A button for each part of a hand, with its current value; the open part is below the players. */
function drawSteps() {
  const one = draft.touched && recordOf(draft.hand, draft.touched)
  const said = {
    game: [draft.hand.game || (isEmpty(draft.hand) ? '–' : '.'), ...draft.hand.additions].join(' '),
    level: number() || '–',
    hand: one?.meld || '–',
  }
  for (const panel of $('panel').children) panel.hidden = panel.dataset.panel !== draft.step
  $('tab').dataset.open = draft.step
  $('steps').replaceChildren(...Object.keys(PANELS).map((name) => button([el('small', {}, t(`step_${name}`)), el('b', {}, said[name])],
    () => { draft.step = name; draft.redraw() }, { 'aria-pressed': String(draft.step === name), 'data-step-of': name })))
}

/** Draw the parts around the players. */
function drawAround(game) {
  drawSteps()
  drawPad(game)
}

function sendIt() {
  const text = $('line').value.trim()
  if (!text || net.role === 'look') return
  const { shown } = net
  if (/^(u|undo|fortryd)$/i.test(text) && (shown.key || shown.entry)) takeBack(shown) // what the screen shows
  else {
    const key = send(text)
    draft.sent = draft.isOwn ? null : { text, hand: draft.hand, touched: draft.touched, key }
  }
  if (text === current().trim()) reset()
}
