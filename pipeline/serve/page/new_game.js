// A new game, by the questions of `peder game new`; its rules are shown after each answer.

import { RANKS } from './catalogue.js'
import { button, el } from './dom.js'
import { ask } from './net.js'
import { rulesOf } from './rules.js'
import { closeSheet, openSheet } from './sheet.js'
import { t } from './words.js'

const PAUSE = 400 // ms without typing after which the answers are read

let answers = {}

export function newGameSheet(phone, nameOf, picked) {
  const shown = el('div', { id: 'new-rules', role: 'status' })
  let timer = 0
  let asked = 0
  const read = async (add) => {
    const number = (asked += 1)
    const answer = await ask('/games', { answers, add }).catch(() => null)
    if (number !== asked) return
    const reply = answer ? await answer.json() : { text: t('is_away') }
    if (reply.game && add) {
      answers = {}
      phone.games = [...phone.games.filter((game) => game.id !== reply.game.id), reply.game]
      closeSheet()
      picked(reply.game)
      return
    }
    play.disabled = !reply.game
    shown.replaceChildren(...(reply.rules ? rulesOf(reply.rules) : (reply.faults ?? [reply.text]).map((text) => el('p', { class: 'draft' }, text))))
  }
  const later = () => { play.disabled = true; asked += 1; clearTimeout(timer); timer = setTimeout(() => read(false), PAUSE) }
  const play = button(t('add_game'), () => { play.disabled = true; clearTimeout(timer); read(true) }, { id: 'add-game', disabled: true })
  const field = (key, properties = {}) => el('input', { id: `new-${key}`, value: answers[key] ?? '', autocomplete: 'off', autocapitalize: 'off', ...properties,
    oninput: (event) => { answers[key] = event.target.value; ranks(); later() } })
  const asks = (key, ...fields) => el('label', {}, t(`game_${key}`), ...fields)
  const wild = field('wild', { placeholder: t('wild_example') })
  const grid = el('div', { class: 'grid seven' })
  const words = () => wild.value.split(',').map((word) => word.trim()).filter(Boolean)
  const ranks = () => grid.replaceChildren(...RANKS.map((rank) => button(rank, () => {
    const others = words().filter((word) => word !== rank)
    wild.value = answers.wild = (others.length < words().length ? others : [...others, rank]).join(', ')
    ranks()
    later()
  }, { 'aria-pressed': String(words().includes(rank)), 'data-wild': rank })))
  ranks()
  openSheet(t('new_game'), () => el('form', { class: 'new-game', onsubmit: (event) => { event.preventDefault(); if (!play.disabled) play.click() } },
    asks('name', field('name', { autocapitalize: 'words' })),
    asks('like', field('like', { list: 'bases' }), el('datalist', { id: 'bases' }, phone.games.filter((game) => game.can_change).map((game) => el('option', { value: nameOf(game) })))),
    asks('wild', wild), grid,
    asks('deal', field('deal', { placeholder: `${t('as_there')}: ${t('deal_example')}` })),
    asks('hand', field('hand', { placeholder: `${t('as_there')}: ${t('hand_example')}` })),
    play, shown))
  if (answers.name) later()
}
