// The bank by tapping: what, who, how much. The result is a line of the log.

import { $, button, el } from './dom.js'
import { typed } from './line.js'
import { ask, net, send } from './net.js'
import { command, language, t } from './words.js'

const REQUEST = 'request' // what the phones of the others may send
const KINDS = { [REQUEST]: 1, loan: 1, buy: 1, return: 1, count: 1, pay: 2, expense: 99, shadow: 2, pause: 1, back: 1, leaves: 1, banker: 1, deals: 1, joins: 0 }
const WITHOUT_CHIPS = ['pause', 'back', 'leaves', 'banker', 'deals', 'joins']
const CASH = ['buy', 'return', 'count']

const isBanker = () => net.role === 'banker'
const kinds = () => Object.keys(KINDS).filter((kind) => (kind === REQUEST) !== isBanker())
const empty = () => ({ kind: kinds()[0], who: [], chips: '', cash: false, money: false, sure: false, fresh: true })
let form = null
let books = null
let seen = ''

export function bankTab(place) {
  const again = () => bankTab(place)
  if (!kinds().includes(form?.kind)) form = empty()
  if (!$('bank-kinds')) {
    place.replaceChildren(
      el('div', { id: 'bank-kinds' }), el('div', { id: 'bank-who' }), el('div', { id: 'bank-marks' }), el('div', { id: 'bank-pad' }),
      el('form', { id: 'bank-out', onsubmit: (event) => { event.preventDefault(); if ($('bank-line').value.trim() === command(form.kind)) return; send($('bank-line').value); form = { ...empty(), kind: form.kind }; again() } },
        el('input', { id: 'bank-line', autocapitalize: 'off', autocomplete: 'off', 'aria-label': t('line') }), el('button', { id: 'bank-send' })),
      el('div', { id: 'bank-book' }),
    )
    seen = ''
  }
  const change = (to) => () => { Object.assign(form, to()); again() }
  $('bank-kinds').replaceChildren(...kinds().map((kind) => button(t(`do_${kind}`),
    change(() => ({ ...empty(), kind })), { 'aria-pressed': String(form.kind === kind), 'data-kind': kind })))
  $('bank-who').replaceChildren(...net.state.table.map(({ handle, name, chips, keeps_bank: bank }) => {
    const order = form.who.indexOf(handle)
    return button([el('b', {}, `${KINDS[form.kind] > 1 && order >= 0 ? `${order + 1}. ` : ''}${name}`), el('small', {}, bank ? t('the_bank') : String(chips))], change(() => {
      const rest = form.who.filter((one) => one !== handle)
      const most = ['loan', 'pause', 'back', 'leaves'].includes(form.kind) ? 99 : KINDS[form.kind]
      return { who: order >= 0 ? rest : [...rest, handle].slice(-most) }
    }), { 'aria-pressed': String(order >= 0), 'data-who': handle, disabled: KINDS[form.kind] === 0 })
  }))
  const marks = []
  if (CASH.includes(form.kind)) marks.push(button(t('cash'), change(() => ({ cash: !form.cash })), { 'aria-pressed': String(form.cash), 'data-mark': 'cash' }))
  if (form.kind === 'pay') marks.push(button(t('money'), change(() => ({ money: !form.money })), { 'aria-pressed': String(form.money), 'data-mark': 'money' }))
  if (isBanker()) marks.push(button(t('sure'), change(() => ({ sure: !form.sure })), { 'aria-pressed': String(form.sure), 'data-mark': 'sure' }))
  $('bank-marks').replaceChildren(el('small', {}, t(`about_${form.kind}`)), ...marks)
  const digit = (key) => button(key, change(() => ({ chips: key === ',' ? `${form.chips},` : typed(form.chips, key, form.fresh), fresh: false })), { 'data-key': key })
  const steps = isMoney() ? [100, 200] : [net.state.loan, 50, 100].filter(Boolean).slice(0, 2)
  $('bank-pad').replaceChildren(...WITHOUT_CHIPS.includes(form.kind) ? [] : [
    ...'12345⌫67890'.split('').map(digit), isMoney() ? digit(',') : button('p', change(() => ({ chips: form.chips.includes('p') ? form.chips : `${form.chips}p`, fresh: false })), { 'data-key': 'p' }),
    ...steps.map((step) => button(String(step), change(() => ({ chips: String(step), fresh: true })), { 'data-step': step })),
  ])
  const line = $('bank-line')
  const made = lineOf()
  if (line.dataset.made !== made) { line.value = made; line.dataset.made = made }
  $('bank-send').textContent = t('send')
  $('bank-send').disabled = net.role === 'look'
  drawBook(again)
}

const isMoney = () => form.money || form.kind === 'expense'

/** The line of the form. */
function lineOf() {
  const who = form.kind === 'loan' ? form.who.join(',') : form.kind === 'expense' ? form.who[0] : form.who.join(' ')
  const words = [command(form.kind), who]
  if (!WITHOUT_CHIPS.includes(form.kind)) words.push(form.chips + (isMoney() ? ` ${net.state.currency}` : ''))
  if (form.kind === 'expense' && form.who.length > 1) words.push('for', form.who.slice(1).join(','))
  if (form.cash) words.push(language === 'da' ? 'kontant' : 'cash')
  if (form.sure) words.push('!')
  return words.filter(Boolean).join(' ')
}

async function drawBook(again) {
  const now = `${net.state.night} ${net.state.version}`
  if (seen !== now) {
    seen = now
    books = await ask('/books').then((answer) => (answer.ok ? answer.json() : null)).catch(() => null) ?? books
    if (!$('bank-book')) return
  }
  if (!books) return
  const head = ['', 'lent', 'returned', 'won_chips', 'owing', 'difference', 'stack', 'money']
  $('bank-book').replaceChildren(el('table', {},
    el('tr', {}, head.map((name) => el('th', {}, name && t(name)))),
    books.accounts.map((one) => el('tr', {}, el('th', {}, `${one.name}${one.keeps_bank ? ' ⌂' : ''}`),
      [one.lent, one.returned, one.net, one.owing, one.difference, one.keeps_bank ? '' : one.stack, one.money].map((value) => el('td', {}, String(value || (value === 0 ? '·' : ''))))))))
}
