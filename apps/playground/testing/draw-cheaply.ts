/**
 * Runs in each page before its own scripts: at most some ten frames a second, one sample a pixel, and no panel that blurs the water behind
 * it. Frames are drawn in software, and sixty fine ones a second would take the processors from all other tests.
 */
export function drawCheaply(): void {
  const plain = new CSSStyleSheet()
  // Parts of the interface that lie over the water in small windows would be in its pictures.
  plain.replaceSync('* { backdrop-filter: none !important } .first-hint, .undo { opacity: 0 } .veil { display: none }')
  document.adoptedStyleSheets.push(plain)
  const { prototype } = WebGL2RenderingContext
  const store = prototype.renderbufferStorageMultisample
  prototype.renderbufferStorageMultisample = function (target, _samples, ...others) {
    store.call(this, target, 0, ...others)
  }
  const atNextFrame = window.requestAnimationFrame.bind(window)
  const frames = new Map<number, number>()
  let last = 0
  window.requestAnimationFrame = (callback) => {
    const id = ++last
    const timer = window.setTimeout(() => {
      frames.delete(id)
      atNextFrame(callback)
    }, 80)
    frames.set(id, timer)
    return id
  }
  window.cancelAnimationFrame = (id) => {
    window.clearTimeout(frames.get(id))
    frames.delete(id)
  }
}
