// Texts that this browser remembers between visits, or until the page is closed if it isn't allowed to or has no room.

const held = {}
const folder = location.pathname.replace(/[^/]*$/, '')
const place = (name) => (folder === '/' ? name : `${folder} ${name}`) // apps of one origin remember apart

/** The text remembered under a name, or undefined. */
export function recall(name) {
  if (name in held) return held[name]
  try { return localStorage.getItem(place(name)) ?? undefined } catch { return undefined }
}

/** Remember a text under a name, or forget it. */
export function remember(name, text) {
  delete held[name]
  try {
    if (text === undefined) localStorage.removeItem(place(name))
    else localStorage.setItem(place(name), text)
  } catch { held[name] = text }
}
