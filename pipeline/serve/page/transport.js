// Where the night lies: here behind HTTP, with `peder serve`. In the app it is in the phone itself, and another file of
// this name, with the same functions, takes the place of this one (`pipeline/serve/app_page/transport.js`).

const PATIENCE = 8000 // ms for an answer
const SILENT = 25000 // ms without a beat after which the server counts as away

/** Whether the night lies in the phone itself. */
export const isLocal = false

/** The address of the table for a screen of its own. */
export const board = '/board'

/** Ask for a path, or send it an object: an answer with `ok`, `status` and `json()`. Rejects if there is none. */
export function ask(path, body, language) {
  const signal = AbortSignal.timeout(PATIENCE)
  const separator = path.includes('?') ? '&' : '?'
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal }
  return fetch(`${path}${separator}lang=${language}`, body ? post : { signal })
}

let source = null
let heard = 0
let hears = null

/** Listen to the night: `hears.alive()` while it can be reached, `hears.state(state, isFirst)` for each state,
`hears.away(isOver)` when it is lost; where that is over, it must be listened to again. */
export function listen(language, newHears) {
  hears = newHears
  source?.close()
  source = new EventSource(`/events?lang=${language}`)
  const own = source
  let first = true
  const alive = () => { heard = Date.now(); hears.alive() }
  source.onopen = alive
  source.addEventListener('beat', alive)
  source.onmessage = (event) => { alive(); hears.state(JSON.parse(event.data), first); first = false }
  source.onerror = () => hears.away(own.readyState === EventSource.CLOSED)
}

setInterval(() => {
  if (source && heard && Date.now() - heard > SILENT) { heard = 0; hears.away(false); hears.again() }
}, 5000)

/** Actions of a phone that has the night itself (`pipeline/serve/app_page/transport.js`). */
export const device = null
