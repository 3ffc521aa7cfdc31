// 16-bit gray pictures: displacement maps, a file for each field and frame.

import { version } from 'seiche'
import type { Format, FormatOptions, FrameWriter, OutputFolder } from '../format.js'
import type { Frame } from '../frame.js'
import { frameFile } from '../frame-file.js'
import type { RunInfo } from '../run-info.js'
import { encodePng16, type GrayMapping, grayRange, grayRangeAround } from './gray-picture.js'
import { assertSurface } from './surface-only.js'

/** value = offset + scale · pixel, the same for all frames. */
export const png16: Format = {
  name: 'png16',
  summary: '16-bit gray pictures, a displacement map for each field and frame',
  fieldsFor(run, _available, asked) {
    assertSurface(run)
    return [...asked]
  },
  filesOf: (frame, fields) => fields.map((field) => frameFile(field, frame, 'png')),
  open: async (run, fields, output, options = {}) => new GrayWriter(run, fields, output, options),
}

/** One mapping from values to levels of gray for all frames; without a given range it covers the values of the whole run. */
class GrayWriter implements FrameWriter {
  readonly #run: RunInfo
  readonly #fields: readonly string[]
  readonly #output: OutputFolder
  readonly #options: FormatOptions
  readonly #largest = new Map<string, number>()
  readonly #mappings = new Map<string, GrayMapping>()
  readonly #clipped = new Map<string, number>()

  constructor(run: RunInfo, fields: readonly string[], output: OutputFolder, options: FormatOptions) {
    this.#run = run
    this.#fields = fields
    this.#output = output
    this.#options = options
    for (const field of fields) {
      const range = options.ranges?.find((given) => (given.field ?? field) === field)
      if (range) this.#mappings.set(field, grayRange(range.minimum, range.maximum))
    }
  }

  async survey(frame: Frame): Promise<void> {
    for (const field of this.#fields) {
      if (this.#mappings.has(field)) continue
      let largest = this.#largest.get(field) ?? 0
      for (const value of await frame.values(field)) largest = Math.max(largest, Math.abs(value))
      this.#largest.set(field, largest)
    }
  }

  async add(frame: Frame): Promise<void> {
    for (const field of this.#fields) {
      const { unit, shape } = this.#run.fields[field]!
      const [height, width] = shape as [number, number]
      // Quantity and mapping are in the file: a picture without its manifest can still be measured.
      const { png, clipped } = encodePng16(await frame.values(field), width, height, this.#mappingOf(field), {
        Software: `seiche ${version}`,
        Description: `${field}${unit && ` [${unit}]`} = offset + scale * pixel`,
        field,
        unit,
        time: `${frame.time} s`,
      })
      this.#clipped.set(field, (this.#clipped.get(field) ?? 0) + clipped)
      await this.#output.write(frameFile(field, frame.frame, 'png'), png)
    }
  }

  async finish(): Promise<Record<string, unknown>> {
    for (const [field, count] of this.#clipped)
      if (count > 0) this.#options.warn?.(`${count} values of ${field} lie outside its --range and were clipped`)
    return Object.fromEntries(
      this.#fields.map((field) => {
        const { unit } = this.#run.fields[field]!
        return [field, { unit, ...this.#mappingOf(field), clipped: this.#clipped.get(field) ?? 0 }]
      }),
    )
  }

  #mappingOf(field: string): GrayMapping {
    const mapping = this.#mappings.get(field) ?? grayRangeAround(this.#largest.get(field) ?? 0)
    this.#mappings.set(field, mapping)
    return mapping
  }
}
