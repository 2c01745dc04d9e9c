/* Buttons that share a picture as a PNG: by the phone's share sheet, else as a download. */

const UNITS = ["money", "chips", "peders"];
function drawn(text) {
  const template = make("template", []);
  template.innerHTML = text;
  return template.content.firstElementChild;
}
/* Choose the picture in the reader's unit. */
const inReadersUnit = (pictures) => drawn(pictures[UNITS.indexOf(units?.querySelector(":checked").value)] ?? pictures[0]);

/* The picture of a button: the one in its figure, or the packed one of its shape. */
async function pictureOf(button) {
  const shown = button.closest("figure")?.querySelector("svg");
  if (shown) return shown;
  const { pictures } = await unpacked(button.parentElement.querySelector("script"));
  return inReadersUnit(pictures[button.dataset.shape]);
}

/* Show the pictures of the page in the unit of its switch. */
for (const strip of document.querySelectorAll(".swiped:has(> script)")) {
  const figures = [...strip.querySelectorAll("figure")];
  const follow = async () => {
    const { pictures } = await unpacked(strip.querySelector("script"));
    for (const [place, each] of Object.entries(pictures)) figures[place].querySelector("svg").replaceWith(inReadersUnit(each));
  };
  units?.addEventListener("change", follow);
}

async function painted(svg) {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" }));
  try {
    image.src = address;
    await image.decode();
    const canvas = make("canvas", [], { width: svg.getAttribute("width"), height: svg.getAttribute("height") });
    canvas.getContext("2d").drawImage(image, 0, 0);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally { URL.revokeObjectURL(address); }
}

async function share(button) {
  const svg = await pictureOf(button);
  const file = new File([await painted(svg)], `${button.dataset.picture}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    try { await navigator.share({ files: [file], title: svg.querySelector("title").textContent }); return; } catch (error) { if (error.name === "AbortError") return; }
  }
  const link = make("a", [], { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

for (const row of document.querySelectorAll(".share")) row.hidden = false;
for (const button of document.querySelectorAll("[data-picture]")) button.addEventListener("click", () => share(button));
