// What is wider than the page scrolls; by keyboard too, if it can be reached.
addEventListener("load", () => setTimeout(() => {
  for (const code of document.querySelectorAll("pre > code")) code.setAttribute("tabindex", "0")
}))
