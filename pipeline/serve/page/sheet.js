// A sheet over the page, closed by its button or by a tap outside it.

import { $, button, el } from './dom.js'

let content = null

export function openSheet(title, draw) {
  content = draw
  const sheet = $('sheet')
  sheet.replaceChildren(el('div', { class: 'back', onclick: closeSheet }), el('div', { class: 'sheet', role: 'dialog', 'aria-label': title },
    el('header', {}, el('h2', {}, title), button('✕', closeSheet, { 'aria-label': 'close', 'data-do': 'close' })),
    el('div', { id: 'in-sheet' }, draw()),
  ))
  sheet.hidden = false
}

/** Draw the open sheet again, with what was tapped in it. */
export const redrawSheet = () => { if (content) $('in-sheet').replaceChildren(...[content()].flat().filter(Boolean)) }

export function closeSheet() {
  content = null
  $('sheet').hidden = true
  $('sheet').replaceChildren()
}
