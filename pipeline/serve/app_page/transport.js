// Where the night lies: in this phone, in a web worker. The functions are those of `pipeline/serve/page/transport.js`.
//
// Each tab has a worker, and one of them, which holds a lock, runs the log for all: tabs and workers speak on one channel.
// When that tab is closed, the next worker gets the lock and runs the log.

import { recall, remember } from './memory.js'

export const isLocal = true
/** The address of the table for a window of its own. */
export const board = 'board.html'

const PATIENCE = 8000 // ms for an answer from another tab, which may be asleep
const NOBODY = JSON.stringify({ role: 'banker', games: { games: [], additions: [], commands: {} } }) // where nothing can be logged
const base = new URL('../', import.meta.url)
const channel = self.BroadcastChannel ? new BroadcastChannel(`peder ${base.pathname}`) : null // another folder of this origin is another app
const tab = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(36)).join('')
const waiting = new Map()
let worker = null
let runs = '' // where the log is: 'here', in the tab's own worker, or 'there', in that of another one
let isReady = false
let ready = null // resolved when the log runs
let running = new Promise((resolve) => { ready = resolve })
let hears = null
let language = 'en'
let next = 1

/** Have the service worker store the files of the app, and answer for them from then on. */
async function install() {
  if (!navigator.serviceWorker || !navigator.locks || !channel) throw new Error('insecure')
  const place = new URL('sw.js', base)
  const registration = await navigator.serviceWorker.register(place, { scope: base.pathname, updateViaCache: 'none' }).catch(async (error) => {
    const known = await navigator.serviceWorker.getRegistration(base.pathname).catch(() => null) // without a network, what is stored
    if (!known) throw new Error(error.name === 'SecurityError' || error.name === 'NotSupportedError' ? 'no_storage' : `${error.message}`)
    return known
  })
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && navigator.serviceWorker.controller) { device.hasUpdate = true; device.onfault() }
    })
  })
  device.hasUpdate = !!registration.waiting
  if (navigator.serviceWorker.controller) return
  await Promise.race([navigator.serviceWorker.ready, failed(registration)])
  if (navigator.serviceWorker.controller) return
  await new Promise((resolve) => { navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }) })
}

/** Rejects if the files of the first visit can't all be fetched. */
const failed = ({ installing }) => new Promise((_, reject) => {
  const look = () => { if (installing?.state === 'redundant') reject(new Error('install')) }
  installing?.addEventListener('statechange', look)
  look()
})

/** Start this tab's worker, which waits for the lock, or has it at once. */
function run(steal = '') {
  worker?.terminate()
  worker = new Worker(new URL(`worker.js?tab=${tab}&steal=${steal}`, base), { type: 'module' })
  worker.onmessage = ({ data }) => take(data)
  worker.onerror = (event) => fault('broken', event.message)
}

function hear() {
  channel.onmessage = ({ data }) => {
    if (data.find && runs === 'here') channel.postMessage(isReady ? { ready: tab } : { starts: tab })
    else if (!data.find) take(data)
  }
}

/** Handle a message from a worker: this tab's own, or the one that has the log. */
function take({ id, status, text, changed, starts, ready: whose, fault: wrong }) {
  if (id) {
    waiting.get(id)?.({ ok: status === 200, status, json: async () => JSON.parse(text) })
    waiting.delete(id)
  } else if (starts) {
    lose()
    runs = starts === tab ? 'here' : 'there'
    device.fault = null
    device.onfault()
  } else if (whose) {
    runs = whose === tab ? 'here' : 'there'
    isReady = true
    device.fault = null
    ready()
    lookForLost().finally(() => { hears?.alive(); view() })
  } else if (changed && changed !== tab && isReady) view()
  else if (wrong === 'second') find()
  else if (wrong === 'taken') { lose(); run() } // another tab has stolen the lock: wait for it again
  else if (wrong) fault(wrong, text)
}

/** Look for the tab that has the log; if none answers, it sleeps. */
function find() {
  runs = ''
  channel.postMessage({ find: true })
  setTimeout(() => { if (!runs) fault('other_tab') }, PATIENCE / 2)
}

/** The log moved to another tab: repeat the open requests. */
function lose() {
  if (isReady) running = new Promise((resolve) => { ready = resolve })
  isReady = false
  for (const answer of waiting.values()) answer({ ok: false, status: 503, json: async () => ({}) })
  waiting.clear()
  hears?.away(false)
}

function fault(name, text = '') {
  lose()
  device.fault = { name, text }
  device.onfault()
}

/** Whether the browser has deleted lines of the night that was shown last. */
async function lookForLost() {
  const { night, version: had } = JSON.parse(recall('state') ?? '{}')
  if (!had || runs !== 'here') return
  const has = (await device.nights()).find((one) => one.night === night)?.entries ?? 0
  if (has < had) device.news = { name: 'lost', values: { night, had, has } }
}

/** Ask the worker that has the log. */
const asked = (message) => new Promise((resolve) => {
  const id = `${tab}-${next++}`
  waiting.set(id, resolve)
  if (runs === 'here') worker.postMessage({ ...message, id, tab })
  else {
    channel.postMessage({ ...message, id, tab })
    setTimeout(() => { if (waiting.has(id)) fault('other_tab') }, PATIENCE)
  }
})

document.addEventListener('visibilitychange', () => { if (!document.hidden && device.fault?.name === 'other_tab') find() })

const installed = install()
installed.then(() => { hear(); run() }).catch(({ message }) => (['insecure', 'no_storage', 'install'].includes(message) ? fault(message) : fault('broken', message)))

/** Ask as a phone asks a server; before Python runs, the texts and games are those of the folder. */
export async function ask(path, body, spoken) {
  if (path.startsWith('/words/')) return fetch(new URL(`words/${path.slice(7)}.json`, base))
  if (path === '/who' && !isReady) return installed.then(() => fetch(new URL('who.json', base)), () => new Response(NOBODY))
  await running
  const url = `${path}${path.includes('?') ? '&' : '?'}lang=${spoken}`
  const answer = await asked({ url, body: body ? JSON.stringify(body) : '' })
  if (path === '/games' && body?.add) view()
  if (path === '/lines' && answer.ok) answer.json().then(({ state }) => { if (state) remember('state', JSON.stringify(state)) })
  return answer
}

/** Show the night as it is. */
async function view() {
  const answer = await asked({ view: language })
  if (!answer.ok) return
  const state = await answer.json()
  remember('state', JSON.stringify(state))
  hears?.state(state, true)
}

/** Show the night as it was when the app was closed, then as it is. */
export function listen(spoken, newHears) {
  language = spoken
  hears = newHears
  const before = recall('state')
  if (isReady) { hears.alive(); view() } else if (before) hears.state(JSON.parse(before), true)
}

/** What only this phone can do: its nights, and sending one. */
export const device = {
  fault: null, // why the log can't be used: a name and a text
  news: null, // what the reader must know: the name of a text and its values
  hasUpdate: false, // whether a newer version of the app waits until it is opened the next time
  onfault: () => {},
  nights: async () => (await ask('/nights', null, language)).json(),
  open: async (night) => {
    const answer = await ask('/night', { night }, language)
    view()
    return answer.ok ? '' : (await answer.json()).text
  },
  /** Have the log here, and no longer in another tab, which may be asleep. */
  takeOver: () => {
    device.fault = null
    run('lock')
    device.onfault()
  },
  /** Whether the browser has promised to keep what is stored. */
  isKept: async () => await navigator.storage?.persisted?.() ?? false,
  /** Hand the night's journal to the phone's share sheet, else download it. */
  send: async () => {
    const { night, text } = await (await ask('/journal', null, language)).json()
    const file = new File([text], `${night}.jsonl`, { type: 'application/json' })
    const shared = [file, new File([text], `${night}.txt`, { type: 'text/plain' })].find((one) => navigator.canShare?.({ files: [one] }))
    if (shared) {
      try { await navigator.share({ files: [shared], title: night }); return } catch (error) { if (error.name === 'AbortError') return }
    }
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = file.name
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60000)
  },
}
