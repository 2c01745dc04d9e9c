// The questions of a new night, with answers to type or to tap.

import { $, button, el } from './dom.js'
import { net, send } from './net.js'
import { t } from './words.js'

export function drawQuestion(place) {
  const question = net.state.question
  if (place.dataset.question === question.word && $('answer')) return
  place.dataset.question = question.word
  const answer = el('input', { id: 'answer', value: question.default, autocomplete: 'off', autocapitalize: 'words', 'aria-label': question.asked })
  place.replaceChildren(el('form', { class: 'question', onsubmit: (event) => {
    event.preventDefault()
    if (answer.value.trim()) send(`${question.word} ${answer.value.trim()}`)
  } }, el('p', {}, question.asked), answer, el('div', { class: 'grid three' }, question.choices.map((choice) =>
    button(choice, () => { answer.value = choice }, { 'data-choice': choice }))), el('button', { disabled: net.role !== 'banker' }, t('send'))))
}
