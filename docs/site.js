// What is wider than the page scrolls; by keyboard too, if it can be reached.
document.querySelectorAll("pre > code").forEach((code) => { code.tabIndex = 0 })
