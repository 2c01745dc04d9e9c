// The night on the wall: pot, stacks, whose deal, the last hands, the race; it follows by itself.

import { $, el } from './dom.js'
import { ask, listen, login, net } from './net.js'
import { setCommands, speak, t } from './words.js'

const SVG = 'http' + '://www.w3.org/2000/svg'
const svg = (tag, properties = {}, ...children) => {
  const made = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(properties)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

function draw() {
  const { state } = net
  if (!state) return
  if (!$('board')) {
    $('page').replaceChildren(el('div', { id: 'board' }, el('div', { id: 'now' }), el('div', { id: 'stacks' }), el('div', { id: 'race' }), el('div', { id: 'last' })))
  }
  const dealer = state.table.find((place) => place.handle === state.dealer)
  $('now').replaceChildren(
    el('p', { class: 'pot' }, el('b', {}, String(state.pot || state.last_pot)), el('small', {}, t(state.pot ? (state.bet_by_bet ? 'pot' : 'carried') : 'last_pot'))),
    el('p', {}, el('b', {}, `#${state.hand_no}`), ' ', state.is_over ? t('over') : dealer ? t('deals', { name: dealer.name }) : ''),
    el('p', { class: net.live ? 'live' : 'away' }, t(net.live ? 'live' : 'away')),
  )
  $('stacks').replaceChildren(el('table', {}, state.table.map((place, order) => el('tr', { class: place.handle === state.dealer ? 'dealer' : '' },
    el('th', {}, el('span', { class: `p${order % 8}` }, '■ '), `${place.name}${place.keeps_bank ? ' ⌂' : ''}`),
    el('td', {}, place.keeps_bank ? '' : String(place.chips)), el('td', {}, place.money)))))
  $('last').replaceChildren(...state.hands.map((hand) => el('p', { class: hand.why ? 'draft' : '' }, hand.text)))
}

let drawn = -1
async function race() {
  if (!net.state || net.state.version === drawn) return
  drawn = net.state.version
  const answer = await ask('/race').catch(() => null)
  if (!answer?.ok) { drawn = -1; return }
  const { ids, rows } = await answer.json()
  const last = Math.max(1, rows.at(-1)[0])
  const values = rows.flatMap((row) => row.slice(1))
  const low = Math.min(0, ...values)
  const high = Math.max(1, ...values)
  const x = (hand) => (hand / last) * 1000
  const y = (chips) => 400 - ((chips - low) / (high - low)) * 400
  const order = (id) => net.state.table.findIndex((place) => place.player_id === id)
  const lines = ids.map((id, number) => svg('polyline', {
    class: `p${(order(id) < 0 ? 7 : order(id)) % 8}`, fill: 'none', stroke: 'currentColor', 'stroke-width': 4, 'vector-effect': 'non-scaling-stroke', 'stroke-linejoin': 'round',
    points: rows.map((row) => `${x(row[0]).toFixed(1)},${y(row[number + 1]).toFixed(1)}`).join(' '),
  }))
  const zero = svg('line', { class: 'zero', x1: 0, x2: 1000, y1: y(0), y2: y(0), 'vector-effect': 'non-scaling-stroke' })
  $('race')?.replaceChildren(svg('svg', { viewBox: '0 -6 1000 412', preserveAspectRatio: 'none', role: 'img', 'aria-label': t('race') }, zero, ...lines))
}

function pinPage(why = '') {
  const entered = el('input', { id: 'pin', inputmode: 'numeric', maxlength: 6, autocomplete: 'off', 'aria-label': 'PIN' })
  $('page').replaceChildren(el('form', { class: 'pin', onsubmit: async (event) => {
    event.preventDefault()
    const refused = await login(entered.value).catch(() => t('is_away'))
    if (refused) pinPage(refused)
    else begin()
  } }, el('h1', {}, 'Peder'), el('label', {}, t('pin'), entered), el('p', { role: 'alert' }, why), el('button', {}, t('enter'))))
  entered.focus()
}

async function begin() {
  const answer = await ask('/who').catch(() => null)
  if (!answer) { setTimeout(begin, 1500); return }
  if (!answer.ok) return
  setCommands((await answer.json()).games.commands)
  $('page').replaceChildren()
  listen()
}

net.onlogin = () => { if (!$('pin')) pinPage() }
net.onchange = () => { draw(); race() }

async function start() {
  await speak().catch(() => null)
  const pin = location.hash.slice(1)
  if (pin) {
    history.replaceState(null, '', location.pathname)
    if (await login(pin).catch(() => 'away')) { pinPage(); return }
  }
  begin()
}

start()
