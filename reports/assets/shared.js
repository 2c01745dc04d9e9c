/* What the scripts of single pages share. */

const language = document.documentElement.lang === "da" ? "da-DK" : "en-GB";
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const one = (selector, within = document) => within.querySelector(selector);
const units = one(".units");

function make(name, content, attributes = {}) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...[content].flat().filter((part) => part !== null && part !== undefined));
  return made;
}

/* Chips in the unit that the reader chose, without its name; chips where there is no switch. */
function inUnit(count) {
  const { worth, peder } = units?.dataset ?? {};
  const unit = units?.querySelector(":checked").value ?? "chips";
  const [each, digits] = { money: [worth, 2], chips: [1, 0], peders: [1 / peder, 1] }[unit];
  return (count * each).toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
