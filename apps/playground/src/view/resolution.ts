/**
 * Most quads of a mesh along a side for a canvas of so many pixels: a quad smaller than a few pixels is not seen, because slopes are
 * shaded per pixel.
 */
export const quadsFor = (pixels: number): number => Math.min(256, Math.max(48, Math.round(pixels / 4)))

/** Adapts the number of pixels per CSS pixel: fewer when frames are late, more again when there is time left. */
export class Resolution {
  /** Pixels per CSS pixel. */
  ratio: number
  readonly #most: number
  readonly #least: number
  #slow = 0
  #quick = 0

  constructor(devicePixelRatio: number) {
    this.#most = Math.min(devicePixelRatio, 2)
    this.#least = Math.min(0.6, this.#most)
    this.ratio = this.#most
  }

  /** Adapts to the duration of a frame [ms]; returns whether the ratio has changed. */
  observe(duration: number): boolean {
    this.#slow = duration > 34 ? this.#slow + 1 : 0
    this.#quick = duration < 18 ? this.#quick + 1 : 0
    if (this.#slow >= 12) return this.#change(this.ratio * 0.8)
    if (this.#quick >= 240) return this.#change(this.ratio * 1.15)
    return false
  }

  #change(wanted: number): boolean {
    this.#slow = 0
    this.#quick = 0
    const ratio = Math.min(this.#most, Math.max(this.#least, wanted))
    if (Math.abs(ratio - this.ratio) < 0.01) return false
    this.ratio = ratio
    return true
  }
}
