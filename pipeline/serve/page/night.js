// The night: hands to correct, every entry, notes, the end, who pays whom.

import { deviceSection } from './device.js'
import { $, button, el } from './dom.js'
import { composer } from './draft.js'
import { ask, net, send } from './net.js'
import { board } from './transport.js'
import { command, t } from './words.js'

let books = null
let seen = ''

export function nightTab(place, phone) {
  if (!$('note')) {
    place.replaceChildren(
      el('div', { id: 'drafts' }),
      el('form', { id: 'note-form', onsubmit: (event) => { event.preventDefault(); if ($('note').value.trim()) send(`; ${$('note').value}`); $('note').value = '' } },
        el('input', { id: 'note', autocomplete: 'off', placeholder: t('note'), 'aria-label': t('note') }), el('button', {}, t('note_it'))),
      el('div', { id: 'settlement' }), el('div', { id: 'device' }, deviceSection()),
      el('h2', {}, t('table')), el('p', { class: 'muted' }, t('table_about')), el('div', { class: 'grid three' },
        button(t('show_table'), phone.showTable, { 'data-do': 'show-table' }), el('a', { class: 'button', href: board, target: '_blank' }, t('own_window'))),
      el('div', { id: 'history' }),
    )
    seen = ''
  }
  const mend = (text) => () => { phone.tab = 'hand'; composer.write(text); net.onchange() }
  const earlier = net.state.drafts - net.state.waiting.length
  $('drafts').replaceChildren(...net.state.waiting.map((hand) => el('div', { class: 'row draft' }, el('p', {}, `${hand.hand_no}? ${hand.line}`, el('small', {}, hand.why)),
    hand.can_be && button(t('so'), () => send(`ok ${hand.hand_no}`), { 'data-ok': hand.hand_no }),
    button(t('mend'), mend(`ret ${hand.hand_no} ${hand.line}`), { 'data-mend': hand.hand_no }))),
    earlier > 0 ? el('p', {}, t('earlier_drafts', { n: earlier })) : '')
  drawBooks(mend)
}

async function drawBooks(mend) {
  const now = `${net.state.night} ${net.state.version}`
  if (seen !== now) {
    seen = now
    books = await ask('/books').then((answer) => (answer.ok ? answer.json() : null)).catch(() => null) ?? books
  }
  if (!books || !$('settlement')) return
  const { settlement, history } = books
  const title = t(net.state.is_over ? 'over' : 'as_it_stands')
  $('settlement').replaceChildren(
    el('h2', {}, title), settlement.why ? el('p', {}, settlement.why) : null ?? '',
    el('table', {}, settlement.lines.map(([name, money]) => el('tr', {}, el('th', {}, name), el('td', {}, money)))),
    ...settlement.expenses.map(([payer, what, money]) => el('p', { class: 'muted' }, t('laid_out', { payer, what, money }))),
    ...settlement.transfers.map(([payer, payee, money, how]) => el('p', { class: 'pays' }, t('pays', { payer, payee, money }), how && el('small', {}, ` ${how}`))),
    net.role === 'banker' ? el('div', { class: 'grid three' },
      button(t('end_night'), () => send(command('end')), { disabled: net.state.is_over, 'data-do': 'end' }),
      button(t('end_drafts'), () => send(`${command('end')} !`), { disabled: net.state.is_over || !net.state.drafts, 'data-do': 'end-sure' }),
    ) : '',
  )
  $('history').replaceChildren(el('h2', {}, t('history')), ...history.map((row) => el('div', { class: `row ${row.became}`, 'data-entry': row.entry_no },
    el('p', {}, el('small', {}, `#${row.entry_no} ${row.at}${row.hand_no ? ` · ${t('hand')} ${row.hand_no}` : ''}${row.status ? ` · ${row.status}` : ''}`), row.typed),
    row.became === 'undone' || net.role === 'look' ? null : button(t('undo'), () => send(`u #${row.entry_no}`), { 'data-undo': row.entry_no }),
    row.became || net.role === 'look' ? null : button(t('mend'), mend(`ret #${row.entry_no} ${row.line}`), { 'data-mend-entry': row.entry_no }))))
}
