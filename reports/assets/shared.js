/* Shared by the scripts of all pages. */

const language = document.documentElement.lang === "da" ? "da-DK" : "en-GB";
const fill = (text, values) => text.replace(/\{(\w+)\}(s\b)?/g, (_, name, s = "") => values[name] + (s && /[sxz]$/i.test(values[name]) ? "'" : s)); // Mads' tur
const one = (selector, within = document) => within.querySelector(selector);
const units = one(".units");

/* The text of a script that may be packed, and the data of one (reports.components.scripts). */
async function unpackedText(script) {
  if (script.type !== "application/gzip") return script.textContent;
  const bytes = Uint8Array.from(atob(script.textContent), (char) => char.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}
const unpacked = async (script) => JSON.parse(await unpackedText(script));

/* Functions of page.js that other scripts use, available after it has unpacked its charts. */
const lent = window.lentByPage ??= (() => { let lend; const promise = new Promise((resolve) => { lend = resolve; }); return { promise, lend }; })();

function make(name, content, attributes = {}) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...[content].flat().filter((part) => part !== null && part !== undefined));
  return made;
}

/* Numbers as reports/components/numbers.py writes them. */
const formats = {}; // by decimals: making one for each number would take half of the time of a chart
function written(value, digits = 0, sign = value < 0 ? "−" : "") {
  const format = formats[digits] ??= new Intl.NumberFormat(language, { maximumFractionDigits: digits, minimumFractionDigits: digits });
  const text = format.format(Math.abs(value));
  return (/[1-9]/.test(text) ? sign : "") + text;
}

/* At most `most` round values along a scale, in steps of 1, 2 or 5 times a power of ten. */
function roundValues(low, high, most) {
  const power = 10 ** Math.floor(Math.log10((high - low) / most));
  const step = [1, 2, 5, 10, 20].map((n) => n * power).find((size) => (high - low) / size <= most);
  const first = Math.ceil(low / step);
  return { step, values: Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step) };
}

/* Chips in the reader's unit, without its name; in chips on a page without a switch. */
function inUnit(count) {
  const { worth, peder } = units?.dataset ?? {};
  const unit = units?.querySelector(":checked").value ?? "chips";
  const [each, digits] = { money: [worth, 2], chips: [1, 0], peders: [1 / peder, 1] }[unit];
  return (count * each).toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
