// Levels of quality, and the choice among them by the measured duration of frames.

/** A level of quality. */
export type QualityLevel = 'low' | 'medium' | 'high'

/** What a level of quality changes. */
export interface QualitySettings {
  /** The level. */
  readonly level: QualityLevel
  /** Most pixels of the canvas along a CSS pixel [1]. */
  readonly pixelRatio: number
  /** Whether edges are anti-aliased, by four samples per pixel. A renderer keeps what it was made with. */
  readonly antialias: boolean
  /** Most quads of a surface mesh along a side. A mesh keeps what it was made with. */
  readonly quads: number
  /** Texels along each side of a caustics map. */
  readonly causticsSide: number
  /** Whether water mirrors objects, besides the sky. */
  readonly reflections: boolean
  /** Part of the particles that are drawn: bubbles and drops [1]. */
  readonly particles: number
  /** Whether fluids are drawn with detail finer than their cells. A view keeps what it was made with. */
  readonly fineFluids: boolean
}

/**
 * The levels of quality.
 *
 * @example
 * ```ts
 * const { quads, causticsSide } = qualityLevels.medium
 * const water = new WaterSurface(sim, { segments: quads })
 * const caustics = new CausticsMap(water, { depth: 2, side: causticsSide })
 * ```
 */
export const qualityLevels: Readonly<Record<QualityLevel, QualitySettings>> = {
  low: {
    level: 'low',
    pixelRatio: 1,
    antialias: false,
    quads: 96,
    causticsSide: 128,
    reflections: false,
    particles: 0.3,
    fineFluids: false,
  },
  medium: {
    level: 'medium',
    pixelRatio: 1.5,
    antialias: true,
    quads: 160,
    causticsSide: 192,
    reflections: true,
    particles: 0.6,
    fineFluids: true,
  },
  high: {
    level: 'high',
    pixelRatio: 2,
    antialias: true,
    quads: 256,
    causticsSide: 256,
    reflections: true,
    particles: 1,
    fineFluids: true,
  },
}

/** Pixel ratios for devices on which the lowest level is still too slow [1]. */
const emergencyRatios = [0.8, 0.6]

/** Frames whose median counts: single late frames do not. */
const framesOfWindow = 15
/** Frames after a change that do not count, because they compile shaders and allocate textures. */
const framesOfChange = 10
/** A median above the first is too slow, one below the second has time left [ms]: thirty frames a second, and nearly sixty. */
const [tooSlow, quick] = [34, 18]
/** Quick windows before a higher level is tried: four seconds at sixty frames a second. It doubles when the try fails, up to the last. */
const [firstPatience, lastPatience] = [16, 256]
/** Windows within which a slow one tells that a higher level was tried too early. */
const windowsOfTry = 20

/** Options of {@link AdaptiveQuality}. */
export interface AdaptiveQualityOptions {
  /** A level, or `auto` for the best one that the device draws at thirty frames a second. Default `auto`. */
  quality?: QualityLevel | 'auto'
  /** Pixels of the screen along a CSS pixel [1]. Default: that of the window. */
  devicePixelRatio?: number
}

/**
 * Chooses the level of quality by the durations of frames. It begins with the highest one, and goes down when frames take longer than 34 ms
 * in the median. When they take less than 18 ms for four seconds it goes up again. If frames are then too slow, it goes back and waits
 * twice as long before the next try, so that the picture does not change to and fro.
 *
 * @example
 * ```ts
 * const quality = new AdaptiveQuality()
 * let last = performance.now()
 * renderer.setAnimationLoop((now) => {
 *   if (quality.observe(now - last)) renderer.setPixelRatio(quality.settings.pixelRatio)
 *   last = now
 * })
 * ```
 */
export class AdaptiveQuality {
  readonly #devicePixelRatio: number
  #steps: readonly QualitySettings[] = []
  /** Index of the present step, from the best. */
  #at = 0
  readonly #durations: number[] = []
  /** Frames that do not count any more. */
  #ignored = framesOfChange
  #quickWindows = 0
  #patience = firstPatience
  /** Windows since a higher level was tried. */
  #sinceTry = Number.POSITIVE_INFINITY

  /** @param options Level and pixels of the screen. */
  constructor({ quality = 'auto', devicePixelRatio = globalThis.devicePixelRatio }: AdaptiveQualityOptions = {}) {
    this.#devicePixelRatio = devicePixelRatio
    this.choose(quality)
  }

  /** What is drawn with at present. */
  get settings(): QualitySettings {
    return this.#steps[this.#at]!
  }

  /**
   * Sets a level for good, or lets it be chosen by the durations of frames again.
   * @param quality A level, or `auto`.
   */
  choose(quality: QualityLevel | 'auto'): void {
    const { low, medium, high } = qualityLevels
    this.#steps =
      quality === 'auto'
        ? [high, medium, low, ...emergencyRatios.map((pixelRatio) => ({ ...low, pixelRatio }))].map(this.#onScreen)
        : [this.#onScreen(qualityLevels[quality])]
    this.#at = 0
    this.#patience = firstPatience
    this.#sinceTry = Number.POSITIVE_INFINITY
    this.#begin()
  }

  /**
   * Receives the duration of a frame.
   * @param duration Time since the frame before [ms]. Leave out frames after the page was hidden, or before which nothing was drawn.
   * @returns Whether `settings` have changed.
   */
  observe(duration: number): boolean {
    if (this.#ignored > 0) {
      this.#ignored--
      return false
    }
    this.#durations.push(duration)
    if (this.#durations.length < framesOfWindow) return false
    const median = this.#durations.sort((a, b) => a - b)[framesOfWindow >> 1]!
    this.#durations.length = 0
    this.#sinceTry++
    this.#quickWindows = median < quick ? this.#quickWindows + 1 : 0
    if (median > tooSlow) return this.#goDown()
    return this.#quickWindows >= this.#patience && this.#goUp()
  }

  #goDown(): boolean {
    if (this.#at === this.#steps.length - 1) return false
    if (this.#sinceTry <= windowsOfTry) this.#patience = Math.min(lastPatience, 2 * this.#patience)
    this.#at++
    return this.#begin()
  }

  #goUp(): boolean {
    if (this.#at === 0) return false
    this.#at--
    this.#sinceTry = 0
    return this.#begin()
  }

  #begin(): boolean {
    this.#durations.length = 0
    this.#quickWindows = 0
    this.#ignored = framesOfChange
    return true
  }

  /** A screen has no more pixels than it has. */
  readonly #onScreen = (settings: QualitySettings): QualitySettings => ({
    ...settings,
    pixelRatio: Math.min(settings.pixelRatio, this.#devicePixelRatio),
  })
}
