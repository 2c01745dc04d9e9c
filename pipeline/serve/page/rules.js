// The rules of a game in words.

import { found } from './catalogue.js'
import { $, button, el } from './dom.js'
import { ask, net } from './net.js'
import { language, t } from './words.js'

let game = ''
let read = null

const nameOf = (one) => (language === 'da' && one.name_da) || one.name

/** The rules of a game as elements. */
export function rulesOf(read) {
  const part = (title, lines) => (lines.length ? [el('h3', {}, title), ...lines.map((line) => el('p', {}, line))] : [])
  return [
    el('h2', {}, read.name, read.additions ? `, ${read.additions}` : ''), el('p', {}, read.summary),
    ...part(t('course'), read.course), read.board.length ? el('pre', {}, read.board.join('\n')) : '', ...part(t('wild_cards'), [read.wild || t('nothing')]),
    ...part(t('turns'), read.turns), ...part(t('own_rules'), read.own_rules), ...part(t('who_wins'), read.winning),
    ...part(t('stakes'), [read.stakes, read.table]), ...part(t('rulings'), read.rulings.map((one) => `${one.number} ${one.title}: ${one.text}`)),
  ]
}

export function rulesTab(place, phone) {
  if ($('rules')) return
  const wanted = el('input', { type: 'search', id: 'wanted', placeholder: t('search'), autocomplete: 'off', 'aria-label': t('search'), oninput: () => list() })
  place.replaceChildren(wanted, el('div', { id: 'rules', class: 'list' }))
  const list = () => $('rules').replaceChildren(...found(phone.games, wanted.value).map((one) =>
    button([el('b', {}, nameOf(one)), el('small', {}, one.aliases.join(', '))], () => show(one.id), { 'data-rules': one.id })))
  const show = async (id) => {
    game = id
    const add = id === net.state.last_game ? net.state.last_additions : ''
    const answer = await ask(`/rules/${encodeURIComponent(id)}?add=${encodeURIComponent(add)}`).catch(() => null)
    read = answer?.ok ? await answer.json() : null
    if ($('rules')) $('rules').replaceChildren(...rules())
  }
  const rules = () => [button(`‹ ${t('games')}`, () => { game = ''; list() }), ...(read ? rulesOf(read) : [el('p', {}, t('is_away'))])]
  if (net.state.last_game && !game) show(net.state.last_game)
  else if (game && read) $('rules').replaceChildren(...rules())
  else list()
}
