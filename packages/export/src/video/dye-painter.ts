// The dyes of a fluid in front of a dark background. A dye of optical depth τ covers 1 - exp(-τ) of it with its own colour (law of Beer and
// Lambert). In a volume, seen along z, the optical depths of all planes add up.

import type { Frame } from '../frame.js'
import { color, stone, toByte } from '../pictures/palette.js'
import type { RunInfo } from '../run-info.js'
import type { Painter } from './painter.js'
import { TypicalValue } from './typical-value.js'

const background = color('0b1622')

/** Optical depth of the typical amount of dye: it covers three quarters of the background. */
const depthOfTypical = 1.4

/** Names of the dyes of a scene among the fields. */
export function dyesOf({ scene }: Pick<RunInfo, 'scene'>, fields: readonly string[]): string[] {
  return Object.keys(scene.fluid?.dyes ?? {}).filter((name) => fields.includes(name))
}

/** Draws dyes. */
export class DyePainter implements Painter {
  readonly width: number
  readonly height: number
  readonly #hasSolids: boolean
  readonly #dyes: readonly { readonly name: string; readonly color: readonly number[] }[]
  readonly #typical = new TypicalValue()

  constructor(run: RunInfo, fields: readonly string[]) {
    const dyes = dyesOf(run, fields)
    const [width, height] = [...run.fields[dyes[0]!]!.shape].reverse() as [number, number]
    this.width = width
    this.height = height
    this.#hasSolids = fields.includes('open')
    this.#dyes = dyes.map((name) => ({ name, color: color(run.scene.fluid!.dyes[name]!.color.slice(1)) }))
  }

  async survey(frame: Frame): Promise<void> {
    const amounts = await this.#amounts(frame)
    for (let cell = 0; cell < this.width * this.height; cell++)
      this.#typical.add(amounts.reduce((sum, { values }) => sum + values[cell]!, 0))
  }

  async draw(frame: Frame): Promise<Uint8Array> {
    const { width, height } = this
    const amounts = await this.#amounts(frame)
    const open = this.#hasSolids ? sumAlongZ(await frame.values('open'), width * height) : undefined
    const planes = open ? Math.max(1, open.planes) : 1
    const scale = depthOfTypical / this.#typical.value
    const pixels = new Uint8Array(3 * width * height)
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column++) {
        // The first row of a picture is its top, that of a field the floor.
        const cell = (height - 1 - row) * width + column
        const depth = scale * amounts.reduce((sum, { values }) => sum + Math.max(0, values[cell]!), 0)
        const cover = 1 - Math.exp(-depth)
        const fluid = open ? open.values[cell]! / planes : 1
        for (let c = 0; c < 3; c++) {
          const dye = amounts.reduce(
            (sum, { values, color }) => sum + scale * Math.max(0, values[cell]!) * color[c]!,
            0,
          )
          const light = background[c]! * (1 - cover) + (depth > 0 ? (dye / depth) * cover : 0)
          pixels[3 * (row * width + column) + c] = toByte(fluid * light + (1 - fluid) * stone[c]!)
        }
      }
    return pixels
  }

  async #amounts(frame: Frame): Promise<{ values: Float32Array; color: readonly number[] }[]> {
    return Promise.all(
      this.#dyes.map(async ({ name, color }) => ({
        color,
        values: sumAlongZ(await frame.values(name), this.width * this.height).values,
      })),
    )
  }
}

/** Sums over the planes of a volume; a 2-D fluid is one plane. */
function sumAlongZ(values: Float32Array, cells: number): { values: Float32Array; planes: number } {
  const planes = values.length / cells
  if (planes === 1) return { values, planes }
  const sum = new Float32Array(cells)
  for (let k = 0; k < values.length; k++) sum[k % cells]! += values[k]!
  return { values: sum, planes }
}
