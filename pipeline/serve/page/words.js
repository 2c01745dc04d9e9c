// The texts of the page in the phone's language, from the server's catalogue.

import { recall, remember } from './memory.js'
import { ask } from './transport.js'

export const LANGUAGES = { da: 'Dansk', en: 'English' }

let texts = {}
export let language = recall('language') ?? (/^(da|nb|nn|no)\b/.test(navigator.language) ? 'da' : 'en')

/** Load the texts of a language. */
export async function speak(code = language) {
  const answer = await ask(`/words/${code}`, null, code)
  if (!answer.ok) throw new Error(`words: ${answer.status}`)
  texts = await answer.json()
  language = document.documentElement.lang = code
  remember('language', code)
}

/** A text by its name, its `{places}` filled in. */
export const t = (name, values = {}) =>
  (texts[name] ?? name).replace(/\{(\w+)\}/g, (whole, place) => values[place] ?? whole)

/** The first word of a line of the log: a command in Danish or English. */
let commands = {}
export const setCommands = (known) => { commands = known }
export const command = (name) => commands[name]?.[language] ?? name

export const MELDS = {
  da: ['par', '2par', '3ens', 'straight', 'fl', 'hus', '4ens', 'sf', '5ens'],
  en: ['pair', '2pair', 'trips', 'straight', 'flush', 'full', 'quads', 'sf', 'five'],
}
