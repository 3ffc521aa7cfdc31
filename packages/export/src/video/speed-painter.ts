// The speed of a fluid by a colour map, in a volume on the plane in the middle. Velocities are on the faces of the cells, the speed is at
// their centres.

import type { Frame } from '../frame.js'
import { color, stone, toByte } from '../pictures/palette.js'
import type { FieldInfo, RunInfo } from '../run-info.js'
import type { Painter } from './painter.js'
import { TypicalValue } from './typical-value.js'

/** From rest to twice the typical speed: night, sea, leaf, sand, light. Each colour is brighter than the one before. */
const map = ['0b1622', '1d4e79', '2a9d8f', 'e9c46a', 'fff7e6'].map(color)

/** Draws speed. */
export class SpeedPainter implements Painter {
  readonly width: number
  readonly height: number
  readonly #fields: Readonly<Record<string, FieldInfo>>
  readonly #typical = new TypicalValue()

  constructor({ fields }: RunInfo) {
    this.width = fields.v!.shape.at(-1)!
    this.height = fields.u!.shape.at(-2)!
    this.#fields = fields
  }

  async survey(frame: Frame): Promise<void> {
    for (const speed of await this.#speeds(frame)) this.#typical.add(speed)
  }

  async draw(frame: Frame): Promise<Uint8Array> {
    const { width, height } = this
    const speeds = await this.#speeds(frame)
    const open = this.#fields.open ? await this.#plane(frame, 'open') : undefined
    const pixels = new Uint8Array(3 * width * height)
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column++) {
        // The first row of a picture is its top, that of a field the floor.
        const cell = (height - 1 - row) * width + column
        const place = Math.min(1, speeds[cell]! / (2 * this.#typical.value)) * (map.length - 1)
        const below = Math.min(map.length - 2, Math.floor(place))
        const fluid = open ? open(column, height - 1 - row) : 1
        for (let c = 0; c < 3; c++) {
          const light = map[below]![c]! * (below + 1 - place) + map[below + 1]![c]! * (place - below)
          pixels[3 * (row * width + column) + c] = toByte(fluid * light + (1 - fluid) * stone[c]!)
        }
      }
    return pixels
  }

  async #speeds(frame: Frame): Promise<Float32Array> {
    const { width, height } = this
    const u = await this.#plane(frame, 'u')
    const v = await this.#plane(frame, 'v')
    const near = this.#fields.w ? await this.#plane(frame, 'w') : undefined
    const far = this.#fields.w ? await this.#plane(frame, 'w', 1) : undefined
    const speeds = new Float32Array(width * height)
    for (let j = 0; j < height; j++)
      for (let i = 0; i < width; i++)
        speeds[j * width + i] = Math.hypot(
          (u(i, j) + u(i + 1, j)) / 2,
          (v(i, j) + v(i, j + 1)) / 2,
          near && far ? (near(i, j) + far(i, j)) / 2 : 0,
        )
    return speeds
  }

  /** Access to the values of a field on the plane in the middle, or some planes behind it. Beyond the last value it is repeated. */
  async #plane(frame: Frame, field: string, behind = 0): Promise<(i: number, j: number) => number> {
    const values = await frame.values(field)
    const [columns, rows, planes = 1] = [...this.#fields[field]!.shape].reverse() as [number, number, number?]
    const depth = [...this.#fields.u!.shape].reverse()[2] ?? 1
    const start = Math.min(planes - 1, Math.floor(depth / 2) + behind) * rows * columns
    return (i, j) => values[start + Math.min(rows - 1, j) * columns + Math.min(columns - 1, i)]!
  }
}
