/* Buttons that share a picture as a PNG: by the phone's share sheet, else as a download. */

/* The picture of a button: of the figure that it stands in, or the packed one after it. */
async function pictureOf(button) {
  const shown = button.closest("figure")?.querySelector("svg");
  if (shown) return shown;
  const template = make("template", []);
  template.innerHTML = await unpackedText(button.nextElementSibling);
  return template.content.firstElementChild;
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
