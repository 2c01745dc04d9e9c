// The night's files on the phone, in IndexedDB: pieces of files, so that a line that is added to a journal is one small
// piece. What changed since the last time is stored in one transaction, on disk before `save` ends, all of it or nothing.
//
// A browser may drop a database that was open when it was killed, so a second copy of each file is in the origin private
// file system: written after the database and before `save` ends, and read where the database is new. A browser
// without one does without.
//
// One piece says which worker owns the files. A worker that lost them, such as one that slept while another tab went on,
// can't store anything any more.

const known = new Map() // path → what is stored: bytes, the time of the file in memory, where its last piece begins
const IGNORED = /\.(lock|holder)$/
export const app = `peder ${new URL('.', import.meta.url).pathname}` // apart from those of other folders of this origin
const OWNER = '' // the path of the piece that says whose the files are
const me = crypto.getRandomValues(new Uint32Array(2)).join('-')
let owner = null // who owned the files when they were loaded: this worker, if there was room to say so

let database = null
const copied = new Set() // the paths whose second copy this worker has written

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function opened() {
  if (database) return database
  const request = indexedDB.open(app, 1)
  request.onupgradeneeded = () => request.result.createObjectStore('pieces', { keyPath: ['path', 'at'] })
  database = await done(request)
  database.onclose = () => { database = null } // the browser has deleted it
  database.onversionchange = () => { database.close(); database = null }
  return database
}

/** What `work` does with the pieces in one transaction, once that is on disk. */
async function inOne(mode, work) {
  let transaction = null
  try { transaction = (await opened()).transaction('pieces', mode, { durability: 'strict' }) } catch (error) {
    if (error.name !== 'InvalidStateError') throw error
    database = null // it was closed under our hands
    transaction = (await opened()).transaction('pieces', mode, { durability: 'strict' })
  }
  const ended = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve
    transaction.onabort = () => reject(transaction.error ?? new DOMException('', 'AbortError'))
  })
  const made = work(transaction.objectStore('pieces')).catch((error) => {
    try { transaction.abort() } catch { /* it was aborted already */ }
    throw error
  })
  const [result] = await Promise.all([made, ended])
  return result
}

const all = (path) => IDBKeyRange.bound([path, 0], [path, Infinity])

/** The paths of the files in a folder of Python's memory that are stored. */
function paths(FS, folder) {
  if (!FS.analyzePath(folder).exists) return []
  return FS.readdir(folder).filter((name) => name !== '.' && name !== '..').flatMap((name) => {
    const path = `${folder}/${name}`
    return FS.isDir(FS.stat(path).mode) ? paths(FS, path) : IGNORED.test(name) ? [] : [path]
  })
}

const startsWith = (data, start) => start.length <= data.length && start.every((byte, place) => data[place] === byte)

const copies = async () => (await navigator.storage.getDirectory()).getDirectoryHandle(encodeURIComponent(app), { create: true })

/** The second copies, by path. */
async function readCopies() {
  const found = new Map()
  try {
    for await (const [name, handle] of (await copies()).entries()) found.set(decodeURIComponent(name), new Uint8Array(await (await handle.getFile()).arrayBuffer()))
  } catch { /* a browser without them */ }
  return found
}

/** Bring the second copies up to date with files that have changed, as they are `now`, and with those that are gone. */
async function copy(now, changed, gone) {
  try {
    const folder = await copies()
    for (const path of gone) await folder.removeEntry(encodeURIComponent(path)).catch(() => {})
    for (const [path, { data, last }] of now) {
      if (copied.has(path) && !changed.includes(path)) continue
      const file = await folder.getFileHandle(encodeURIComponent(path), { create: true })
      const handle = await file.createSyncAccessHandle()
      try {
        const from = copied.has(path) && handle.getSize() >= last ? last : 0
        handle.write(data.subarray(from), { at: from })
        handle.truncate(data.length)
        handle.flush()
      } finally { handle.close() }
      copied.add(path)
    }
  } catch { copied.clear() /* a browser without them, or without room: all again next time */ }
}

export const isFull = (error) => error?.name === 'QuotaExceededError'

export const files = {
  paths,

  /** All files that are stored, by path; they are this worker's from then on. */
  async load() {
    let before = null
    try {
      before = await inOne('readwrite', async (pieces) => {
        const whose = await done(pieces.get([OWNER, 0]))
        await done(pieces.put({ path: OWNER, at: 0, owner: me }))
        return whose
      })
      owner = me
    } catch (error) {
      if (!isFull(error)) throw error // without room, they are ours with the first line that can be stored
      before = await inOne('readonly', (pieces) => done(pieces.get([OWNER, 0])))
      owner = before?.owner ?? null
    }
    const parts = new Map()
    for (const piece of await inOne('readonly', (pieces) => done(pieces.getAll()))) {
      if (piece.path !== OWNER) parts.set(piece.path, [...(parts.get(piece.path) ?? []), piece])
    }
    known.clear()
    if (!before && !parts.size) return readCopies() // all of them are stored with the next `save`
    for (const [path, its] of parts) {
      const data = new Uint8Array(its.reduce((sum, piece) => sum + piece.data.length, 0))
      for (const piece of its) data.set(piece.data, piece.at) // in the order of their keys
      known.set(path, { data, time: 0, last: its.at(-1).at })
    }
    return new Map([...known].map(([path, one]) => [path, one.data]))
  },

  /** Store what has changed in a folder of Python's memory. Rejects where there is no room (QuotaExceededError), or the
  files are another worker's by now (AbortError); then nothing is stored. */
  async save(FS, folder) {
    const now = new Map()
    const changed = []
    for (const path of paths(FS, folder)) {
      const stat = FS.stat(path)
      const time = Number(stat.mtime)
      const before = known.get(path)
      if (before && before.time === time && before.data.length === stat.size && stat.size > 100) { now.set(path, before); continue }
      const data = FS.readFile(path)
      const isLonger = before && startsWith(data, before.data)
      now.set(path, { data, time, last: !isLonger ? 0 : data.length > before.data.length ? before.data.length : before.last })
      if (!isLonger || data.length > before.data.length) changed.push(path)
    }
    const gone = [...known.keys()].filter((path) => !now.has(path))
    if (changed.length || gone.length) await inOne('readwrite', (pieces) => store(pieces, now, changed, gone))
    await copy(now, changed, gone)
    known.clear()
    for (const [path, one] of now) known.set(path, one)
  },
}

/** Store files that have changed, as they are `now`, and delete those that are gone. */
async function store(pieces, now, changed, gone) {
  const whose = await done(pieces.get([OWNER, 0]))
  if (whose && whose.owner !== owner) { pieces.transaction.abort(); return }
  if (!whose) for (const path of now.keys()) changed.includes(path) || changed.push(path) // deleted meanwhile: all again
  if (whose?.owner !== me) pieces.put({ path: OWNER, at: 0, owner: me })
  for (const path of changed) {
    const { data, last } = now.get(path)
    if (whose && last) pieces.put({ path, at: last, data: data.slice(last) })
    else {
      pieces.delete(all(path))
      pieces.put({ path, at: 0, data })
      now.get(path).last = 0
    }
  }
  for (const path of gone) pieces.delete(all(path))
  owner = me
}
