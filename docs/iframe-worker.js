// Browsers start no worker from a file. Read from the disk, the site runs its search in a hidden frame instead.
if (location.protocol === "file:") {
  window.Worker = class {
    constructor(url) {
      this.frame = document.createElement("iframe")
      this.frame.hidden = true
      document.body.append(this.frame)
      const inside = this.frame.contentWindow
      addEventListener("message", ({ source, data }) => {
        if (source === inside) this.onmessage?.({ data })
      })
      this.ready = new Promise((resolve) => this.frame.addEventListener("load", resolve))
      inside.document.write(`<script>postMessage = (data) => parent.postMessage(data, "*")</script><script src="${url}"></script>`)
      inside.document.close()
    }

    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })))
    }

    terminate() {
      this.frame.remove()
    }
  }
}
