// The night as the server has it, and the lines that wait to be sent: in order, each once.

import { recall, remember } from './memory.js'
import * as transport from './transport.js'
import { language, t } from './words.js'

const AGAIN = 1500 // ms until a line is tried again
const LATER = 8000 // where it was refused for now

const random = (length) =>
  [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => (byte % 36).toString(36)).join('')

const phone = recall('phone') ?? random(14)
remember('phone', phone)

export const net = {
  state: null,
  role: null,
  live: false,
  shown: {}, // what is on the screen: the state's version, and the line or entry that Undo takes back
  queue: remembered(),
  trouble: '', // why the first line that waits was not taken, where it is tried again: no room, for one
  runs: 0, // how often lines that waited were sent
  asked: null, // why the first line that waits isn't sent: what others wrote meanwhile, or another night
  onchange: () => {},
  onanswer: () => {},
  onlogin: () => {},
}

const changed = () => net.onchange()

/** The lines that wait in this browser. Another tab of it may have its own among them. */
function remembered() {
  try { return JSON.parse(recall('queue') ?? '[]') } catch { return [] }
}
const known = new Set(net.queue.map((item) => item.key)) // the lines that this tab has or had

export async function ask(path, body) {
  const answer = await transport.ask(path, body, language)
  if (answer.status === 401) net.onlogin()
  return answer
}

/** Sign in with a PIN. Returns a sentence if that fails. */
export async function login(pin) {
  const answer = await ask('/login', { pin })
  if (!answer.ok) return (await answer.json()).text
  net.role = (await answer.json()).role
  return ''
}

/** Send a line: it waits on this phone until the server has it. Returns its key. */
export const send = (text) => (text.trim() ? enqueue({ text: text.trim() }) : '')

function enqueue(item) {
  const key = newKey()
  net.queue.push({ key, seen: net.shown.version ?? net.state?.version ?? 0, night: net.state?.night ?? null, ...item })
  keep()
  flush()
  return key
}

function newKey() {
  const number = Number(recall('sent') ?? 0) + 1
  remember('sent', number)
  return `${phone}-${number.toString(36)}${random(3)}`
}

/** Drop a waiting line; the server takes it back if it may have arrived without an answer. */
export function drop(key) {
  const place = net.queue.findIndex((item) => item.key === key)
  const item = net.queue[place]
  if (!item || (item.tried && item.undo)) return
  net.queue.splice(place, 1, ...(item.tried ? [{ ...item, key: newKey(), undo: key, tried: false }] : []))
  net.asked = null
  keep()
  flush()
}

/** Take back the line on the screen: a line of this phone by its key, sent or not, or an entry by its number. */
export function takeBack({ key, entry, text }) {
  if (net.queue.some((item) => item.key === key)) drop(key)
  else if (key) enqueue({ text, undo: key })
  else if (entry) send(`u #${entry}`)
}

/** Send the line despite the question about it. */
export function sendAnyway() {
  const first = net.queue[0]
  if (first) Object.assign(first, { seen: net.asked.version, night: net.state.night })
  net.asked = null
  keep()
  flush()
}

function keep() {
  for (const { key } of net.queue) known.add(key)
  const others = remembered().filter(({ key }) => !known.has(key))
  remember('queue', JSON.stringify([...others, ...net.queue]))
  changed()
}

/** A line is answered and waits no longer. */
function leave(item) {
  net.trouble = ''
  net.queue = net.queue.filter((other) => other.key !== item.key)
  keep()
}

let busy = false
let timer = 0

/** Send the waiting lines, one after the other, and try again later if that fails. */
export async function flush() {
  if (busy || !net.queue.length || net.asked || !net.state || (!net.live && (transport.isLocal || !navigator.onLine))) return
  busy = true
  net.runs += 1
  clearTimeout(timer)
  try {
    while (net.queue.length && !net.asked) {
      const item = net.queue[0]
      if (item.night && item.night !== net.state.night) {
        net.asked = { why: 'night', text: item.night, version: net.state.version }
        break
      }
      item.tried = true
      keep()
      const answer = await ask('/lines', item)
      if (answer.status === 400 || answer.status === 413) {
        leave(item)
        net.onanswer({ status: 'refused', text: (await answer.json()).text }, item)
        continue
      }
      const reply = await answer.json().catch(() => ({}))
      if (!answer.ok || reply.status === 'failed') {
        net.trouble = answer.status === 507 ? t('full') : answer.status === 401 ? '' : reply.text ?? ''
        throw new Error(net.trouble)
      }
      net.trouble = ''
      take(reply.state)
      if (reply.status === 'elsewhere') { item.tried = false; continue } // which asks about it
      if (reply.status === 'stale' && !net.queue.includes(item)) continue // dropped meanwhile
      if (reply.status === 'stale') {
        item.tried = false
        net.asked = { why: 'stale', text: reply.text, version: reply.version, rest: reply.rest }
        break
      }
      leave(item)
      net.onanswer(reply, item)
    }
  } catch {
    timer = setTimeout(flush, net.trouble ? LATER : AGAIN)
  } finally {
    busy = false
    changed()
  }
}

/** Show a state, unless a newer one of the night has overtaken it; the `first` of a connection always counts. */
function take(state, first = false) {
  if (!first && state.night === net.state?.night && state.version < net.state.version) return
  net.state = state
  changed()
}

/** The name of the text on whether the night can be reached. */
export const linkName = () => (transport.isLocal ? (net.live ? 'on_phone' : 'starts') : net.live ? 'live' : 'away')

let listening = false

/** Listen to every change; start again after the server was away. */
export function listen() {
  listening = true
  transport.listen(language, {
    alive() { if (!net.live) { net.live = true; changed() } },
    state(state, first) { take(state, first); flush() },
    away(isOver) {
      if (net.live) { net.live = false; changed() }
      if (isOver) setTimeout(enter, AGAIN)
    },
    again: listen,
  })
}

async function enter() {
  try {
    const answer = await ask('/who')
    if (answer.ok) listen()
    else if (answer.status !== 401) setTimeout(enter, AGAIN)
  } catch { setTimeout(enter, AGAIN) }
}

if (!transport.isLocal) {
  addEventListener('online', () => { if (listening) listen(); flush() })
  addEventListener('offline', () => { net.live = false; changed() })
  addEventListener('visibilitychange', () => { if (!document.hidden && listening && !net.live) listen() })
}
