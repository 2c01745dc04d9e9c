// What this browser remembers between visits. Where it may not, or has no room, it does so until the page is closed.

const held = {}
const folder = location.pathname.replace(/[^/]*$/, '')
const place = (name) => (folder === '/' ? name : `${folder} ${name}`) // apps of one origin remember apart

/** What was remembered under a name; undefined if nothing was. */
export function recall(name) {
  if (name in held) return held[name]
  try { return localStorage.getItem(place(name)) ?? undefined } catch { return undefined }
}

/** Remember a text under a name, or forget what was. */
export function remember(name, text) {
  delete held[name]
  try {
    if (text === undefined) localStorage.removeItem(place(name))
    else localStorage.setItem(place(name), text)
  } catch { held[name] = text }
}
