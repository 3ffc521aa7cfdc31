// A field seen from above in colors, on a plain canvas: exact values of fields that no stage draws.

import { ColorMap, type ColorMapName } from '@seiche/three'
import type { FreeArea } from '../view/view.js'

/** Distance of the map from the edges of the free area [CSS px]. */
const margin = 28

export class FieldMap {
  readonly #canvas = document.createElement('canvas')
  #free: FreeArea = { left: 0, top: 0, right: 0, bottom: 0 }

  constructor(host: HTMLElement) {
    this.#canvas.className = 'field-map'
    this.#canvas.hidden = true
    host.append(this.#canvas)
    window.addEventListener('resize', this.#layOut)
  }

  setFreeArea(area: FreeArea): void {
    this.#free = area
    this.#layOut()
  }

  hide(): void {
    this.#canvas.hidden = true
  }

  /** Shows values; of a volume its middle plane. Returns the lowest and the highest value that is shown. */
  show(
    values: Float32Array,
    shape: readonly number[],
    openness: Float32Array | undefined,
    isFluid: boolean,
  ): readonly [number, number] {
    const [width, height, depth = 1] = [...shape].reverse() as [number, number, number?]
    const size = width * height
    const start = Math.floor(depth / 2) * size
    const plane = values.subarray(start, start + size)
    const open = openness?.length === values.length ? openness.subarray(start, start + size) : undefined
    const range = rangeOf(plane, open)
    const image = new ImageData(width, height)
    const colors = colorTable(range)
    for (let k = 0; k < size; k++) {
      // Heights of a fluid go up, rows of a picture down.
      const to = isFluid ? (height - 1 - Math.floor(k / width)) * width + (k % width) : k
      const place = Math.round((255 * (plane[k]! - range[0])) / (range[1] - range[0]))
      image.data.set(open && open[k]! < 0.5 ? stone : colors[Math.min(255, Math.max(0, place))]!, 4 * to)
    }
    this.#canvas.width = width
    this.#canvas.height = height
    this.#canvas.getContext('2d')?.putImageData(image, 0, 0)
    this.#canvas.hidden = false
    this.#layOut()
    return range
  }

  dispose(): void {
    window.removeEventListener('resize', this.#layOut)
    this.#canvas.remove()
  }

  readonly #layOut = (): void => {
    const { left, right, top, bottom } = this.#free
    const width = Math.max(40, window.innerWidth - left - right - 2 * margin)
    const height = Math.max(40, window.innerHeight - top - bottom - 2 * margin)
    // A channel is one cell wide: it is drawn as a strip.
    const aspect = Math.min(20, Math.max(1 / 20, this.#canvas.width / this.#canvas.height))
    const drawn = Math.min(width, height * aspect)
    Object.assign(this.#canvas.style, {
      width: `${drawn}px`,
      height: `${drawn / aspect}px`,
      left: `${left + margin + (width - drawn) / 2}px`,
      top: `${top + margin + (height - drawn / aspect) / 2}px`,
    })
  }
}

const stone = [141, 133, 119, 255]

/** Around zero if there are values of both signs. */
function rangeOf(values: Float32Array, open: Float32Array | undefined): readonly [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const [k, value] of values.entries()) {
    if (!Number.isFinite(value) || (open && open[k]! < 0.5)) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  if (low > high) return [0, 1]
  if (low < 0 && high > 0) return [-Math.max(-low, high), Math.max(-low, high)]
  return high > low ? [low, high] : [low - 0.5, high + 0.5]
}

/** 256 colors as red, green, blue, opacity. */
function colorTable([low, high]: readonly [number, number]): number[][] {
  return tables[low === -high ? 'balance' : 'lagoon']
}

const tables = { balance: tableOf('balance'), lagoon: tableOf('lagoon') }

function tableOf(name: ColorMapName): number[][] {
  const map = new ColorMap(name)
  const table = Array.from({ length: 256 }, (_, k) => [...map.at(k / 255).map((value) => Math.round(255 * value)), 255])
  map.dispose()
  return table
}

/** The colors of a range, as a CSS gradient from left to right. */
export function gradientOf(range: readonly [number, number]): string {
  const colors = colorTable(range).filter((_, k) => k % 15 === 0)
  return `linear-gradient(to right, ${colors.map((color) => `rgb(${color.slice(0, 3).join(' ')})`).join(', ')})`
}
