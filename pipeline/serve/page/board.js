// The night on a wall, or in another window of the phone: a PIN if it is served, then only the table.

import { $, el } from './dom.js'
import { ask, listen, login, net } from './net.js'
import { drawTable, openTable } from './table.js'
import { device } from './transport.js'
import { setCommands, speak, t } from './words.js'

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
  openTable()
  drawTable()
  listen()
}

net.onlogin = () => { if (!$('pin')) pinPage() }
net.onchange = drawTable
if (device) device.onfault = drawTable

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
