// Painters make a picture of a frame: of surface water its relief, of a fluid in a box its dyes or its speed.

import type { FormatOptions } from '../format.js'
import type { Frame } from '../frame.js'
import { ReliefSurvey } from '../pictures/relief.js'
import { shadeRelief } from '../pictures/relief-picture.js'
import type { RunInfo } from '../run-info.js'
import { DyePainter, dyesOf } from './dye-painter.js'
import { SpeedPainter } from './speed-painter.js'

/** Draws the frames of a run. */
export interface Painter {
  /** Size of the pictures. */
  readonly width: number
  readonly height: number
  /** To be called with all frames before the first picture: all pictures have one scale. */
  survey(frame: Frame): Promise<void>
  /** Red, green and blue bytes (sRGB), row by row from the top. */
  draw(frame: Frame): Promise<Uint8Array>
}

/**
 * The fields that a picture needs.
 *
 * @throws Error if they are not available.
 */
export function fieldsToPaint(run: Pick<RunInfo, 'scene' | 'kind'>, available: readonly string[]): string[] {
  const optional = (...names: string[]) => names.filter((name) => available.includes(name))
  if (run.kind === 'surface') {
    if (!available.includes('eta'))
      throw new Error('a video shows the elevation of the surface, and there is no field "eta"')
    return optional('eta', 'openness', 'depth')
  }
  const dyes = dyesOf(run, available)
  if (dyes.length > 0) return [...dyes, ...optional('open')]
  if (!available.includes('u') || !available.includes('v'))
    throw new Error(
      'a video of a fluid shows its dyes, or its speed from the fields "u" and "v"; none of them is there',
    )
  return optional('u', 'v', 'w', 'open')
}

/** The painter of a run with the fields of `fieldsToPaint`. */
export function painterOf(run: RunInfo, fields: readonly string[], options: FormatOptions): Painter {
  if (run.kind === 'surface') return new ReliefPainter(run, options)
  return fields.includes('u') ? new SpeedPainter(run) : new DyePainter(run, fields)
}

class ReliefPainter implements Painter {
  readonly width: number
  readonly height: number
  readonly #survey: ReliefSurvey

  constructor(run: RunInfo, options: FormatOptions) {
    const [height, width] = run.fields.eta!.shape as [number, number]
    this.width = width
    this.height = height
    this.#survey = new ReliefSurvey(run, options)
  }

  survey(frame: Frame): Promise<void> {
    return this.#survey.add(frame)
  }

  async draw(frame: Frame): Promise<Uint8Array> {
    return shadeRelief(await frame.values('eta'), await this.#survey.gridOf(frame), this.#survey.look)
  }
}
