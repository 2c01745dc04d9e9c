// The table for a screen that all can see: pot, stacks, dealer, the last hands, the race. It updates itself.

import { deviceFault } from './device.js'
import { $, button, el } from './dom.js'
import { ask, linkName, net } from './net.js'
import { t } from './words.js'

const SVG = 'http' + '://www.w3.org/2000/svg'
const svg = (tag, properties = {}, ...children) => {
  const made = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(properties)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

let drawn = '' // the night and version that the race shows
let light = null // what keeps the screen from going dark

/** Show the table on the whole page; `onback` is called by a button, if there is a page to go back to. */
export function openTable(onback) {
  document.body.classList.add('board')
  drawn = ''
  $('page').replaceChildren(
    onback ? button('✕', onback, { id: 'back', 'aria-label': t('back_to_log'), 'data-do': 'back-to-log' }) : '',
    el('div', { id: 'board' }, ['now', 'stacks', 'race', 'last'].map((id) => el('div', { id }))),
  )
  stayLit()
}

export function closeTable() {
  document.body.classList.remove('board')
  light?.release().catch(() => {})
  light = null
}

/** Keep the screen lit while it shows the table, where the browser lets a page do that. */
async function stayLit() {
  light = await navigator.wakeLock?.request('screen').catch(() => null) ?? null
  if (light && !$('board')) closeTable()
}

document.addEventListener('visibilitychange', () => { if (!document.hidden && $('board')) stayLit() })

export function drawTable() {
  const { state } = net
  if (!$('board')) return
  const fault = deviceFault()
  const link = el('p', { class: 'away', role: 'status' }, fault || (net.live ? '' : t(linkName())))
  if (!state) { $('now').replaceChildren(link); return }
  document.title = `Peder · ${state.night}`
  const dealer = state.table.find((place) => place.handle === state.dealer)
  $('now').replaceChildren(
    el('p', { class: 'pot' }, el('b', {}, String(state.pot || state.last_pot)), el('small', {}, t(state.pot ? (state.bet_by_bet ? 'pot' : 'carried') : 'last_pot'))),
    el('p', {}, el('b', {}, `#${state.hand_no}`), ' ', state.is_over ? t('over') : dealer ? t('deals', { name: dealer.name }) : ''),
    link,
  )
  $('stacks').replaceChildren(el('table', {}, state.table.map((place, order) => el('tr', { class: place.handle === state.dealer ? 'dealer' : '' },
    el('th', {}, el('span', { class: `p${order % 8}` }, '■ '), `${place.name}${place.keeps_bank ? ' ⌂' : ''}`),
    el('td', {}, place.keeps_bank ? '' : String(place.chips)), el('td', {}, place.money)))))
  $('last').replaceChildren(...state.hands.map((hand) => el('p', { class: hand.why ? 'draft' : '' }, hand.text)))
  drawRace()
}

async function drawRace() {
  const now = `${net.state.night} ${net.state.version}`
  if (now === drawn || !net.live) return
  drawn = now
  const answer = await ask('/race').catch(() => null)
  if (!answer?.ok) { drawn = ''; return }
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
