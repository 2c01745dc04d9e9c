// The app's files, from this phone: fetched once, then the app needs no network. `peder app` fills in the list, with a
// digest of each, and a version that changes when any file does; the new files are used when the app is opened the next
// time. A folder of which only a part was uploaded so far isn't stored.

const VERSION = '{version}'
const FILES = {files}
const POLICY = "{policy}"
const KINDS = { html: 'text/html', js: 'text/javascript', mjs: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', png: 'image/png', json: 'application/json', webmanifest: 'application/manifest+json', wasm: 'application/wasm', zip: 'application/zip' }

const PREFIX = `peder ${new URL(self.registration.scope).pathname} ` // another app of this origin has its own
const here = (path) => new URL(path, self.registration.scope).href
const unpacked = (file) => (file.endsWith('.gz') ? file.slice(0, -3) : file)
const named = (file) => (file === 'index.html' ? './' : unpacked(file)) // as it is asked for

async function digest(data) {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Fetch a file past the browser's own cache, whole and unpacked, as a response of its kind. */
async function fetched(file) {
  const answer = await fetch(here(file), { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
  const data = await answer.arrayBuffer()
  if (!(await digest(data)).startsWith(FILES[file])) throw new Error(`${file} is of another version`)
  const body = file.endsWith('.gz') ? new Response(data).body.pipeThrough(new DecompressionStream('gzip')) : data
  const kind = KINDS[unpacked(file).split('.').at(-1)] ?? 'application/octet-stream'
  const headers = { 'content-type': kind, 'content-security-policy': POLICY, 'x-content-type-options': 'nosniff' }
  return new Response(await new Response(body).arrayBuffer(), { headers })
}

const opened = () => caches.open(PREFIX + VERSION)

/** Fetch a file and store it. */
async function store(file) {
  const response = await fetched(file)
  await (await opened()).put(here(named(file)), response.clone())
  return response
}

async function install() {
  const cache = await opened()
  for (const file of Object.keys(FILES)) if (!await cache.match(here(named(file)))) await store(file)
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== PREFIX + VERSION) await caches.delete(name)
  await self.clients.claim()
}

/** A file of the app as it is stored; where the browser has deleted it, it is fetched again. */
async function answer(request) {
  const cache = await opened()
  const found = await cache.match(request, { ignoreSearch: true })
  if (found) return found
  const path = request.url.slice(self.registration.scope.length).split(/[?#]/)[0]
  const file = Object.keys(FILES).find((one) => unpacked(one) === path) ?? (request.mode === 'navigate' ? 'index.html' : '')
  if (!file) return fetch(request)
  return await cache.match(here(named(file))) ?? store(file).catch(() => fetch(request))
}

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET' && event.request.url.startsWith(self.registration.scope)) event.respondWith(answer(event.request))
})
