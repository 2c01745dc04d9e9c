// The app's files, from this phone: fetched once, then the app needs no network. `peder app` fills in the list and a
// version, which changes when any file does; the new files are used when the app is opened the next time.

const VERSION = '{version}'
const FILES = {files}
const POLICY = "{policy}"
const KINDS = { html: 'text/html', js: 'text/javascript', mjs: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', json: 'application/json', webmanifest: 'application/manifest+json', wasm: 'application/wasm', zip: 'application/zip' }

const cacheName = (version) => `peder-${version}`
const here = (path) => new URL(path, self.registration.scope).href

/** Fetch a file past the browser's own cache, unpacked where it is packed, as a response of its kind. */
async function fetched(file) {
  const answer = await fetch(here(file), { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
  const isPacked = file.endsWith('.gz')
  const path = isPacked ? file.slice(0, -3) : file
  const body = isPacked ? answer.body.pipeThrough(new DecompressionStream('gzip')) : answer.body
  const data = await new Response(body).arrayBuffer() // whole: half a file must not be stored
  const kind = KINDS[path.split('.').at(-1)] ?? 'application/octet-stream'
  const headers = { 'content-type': kind, 'content-security-policy': POLICY, 'x-content-type-options': 'nosniff' }
  return [path === 'index.html' ? './' : path, new Response(data, { headers })]
}

async function install() {
  const cache = await caches.open(cacheName(VERSION))
  for (const file of FILES) {
    const [path, response] = await fetched(file)
    await cache.put(here(path), response)
  }
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith('peder-') && name !== cacheName(VERSION)) await caches.delete(name)
  await self.clients.claim()
}

async function answer(request) {
  const cache = await caches.open(cacheName(VERSION))
  const wanted = request.mode === 'navigate' ? here('./') : request
  return await cache.match(wanted, { ignoreSearch: true }) ?? fetch(request)
}

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET' && event.request.url.startsWith(self.registration.scope)) event.respondWith(answer(event.request))
})
