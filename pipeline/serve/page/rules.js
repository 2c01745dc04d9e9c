// The rules of a game in words.

import { $, button, el } from './dom.js'
import { found } from './games.js'
import { ask, net } from './net.js'
import { language, t } from './words.js'

let game = ''
let told = null

const nameOf = (one) => (language === 'da' && one.name_da) || one.name

/** The rules of a game as elements. */
export function rulesOf(told) {
  const part = (title, lines) => (lines.length ? [el('h3', {}, title), ...lines.map((line) => el('p', {}, line))] : [])
  return [
    el('h2', {}, told.name, told.additions ? `, ${told.additions}` : ''), el('p', {}, told.summary),
    ...part(t('course'), told.course), told.board.length ? el('pre', {}, told.board.join('\n')) : '', ...part(t('wild_cards'), [told.wild || t('nothing')]),
    ...part(t('turns'), told.turns), ...part(t('own_rules'), told.own_rules), ...part(t('who_wins'), told.winning),
    ...part(t('stakes'), [told.stakes, told.table]), ...part(t('rulings'), told.rulings.map((one) => `${one.number} ${one.title}: ${one.text}`)),
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
    told = answer?.ok ? await answer.json() : null
    if ($('rules')) $('rules').replaceChildren(...rules())
  }
  const rules = () => [button(`‹ ${t('games')}`, () => { game = ''; list() }), ...(told ? rulesOf(told) : [el('p', {}, t('is_away'))])]
  if (net.state.last_game && !game) show(net.state.last_game)
  else if (game && told) $('rules').replaceChildren(...rules())
  else list()
}
