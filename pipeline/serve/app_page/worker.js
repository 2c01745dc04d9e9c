// The log itself: CPython in this worker, the night's files in its memory and, before a line is answered, on the phone.

import { app, files, isFull } from './files.js'
import { loadPyodide } from './runtime/pyodide.mjs'

const STORE = '/store'
const { tab, steal } = Object.fromEntries(new URL(self.location.href).searchParams)
const channel = new BroadcastChannel(app)
let python = null
let pocket = null
let asked = Promise.resolve() // one request after the other
let isOver = false // another worker has the log

const say = (message) => postMessage(message)
/** Say it to every tab. */
const tell = (message) => { say(message); channel.postMessage(message) }
/** What is wrong, in a line: of an error of Python's the last one. */
const why = (error) => String(error?.message ?? error).trim().split('\n').at(-1)

/** Hold the lock that the only log of this phone has: wait for it, or `steal` it from a tab that may be asleep. */
function hold(options = {}) {
  return new Promise((resolve) => {
    navigator.locks.request(app, options, (lock) => {
      if (!lock) { say({ fault: 'second' }); hold().then(resolve); return undefined }
      resolve()
      return new Promise(() => {})
    }).catch(over) // stolen
  })
}

/** Stop: the log goes on in another tab. */
function over() {
  if (isOver) return
  isOver = true
  say({ fault: 'taken' })
}

async function start() {
  tell({ starts: tab })
  navigator.storage?.persist?.().catch(() => false) // a browser may ask the reader, and the log needn't wait
  const [stored, runtime, sources, people, games, usual] = await Promise.all([
    files.load().catch((error) => { throw Object.assign(error, { fault: 'no_storage' }) }),
    loadPyodide({ indexURL: new URL('runtime/', import.meta.url).href }),
    fetch('log.zip').then((answer) => answer.arrayBuffer()),
    fetch('people.json').then((answer) => answer.text()),
    fetch('games.json').then((answer) => answer.json()),
    fetch('usual.json').then((answer) => answer.text()),
  ])
  python = runtime
  python.FS.writeFile('/log.zip', new Uint8Array(sources))
  write(stored)
  for (const [name, text] of Object.entries(games)) write(new Map([[`${STORE}/games/${name}`, new TextEncoder().encode(text)]]))
  python.globals.set('people', people)
  python.globals.set('usual', usual)
  python.runPython(`
import sys, zipfile
with zipfile.ZipFile("/log.zip") as log:
    log.extractall("/app")
sys.path.insert(0, "/app")
sys.dont_write_bytecode = True
from pipeline.serve.pocket import open_pocket
`)
  open()
  await files.save(python.FS, STORE).catch((error) => { if (!isFull(error)) throw error }) // what is stored can be read
  tell({ ready: tab })
}

/** Write files into Python's memory. */
function write(stored) {
  for (const [path, data] of stored) {
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')))
    python.FS.writeFile(path, data)
  }
}

function open() {
  pocket?.destroy()
  pocket = python.runPython(`open_pocket("${STORE}", people, usual)`)
}

/** Answer a request; what it wrote is on the phone before the answer leaves. */
async function answer({ id, tab: whose, url, body, view }, reply) {
  if (view) { reply({ id, status: 200, text: pocket.view(view) }); return }
  const result = pocket.ask(url, body ?? '')
  const [status, text] = result.toJs()
  result.destroy()
  try {
    await files.save(python.FS, STORE)
  } catch (error) {
    if (error.name === 'AbortError') { over(); return }
    for (const path of files.paths(python.FS, STORE)) python.FS.unlink(path) // go back to what is stored
    write(await files.load())
    open()
    reply({ id, status: isFull(error) ? 507 : 500, text: JSON.stringify({ text: why(error) }) })
    return
  }
  reply({ id, status, text })
  if (body) tell({ changed: whose })
}

function take(request, reply) {
  asked = asked.then(() => answer(request, reply))
    .catch((error) => reply({ id: request.id, status: 500, text: JSON.stringify({ text: why(error) }) }))
}

// Once this worker has the lock it runs the log for all tabs.
asked = hold(steal ? { steal: true } : { ifAvailable: true }).then(start)
asked.then(() => {
  onmessage = ({ data }) => { if (!isOver) take(data, say) }
  channel.onmessage = ({ data }) => { if (data.id && data.tab && !isOver) take(data, (message) => channel.postMessage(message)) }
}, (error) => say({ fault: error.fault ?? 'broken', text: why(error) }))
