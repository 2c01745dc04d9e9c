// The sheets of the catalogue: games by any of their names, and the dealer's additions.

import { RANKS, found, isNamed } from './catalogue.js'
import { button, el } from './dom.js'
import { net } from './net.js'
import { newGameSheet } from './new_game.js'
import { closeSheet, openSheet, redrawSheet } from './sheet.js'
import { t } from './words.js'

export function gamesSheet(phone, nameOf, picked) {
  const list = el('div', { class: 'list' })
  const choose = (game) => { closeSheet(); picked(game) }
  const search = el('input', { type: 'search', id: 'search', placeholder: t('search'), autocomplete: 'off', 'aria-label': t('search'), oninput: () => {
    const [first, ...others] = found(phone.games, search.value)
    if (first && !others.length && isNamed(first, search.value)) choose(first)
    else show()
  } })
  const show = () => list.replaceChildren(...found(phone.games, search.value).map((game) => button(
    [el('b', {}, nameOf(game)), el('small', {}, [game.alias, ...game.aliases.filter((alias) => alias !== game.alias)].join(', '))],
    () => choose(game), { 'data-found': game.id },
  )))
  show()
  const add = button(`＋ ${t('new_game')}`, () => newGameSheet(phone, nameOf, picked), { 'data-do': 'new-game', disabled: net.role === 'look' })
  openSheet(t('games'), () => el('form', { onsubmit: (event) => { event.preventDefault(); choose(found(phone.games, search.value)[0]) } }, search, el('div', { class: 'list' }, add), list))
  search.focus()
}

export function additionsSheet(phone, hand, write, redraw) {
  const has = (start) => hand.additions.find((word) => word === start || word.startsWith(`${start} `))
  const put = (start, word) => {
    if (write) { write(word || start); closeSheet(); return }
    const others = hand.additions.filter((one) => one !== has(start))
    hand.additions = word ? [...others, word] : others
    redrawSheet()
    redraw()
  }
  const picker = (start, values, many) => {
    const chosen = (has(start) ?? start).split(' ').slice(1)
    return el('div', { class: 'grid seven' }, values.map((value) => button(value, () => {
      const rest = chosen.filter((one) => one !== value)
      const now = chosen.includes(value) ? rest : many ? [...chosen, value] : [value]
      put(start, now.length ? `${start} ${now.join(' ')}` : '')
    }, { 'aria-pressed': String(chosen.includes(value)), 'data-value': `${start} ${value}` })))
  }
  openSheet(t('additions'), () => phone.additions.map((one) => el('div', { class: 'addition' },
    one.takes ? el('h3', {}, one.word) : button(one.word, () => put(one.word, has(one.word) ? '' : one.word), { 'aria-pressed': String(!!has(one.word)), 'data-value': one.word }),
    el('p', { class: 'muted' }, one.about),
    one.takes === 'ranks' && picker(one.word, one.word === 'wild' ? [...RANKS, 'one-eyed'] : RANKS, true),
    one.takes === 'number' && picker(one.word, one.word === 'draw' ? ['1', '2', '3', '4', '5'] : ['10', '20', '50', '100', '200'], false),
  )))
}
