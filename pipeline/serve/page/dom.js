// Elements made of plain data; typed texts are never read as HTML.

export const $ = (id) => document.getElementById(id)

/** An element with properties (`class`, `onclick`, `data-…`, `disabled`) and children: elements or texts. */
export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value)
    else if (value === true) made.setAttribute(name, '')
    else if (value !== false && value != null) made.setAttribute(name, value)
  }
  made.append(...children.flat().filter((child) => child != null && child !== false))
  return made
}

export const button = (text, onclick, properties = {}) => el('button', { type: 'button', onclick, ...properties }, text)

const field = (event) => event.target?.closest?.('button, input, textarea') != null
let pressed = false
let presses = 0
let waiting = null

/** Draw now, or when the finger is lifted: a button that is replaced under a finger isn't tapped. */
export function whenFree(draw) {
  if (pressed) waiting = draw
  else draw()
}

addEventListener('pointerdown', (event) => { pressed = field(event); presses += 1 }, true)
for (const end of ['pointerup', 'pointercancel']) {
  addEventListener(end, () => {
    const press = presses
    setTimeout(() => {
      if (press !== presses) return // the next finger is down
      pressed = false
      const draw = waiting
      waiting = null
      draw?.()
    }, 30)
  }, true)
}
