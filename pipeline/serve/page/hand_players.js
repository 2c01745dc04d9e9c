// The players of a hand: who won, who folded at how many chips, by tapping or by a finger that slides over several.

import { adds, declares, draft, gameOf, tap } from './draft.js'
import { $, button, el } from './dom.js'
import { lastFold, setDid, shareHighLow, toggleFold, toggleWin } from './line.js'
import { net } from './net.js'
import { t } from './words.js'

export function drawPlayers(game) {
  const table = net.state.table
  $('players').className = table.length > 8 ? 'many' : table.length > 6 ? 'some' : ''
  $('players').replaceChildren(...table.map((place) => {
    const { handle } = place
    const did = draft.hand.players[handle]
    const won = draft.hand.wins.filter((win) => win.handle === handle)
    const marks = [place.keeps_bank && '⌂', handle === (draft.hand.dealer || net.state.dealer) && '●', place.pauses && '‖'].filter(Boolean).join('')
    const win = button([el('b', {}, place.name), el('small', {}, won.length ? wonText(won) : [marks + handle, !place.keeps_bank && place.chips, place.amount].filter(Boolean).join(' · '))],
      tap(() => { if (toggleWin(draft.hand, handle) && declares(game)) shareHighLow(draft.hand); draft.touched = handle; draft.pad = { of: null, fresh: true } }, `+${handle}`, false, 'hand'),
      { class: 'win', 'aria-pressed': String(!!won.length), 'data-win': handle })
    const fold = button(did ? didText(did) : t(game?.in_or_out ? 'in' : 'fold'), tap(() => foldOrIn(handle, game), handle),
      { class: `fold ${did?.did ?? ''}`, 'aria-pressed': String(!!did), 'data-fold': handle })
    return el('div', { class: `player${draft.touched === handle ? ' touched' : ''}${place.pauses ? ' pauses' : ''}` }, win, fold)
  }))
}

/** A finger that slides: along a row over several who folded, and from there to the number at which they did. */
export function swipe(phone, drawAround) {
  let slid = []
  let isSlide = false
  const under = ({ clientX, clientY }, what) => document.elementFromPoint(clientX, clientY)?.closest(what)
  return {
    ontouchstart: (event) => {
      const first = under(event.touches[0], '[data-fold]')
      slid = first && !adds() ? [first] : []
      isSlide = false
    },
    ontouchmove: (event) => {
      if (!slid.length) return
      const fold = under(event.touches[0], '[data-fold]')
      isSlide ||= fold !== slid[0]
      if (!isSlide) return
      if (fold && !slid.includes(fold) && fold.getBoundingClientRect().y === slid[0].getBoundingClientRect().y) slid.push(fold)
      const game = gameOf(phone)
      for (const { dataset, classList } of slid) {
        if (!draft.hand.players[dataset.fold]) foldOrIn(dataset.fold, game)
        classList.add('slid')
      }
      drawAround(game) // the players stay, for the finger is on them
    },
    ontouchend: (event) => {
      if (!isSlide) return
      if (event.cancelable) event.preventDefault() // no click on the first
      const chips = under(event.changedTouches[0], '[data-step]')?.dataset.step
      for (const { dataset } of chips ? slid : []) draft.hand.players[dataset.fold].chips = chips
      draft.redraw(true)
    },
  }
}

function foldOrIn(handle, game) {
  if (game?.in_or_out) setDid(draft.hand, handle, 'match')
  else toggleFold(draft.hand, handle, lastFold(draft.hand) ?? game?.ante ?? 0)
  draft.touched = handle
  draft.step = 'level'
  draft.pad = { of: draft.hand.players[handle] && !game?.in_or_out ? { handle, field: 'chips' } : null, fresh: true }
}

const wonText = (won) => `${t('won')} ${won.map((win) => [win.chips, win.half, win.meld, win.peder && '*', win.shadow && `/${win.shadow}`].filter(Boolean).join(' ')).join(', ')}`

function didText(one) {
  const marks = `${one.peder ? '*' : ''}${one.shadow ? `/${one.shadow}` : ''} ${one.half ?? ''} ${one.meld ?? ''}`.trimEnd()
  const text = { fold: t('at', { chips: one.chips || 0 }), stay: `${t('stayed')}${one.chips ? ` =${one.chips}` : ''}`, out: t('out'), match: `${t('matches')} ${one.chips}` }
  return `${text[one.did]}${marks}`
}
