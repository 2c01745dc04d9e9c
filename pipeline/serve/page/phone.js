// The page of a phone: a PIN, then tabs for the hand to tap and for the rest of the night.

import { bankTab } from './bank.js'
import { deviceFault, faultActs } from './device.js'
import { $, button, el, whenFree } from './dom.js'
import { composer } from './draft.js'
import { handTab } from './hand.js'
import { recall, remember } from './memory.js'
import { ask, drop, flush, linkName, listen, login, net, send, sendAnyway, takeBack } from './net.js'
import { nightTab } from './night.js'
import { rulesTab } from './rules.js'
import { closeSheet, openSheet } from './sheet.js'
import { closeTable, drawTable, openTable } from './table.js'
import { device, isLocal } from './transport.js'
import { LANGUAGES, command, language, setCommands, speak, t } from './words.js'

const TABS = { hand: handTab, bank: bankTab, night: nightTab, rules: rulesTab }

export const phone = { tab: 'hand', answer: null, games: [], additions: [], showTable }
const DOUBLE_TAP = 400 // ms
let acted = -DOUBLE_TAP // when a button of the bar was tapped last
let isTable = false // whether the phone lies on the table and shows it to all

const skeleton = () => [
  el('header', {}, el('div', { id: 'pot' }), el('div', { id: 'deal' }), el('button', { id: 'net', type: 'button', onclick: waitingSheet })),
  el('div', { id: 'said', role: 'status' }),
  el('section', { id: 'tab' }),
  el('nav', { id: 'tabs' }),
]

/** A button of the bar, where another comes in its place at once: the second tap of a double tap is no tap on that one. */
function act(text, onclick, properties) {
  return button(text, (event) => {
    if (event.isTrusted && event.timeStamp - acted < DOUBLE_TAP) return // a script's click is meant
    acted = event.timeStamp
    onclick()
  }, properties)
}

/** Show the table full screen, until its button is tapped. */
function showTable() {
  isTable = true
  openTable(() => {
    isTable = false
    closeTable()
    $('page').replaceChildren(...skeleton())
    draw()
  })
  draw()
}

function draw() {
  if (isTable) { drawTable(); return }
  const state = net.state
  const fault = deviceFault()
  if (fault || !state) {
    $('said')?.replaceChildren(el('p', { role: 'alert' }, fault || t(isLocal ? 'starting' : 'is_away')), el('div', { class: 'acts' }, faultActs()))
    if ($('said')) $('said').className = fault ? 'trouble' : ''
  }
  if (!state) return
  document.title = `Peder · ${state.night}`
  const pot = state.pot || state.last_pot
  $('pot').replaceChildren(...(pot || state.hands.length
    ? [el('b', {}, String(pot)), ' ', el('small', {}, t(state.pot ? (state.bet_by_bet ? 'pot' : 'carried') : 'last_pot'))]
    : []))
  const dealer = state.table.find((place) => place.handle === state.dealer)
  $('deal').replaceChildren(el('b', {}, state.table.length ? `#${state.hand_no}` : state.night), ' ', el('small', {}, dealer ? t('deals', { name: dealer.name }) : ''))
  const waits = net.queue.length
  $('net').textContent = waits ? t('waiting', { n: waits }) : t(linkName())
  $('net').className = waits || !net.live ? 'away' : 'live'
  if (!fault) drawAnswer()
  $('tabs').replaceChildren(...Object.keys(TABS).map((name) => button(
    [t(`tab_${name}`), name === 'night' && state.drafts ? ` (${state.drafts}?)` : ''].join(''),
    () => { phone.tab = name; redraw() }, { 'aria-pressed': String(phone.tab === name), 'data-tab': name },
  )))
  const tab = $('tab')
  if (tab.dataset.tab !== phone.tab) { tab.replaceChildren(); tab.dataset.tab = phone.tab; tab.className = `of-${phone.tab}` }
  TABS[phone.tab](tab, phone)
  tab.dataset.version = state.version // the state that the page shows
}

export const redraw = () => whenFree(draw)

function drawAnswer() {
  const { asked, state } = net
  const said = $('said')
  if (device?.news) {
    said.className = 'trouble'
    const text = t(device.news.name, device.news.values)
    said.replaceChildren(el('p', { role: 'alert', onclick: () => openSheet(t('answer'), () => [el('pre', {}, text)]) }, text), el('div', { class: 'acts' },
      act(t('done'), () => { device.news = null; redraw() }, { 'data-do': 'news-read' })))
    return
  }
  if (asked) {
    said.className = 'asked'
    net.shown = { version: state.version }
    const text = asked.why === 'night' ? t('other_night', { night: asked.text }) : asked.text
    const first = net.queue[0]
    const line = first?.undo ? t('undo_waits', { line: first.text }) : asked.rest || (first?.text ?? '')
    said.replaceChildren(el('p', {}, `${text} — ${line}`), el('div', { class: 'acts' },
      act(t('send_anyway'), sendAnyway, { 'data-do': 'anyway' }),
      act(t('drop'), () => { if (!first.undo) composer.suggest(line); drop(first.key) }, { 'data-do': 'drop' }),
    ))
    return
  }
  const wanted = net.role === 'banker' && !net.queue.length && state.requests.find((one) => one.lent === null)
  if (wanted) {
    said.className = 'asked'
    net.shown = { version: state.version }
    const answerBy = (name, line, mark) => act(t(name), () => send(line), { 'data-do': mark })
    said.replaceChildren(el('p', {}, wanted.text), el('div', { class: 'acts' },
      answerBy('grant', `${command('loan')} ${wanted.handle} ${wanted.chips}`, 'grant'),
      answerBy('decline', `${command('decline')} ${wanted.handle}`, 'decline')))
    return
  }
  const answer = subject(state)
  net.shown = { version: state.version, key: answer?.key, entry: answer?.entry, text: answer?.line }
  const hand = answer?.hand && [...state.hands, ...state.waiting].find((one) => one.hand_no === answer.hand)
  const isDraft = answer?.status === 'draft' && hand?.why
  said.className = answer?.status ?? 'empty'
  const acts = []
  if (answer?.status === 'refused' && !answer.offer) {
    acts.push(act(t('drop'), () => { phone.answer = null; composer.dropBack() }, { 'data-do': 'drop' }))
  } else if (answer?.offer) {
    acts.push(answer.status === 'asked'
      ? act(t('mend'), () => composer.write(answer.offer), { 'data-do': 'mend' })
      : act(answer.offer, () => send(answer.offer), { 'data-do': 'offer' }))
  }
  if (isDraft) {
    if (hand.can_be) acts.push(act(t('so'), () => send(`ok ${hand.hand_no}`), { 'data-do': 'ok' }))
    if (!answer.offer) acts.push(act(t('mend'), () => composer.write(`ret ${hand.hand_no} ${hand.line}`), { 'data-do': 'mend' }))
  } else if (!acts.length && answer?.canUndo && net.role !== 'look') {
    const { shown } = net
    acts.push(act(t('undo'), () => { takeBack(shown); composer.takeBack(shown) }, { 'data-do': 'undo' }))
  }
  const why = isDraft ? `${hand.hand_no}? ${hand.why}` : answer?.text
  said.replaceChildren(
    el('p', { onclick: () => answer && openSheet(t('answer'), () => [el('pre', {}, answer.text), ...replay(state)]) }, why ?? ''),
    el('div', { class: 'acts' }, acts),
  )
}

/** The subject of the bar, which Undo takes back: the last waiting line, the answer to the last line of this phone, or
what was logged last. */
function subject(state) {
  const waits = net.queue.at(-1)
  if (waits?.undo) return { status: 'waits', text: t('undo_waits', { line: waits.text }) }
  if (waits) {
    const text = `${net.trouble} ${t('line_waits', { line: waits.text })}`.trim()
    return { status: net.trouble ? 'trouble' : 'waits', text, key: waits.key, line: waits.text, canUndo: true }
  }
  const { answer } = phone
  if (answer && answer.night === state.night) {
    const lent = state.requests.find((one) => one.entry_no === answer.entry && one.lent !== null) // what this phone asked for
    return lent ? { status: lent.lent ? 'kept' : 'declined', text: lent.text } : { ...answer, canUndo: !!answer.entry }
  }
  return latest(state)
}

/** The last logged line: a hand, or another line as it was typed. */
function latest({ hands: [hand], last_entry: entry }) {
  const about = entry && { entry: entry.n, canUndo: net.role === 'banker' || !entry.is_bankers }
  if (hand && entry?.n === hand.entry_no) return { ...about, status: hand.why ? 'draft' : 'kept', text: hand.text, hand: hand.hand_no }
  return entry && { ...about, status: 'kept', text: `#${entry.n} ${entry.said}` }
}

/** The last hand, step by step: a tap shows the next step. */
function replay({ replay: steps }) {
  if (!steps.length) return []
  let shown = 1
  const list = el('ol', { class: 'replay' }, steps.map((text) => el('li', {}, text)))
  const show = () => [...list.children].forEach((line, place) => { line.hidden = place >= shown })
  const turn = (by) => () => { shown = Math.min(steps.length, Math.max(1, shown + by)); show() }
  show()
  return [el('h3', {}, t('course')), list, el('div', { class: 'grid three' },
    button('◂', turn(-1), { 'data-do': 'back' }), button('▸', turn(1), { 'data-do': 'next' }), button('▸▸', turn(steps.length), { 'data-do': 'all' }))]
}

/** The hand that holds the phone: Send and Undo are on its side. */
function setThumb(side) {
  remember('thumb', side)
  document.body.dataset.thumb = side
}

function waitingSheet() {
  openSheet(t('network'), () => [
    el('p', {}, t(isLocal ? 'is_here' : net.live ? 'is_live' : 'is_away')),
    el('p', {}, net.queue.length ? t('kept_here', { n: net.queue.length }) : t('none_waits')),
    ...net.queue.map((item) => el('div', { class: 'row' }, el('code', {}, item.undo ? t('undo_waits', { line: item.text }) : item.text),
      item.undo ? null : button(t('drop'), () => { drop(item.key); waitingSheet() }))),
    isSecureContext || isLocal ? null : el('p', { class: 'muted' }, t('no_reload')),
    el('h3', {}, t('thumb')),
    el('div', { class: 'grid three' }, ['left', 'right'].map((side) => button(t(side), () => { setThumb(side); closeSheet() },
      { 'aria-pressed': String((recall('thumb') ?? 'right') === side), 'data-thumb-of': side }))),
    el('h3', {}, t('language')),
    el('div', { class: 'grid three' }, Object.entries(LANGUAGES).map(([code, name]) => button(name, async () => {
      await speak(code)
      closeSheet()
      phone.answer = null
      listen()
      redraw()
    }, { 'aria-pressed': String(code === language), lang: code }))),
  ])
}

function pinPage(why = '') {
  const entered = el('input', { id: 'pin', inputmode: 'numeric', autocomplete: 'off', maxlength: 6, 'aria-label': 'PIN' })
  const form = el('form', { class: 'pin', onsubmit: async (event) => {
    event.preventDefault()
    const refused = await login(entered.value).catch(() => t('is_away'))
    if (refused) pinPage(refused)
    else begin()
  } }, el('h1', {}, 'Peder'), el('label', {}, t('pin'), entered), el('p', { role: 'alert' }, why), el('button', {}, t('enter')))
  $('page').replaceChildren(form)
  entered.focus()
}

/** Start after the first load and after every new PIN. */
async function begin() {
  const answer = await ask('/who').catch(() => null)
  if (!answer) { setTimeout(begin, 1500); return }
  if (!answer.ok) return
  const known = await answer.json()
  net.role = known.role
  Object.assign(phone, known.games)
  setCommands(phone.commands)
  document.body.dataset.role = net.role
  document.body.dataset.thumb = recall('thumb') ?? 'right'
  if (!isTable) $('page').replaceChildren(...skeleton())
  redraw()
  listen()
  flush()
}

/** Load games that were added since. */
let asking = false
async function followGames() {
  if (asking || !net.state || !phone.catalogue || net.state.catalogue === phone.catalogue) return
  asking = true
  const answer = await ask('/who').catch(() => null)
  if (answer?.ok) Object.assign(phone, (await answer.json()).games)
  asking = false
  redraw()
}

net.onchange = () => { redraw(); followGames() }
net.onlogin = () => whenFree(() => { if (!$('pin')) pinPage() })
let refusedIn = 0 // the run of the line that was refused last
net.onanswer = (reply, item) => {
  const isLogged = reply.status === 'kept' || reply.status === 'draft'
  const isRefused = reply.status === 'refused' || reply.status === 'barred'
  const others = refusedIn === net.runs && composer.hasBack // lines that waited with this one came back: they stay in sight
  if (!others || !isLogged) {
    const text = others ? `${phone.answer.text}\n${reply.text}` : reply.text
    phone.answer = { ...reply, text, night: net.state?.night, key: reply.entry && item.key, line: item.text }
  }
  composer.answered(item.key, reply.entry)
  if (isLogged) composer.clear(item.text)
  else if (isRefused) { composer.putBack(reply.rest || item.text); refusedIn = net.runs }
  if (reply.status === 'asked' && (reply.rest || reply.offer)) composer.putBack(reply.rest || reply.offer, false)
  redraw()
}

if (device) device.onfault = redraw

async function start() {
  await speak().catch(() => null)
  const pin = location.hash.slice(1)
  if (pin) {
    history.replaceState(null, '', location.pathname)
    const refused = await login(pin).catch(() => '')
    if (refused) { pinPage(refused); return }
  }
  begin()
}

start()
