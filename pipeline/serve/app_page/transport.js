// Where the night lies: in this phone, in a web worker. The functions are those of `pipeline/serve/page/transport.js`.

export const isLocal = true

const base = new URL('../', import.meta.url)
let worker = null
let hears = null
let isReady = false
let next = 1
const waiting = new Map()

/** Have the service worker store the files of the app, and answer for them from then on. */
async function install() {
  if (!navigator.serviceWorker || !navigator.locks) throw new Error('insecure')
  await navigator.serviceWorker.register(new URL('sw.js', base), { scope: base.pathname, updateViaCache: 'none' })
  await navigator.serviceWorker.ready
  if (navigator.serviceWorker.controller) return
  await new Promise((resolve) => { navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }) })
}

function run() {
  worker = new Worker(new URL('worker.js', base), { type: 'module' })
  worker.onmessage = ({ data }) => take(data)
  worker.onerror = (event) => fault('broken', event.message)
}

function take({ id, status, text, state, ready, fault: wrong }) {
  if (id) {
    waiting.get(id)?.({ ok: status === 200, status, json: async () => JSON.parse(text) })
    waiting.delete(id)
  } else if (ready) {
    isReady = true
    device.fault = null
    hears?.alive()
    view()
  } else if (wrong) fault(wrong, text)
  else if (state) {
    localStorage.state = state
    hears?.state(JSON.parse(state), true)
  }
}

function fault(name, text = '') {
  device.fault = { name, text }
  hears?.away(false)
  device.onfault()
}

const asked = (message) => new Promise((resolve) => {
  const id = next++
  waiting.set(id, resolve)
  worker.postMessage({ ...message, id })
})

const installed = install()
const running = installed.then(run)
running.catch(({ message }) => (message === 'insecure' ? fault(message) : fault('broken', message)))

/** Ask as a phone asks a server; before Python runs, the texts and games are those of the folder. */
export async function ask(path, body, language) {
  if (path.startsWith('/words/')) return fetch(new URL(`words/${path.slice(7)}.json`, base))
  if (path === '/who' && !isReady) return installed.then(() => fetch(new URL('who.json', base)))
  await running
  const url = `${path}${path.includes('?') ? '&' : '?'}lang=${language}`
  const answer = await asked({ url, body: body ? JSON.stringify(body) : '' })
  if (path === '/games' && body?.add) view()
  if (path === '/lines') answer.json().then(({ state }) => { if (state) localStorage.state = JSON.stringify(state) })
  return answer
}

let language = 'en'
const view = () => worker.postMessage({ view: language })

/** Show the night as it was when the app was closed, then as it is. */
export function listen(spoken, newHears) {
  language = spoken
  hears = newHears
  if (isReady) { hears.alive(); view() } else if (localStorage.state) hears.state(JSON.parse(localStorage.state), true)
}

/** What only this phone can do: its nights, and sending one. */
export const device = {
  fault: null, // why the log can't be used: a name and a text
  onfault: () => {},
  nights: async () => (await ask('/nights', null, language)).json(),
  open: async (night) => {
    const answer = await ask('/night', { night }, language)
    view()
    return answer.ok ? '' : (await answer.json()).text
  },
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
