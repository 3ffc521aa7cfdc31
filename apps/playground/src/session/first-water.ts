// The moment when the first water is drawn. Code and files that nobody needs before wait for it: the water comes sooner.

let tell: () => void = () => undefined

/** Resolves when the first frame of the first scene has been drawn. */
export const firstWater = new Promise<void>((resolve) => {
  tell = resolve
})

let isDrawn = false

/** Tells that water has been drawn. */
export function markFirstWater(): void {
  if (isDrawn) return
  isDrawn = true
  performance.mark('first-water')
  tell()
}
