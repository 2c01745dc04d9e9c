// The log itself: CPython in this worker, the night's files in its memory and, before a line is answered, on the phone.

import { files } from './files.js'
import { loadPyodide } from './runtime/pyodide.mjs'

const STORE = '/store'
let python = null
let pocket = null
let asked = Promise.resolve() // one request after the other

const say = (message) => postMessage(message)
/** What is wrong, in a line: of an error of Python's the last one. */
const why = (error) => String(error?.message ?? error).trim().split('\n').at(-1)

/** Wait for this phone's only log: another tab may have it open. */
function alone() {
  return new Promise((resolve) => {
    const hold = () => { resolve(); return new Promise(() => {}) }
    navigator.locks.request('peder', { ifAvailable: true }, (lock) => {
      if (lock) return hold()
      say({ fault: 'other_tab' })
      navigator.locks.request('peder', hold)
      return undefined
    })
  })
}

async function start() {
  navigator.storage?.persist?.().catch(() => false) // a browser may ask the reader, and the log needn't wait
  const [stored, runtime, sources, people, games, usual] = await Promise.all([
    alone().then(() => files.load()),
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
  await files.save(python.FS, STORE)
  say({ ready: true })
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
async function answer({ id, url, body }) {
  const result = pocket.ask(url, body ?? '')
  const [status, text] = result.toJs()
  result.destroy()
  try {
    await files.save(python.FS, STORE)
  } catch (error) { // no room: go back to what is stored
    for (const path of files.paths(python.FS, STORE)) python.FS.unlink(path)
    write(await files.load())
    open()
    say({ id, status: 507, text: JSON.stringify({ text: why(error) }) })
    return
  }
  say({ id, status, text })
}

onmessage = ({ data }) => {
  asked = asked.then(async () => {
    if (data.view) say({ state: pocket.view(data.view) })
    else await answer(data)
  }).catch((error) => say({ id: data.id, status: 500, text: JSON.stringify({ text: why(error) }) }))
}

asked = start().catch((error) => { say({ fault: 'broken', text: why(error) }); throw error })
