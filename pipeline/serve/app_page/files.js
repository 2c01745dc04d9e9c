// The night's files on the phone, in IndexedDB: pieces of files, so that a line that is added to a journal is one small
// piece. What changed since the last time is stored in one transaction, on disk before `save` ends, all of it or nothing.

const known = new Map() // path → what is stored: bytes and the time of the file in memory
const IGNORED = /\.(lock|holder)$/

let database = null

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function opened() {
  if (database) return database
  const request = indexedDB.open('peder', 1)
  request.onupgradeneeded = () => request.result.createObjectStore('pieces', { keyPath: ['path', 'at'] })
  database = await done(request)
  return database
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

export const files = {
  paths,

  /** All files that are stored, by path. */
  async load() {
    const pieces = await done((await opened()).transaction('pieces').objectStore('pieces').getAll())
    const parts = Map.groupBy ? Map.groupBy(pieces, (piece) => piece.path) : grouped(pieces)
    known.clear()
    for (const [path, its] of parts) {
      const data = new Uint8Array(its.reduce((sum, piece) => sum + piece.data.length, 0))
      for (const piece of its) data.set(piece.data, piece.at) // in the order of their keys
      known.set(path, { data, time: 0 })
    }
    return new Map([...known].map(([path, one]) => [path, one.data]))
  },

  /** Store what has changed in a folder of Python's memory. Rejects where there is no room; then nothing is stored. */
  async save(FS, folder) {
    const now = new Map()
    const changes = []
    for (const path of paths(FS, folder)) {
      const stat = FS.stat(path)
      const time = Number(stat.mtime)
      const before = known.get(path)
      if (before && before.time === time && before.data.length === stat.size && stat.size > 100) { now.set(path, before); continue }
      const data = FS.readFile(path)
      now.set(path, { data, time })
      if (before && startsWith(data, before.data)) {
        if (data.length > before.data.length) changes.push((pieces) => pieces.put({ path, at: before.data.length, data: data.slice(before.data.length) }))
      } else changes.push((pieces) => { pieces.delete(all(path)); pieces.put({ path, at: 0, data }) })
    }
    for (const path of known.keys()) if (!now.has(path)) changes.push((pieces) => pieces.delete(all(path)))
    if (changes.length) {
      const transaction = (await opened()).transaction('pieces', 'readwrite', { durability: 'strict' })
      const ended = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve
        transaction.onabort = transaction.onerror = () => reject(transaction.error)
      })
      for (const change of changes) change(transaction.objectStore('pieces'))
      await ended
    }
    known.clear()
    for (const [path, one] of now) known.set(path, one)
  },
}

function grouped(pieces) {
  const parts = new Map()
  for (const piece of pieces) parts.set(piece.path, [...(parts.get(piece.path) ?? []), piece])
  return parts
}
