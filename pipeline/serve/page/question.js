// The questions of a new night, with answers to type or to tap.

import { $, button, el } from './dom.js'
import { recall, remember } from './memory.js'
import { net, send } from './net.js'
import { t } from './words.js'

const PASSED = 'passed' // where this browser remembers the optional questions that it passed over: a night and their words

function passedWords() {
  const [night, ...words] = JSON.parse(recall(PASSED) ?? '[]')
  return night === net.state.night ? words : []
}

/** The next question of a new night, if there is one. */
export const openQuestion = () => net.state.question ?? (net.state.optional ?? []).find((question) => !passedWords().includes(question.word))

export function drawQuestion(place, redraw) {
  const question = openQuestion()
  if (place.dataset.question === question.word && $('answer')) return
  place.dataset.question = question.word
  const answer = el('input', { id: 'answer', value: question.default, autocomplete: 'off', autocapitalize: 'words', 'aria-label': question.asked })
  place.replaceChildren(el('form', { class: 'question', onsubmit: (event) => {
    event.preventDefault()
    if (answer.value.trim()) send(`${question.word} ${answer.value.trim()}`)
  } }, el('p', {}, question.asked), answer, el('div', { class: 'grid three' }, question.choices.map((choice) =>
    button(choice, () => { answer.value = choice }, { 'data-choice': choice }))), el('button', { disabled: net.role !== 'banker' }, t('send')),
  question.optional && el('div', { class: 'grid' }, button(t('pass'), () => { remember(PASSED, JSON.stringify([net.state.night, ...passedWords(), question.word])); redraw() }, { 'data-pass': question.word }))))
}
