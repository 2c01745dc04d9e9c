// The ranks of a meld (`hus-K-4`, a low `6-4`), and the counts of 7/27.

import { button, el } from './dom.js'
import { closeSheet, openSheet, redrawSheet } from './sheet.js'
import { MELDS, language, t } from './words.js'

const RANKS = ['A', 'K', 'Q', 'J', '10', '9', '8', '7', '6', '5', '4', '3', '2']

export function rankSheet(one, game, write, redraw) {
  const put = (meld) => {
    if (write) { write(meld); closeSheet(); return }
    one.meld = meld
    redrawSheet()
    redraw()
  }
  if (game?.counts) {
    const counts = [...Array(56).keys()].map((half) => `${Math.floor(half / 2)}${half % 2 ? ',5' : ',0'}`).filter((count) => count.endsWith('5'))
    openSheet(t('counts'), () => el('div', { class: 'grid seven' }, counts.map((count) =>
      button(count, () => put(count), { 'aria-pressed': String(one?.meld === count), 'data-rank': count }))))
    return
  }
  openSheet(t('ranks'), () => [
    el('p', {}, el('code', {}, one?.meld || '–')),
    !one?.meld && el('div', { class: 'grid three' }, MELDS[language].map((word) => button(word, () => put(word), { 'data-first': word }))),
    el('div', { class: 'grid seven' }, RANKS.map((rank) =>
      button(rank, () => put(one?.meld ? `${one.meld}-${rank}` : rank), { 'data-rank': rank }))),
    el('div', { class: 'grid three' }, button('⌫', () => put((one?.meld ?? '').split('-').slice(0, -1).join('-'))), button(t('done'), closeSheet, { 'data-do': 'done' })),
  ])
}
