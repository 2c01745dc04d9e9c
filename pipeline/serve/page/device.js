// Extra parts of a phone that has the night itself: sending the night, the stored nights, problems.

import { button, el } from './dom.js'
import { closeSheet, openSheet } from './sheet.js'
import { device } from './transport.js'
import { t } from './words.js'

/** The part of the tab of the night that is about this phone. */
export function deviceSection() {
  if (!device) return []
  const keeps = el('p', { class: 'muted' })
  device.isKept().then((isKept) => { keeps.textContent = t(isKept ? 'is_kept' : 'may_be_deleted') }).catch(() => {})
  return [el('h2', {}, t('this_phone')), el('p', { class: 'muted' }, t('send_night_about')), el('div', { class: 'grid three' },
    button(t('send_night'), () => device.send(), { 'data-do': 'send-night' }),
    button(t('nights'), nightsSheet, { 'data-do': 'nights' })), keeps, device.hasUpdate ? el('p', { id: 'update' }, t('update')) : '']
}

async function nightsSheet() {
  const nights = await device.nights()
  const why = el('p', { role: 'alert' })
  const open = async (night) => {
    const problem = await device.open(night)
    why.textContent = problem
    if (!problem) closeSheet()
  }
  const name = el('input', { id: 'night-name', autocomplete: 'off', placeholder: t('night_name'), 'aria-label': t('night_name') })
  openSheet(t('nights'), () => [
    el('div', { class: 'list' }, nights.map(({ night, entries }) => button([el('b', {}, night), el('small', {}, t('lines', { n: entries }))], () => open(night), { 'data-night': night }))),
    el('form', { onsubmit: (event) => { event.preventDefault(); if (name.value.trim()) open(name.value) } }, name, el('button', {}, t('open_night'))), why,
  ])
}

/** Why the log can't be used, as a sentence; "" if it can. */
export const deviceFault = () => (device?.fault ? t(`fault_${device.fault.name}`, { text: device.fault.text }) : '')

/** A button that solves it. */
export const faultActs = () => (device?.fault?.name === 'other_tab' ? [button(t('take_over'), () => device.takeOver(), { 'data-do': 'take-over' })] : [])
