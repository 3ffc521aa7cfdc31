import { useEffect, useRef } from 'preact/hooks'
import { cellsFor, type HeightMap } from '../../files/height-map.js'
import { heightRange, type MapChoices } from '../../files/map-scene.js'

/** Longest side of the preview [px]. */
const longest = 220

/** The grid in gray, its water in blue, its solids dark. */
export function MapPreview({ map, choices }: { map: HeightMap; choices: MapChoices }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [width, height] = cellsFor(map.width, map.height, longest)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    context?.putImageData(new ImageData(pixelsOf(map, choices, width, height), width, height), 0, 0)
  }, [map, choices, width, height])
  return (
    <div aria-hidden="true">
      <canvas ref={canvas} class="map-preview" width={width} height={height} />
    </div>
  )
}

function pixelsOf(map: HeightMap, choices: MapChoices, width: number, height: number): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(4 * width * height)
  const { use, base, factor, level, threshold } = choices
  const [low, high] = heightRange(map, choices)
  const isSolid = (value: number) => (map.origin === 'picture' ? value < threshold : value > threshold)
  for (let k = 0; k < width * height; k++) {
    const column = Math.floor((((k % width) + 0.5) * map.width) / width)
    const row = Math.floor(((Math.floor(k / width) + 0.5) * map.height) / height)
    const value = map.values[row * map.width + column]!
    const meters = base + factor * value
    const light = (meters - low) / (high - low || 1)
    const color =
      use === 'obstacle'
        ? isSolid(value)
          ? [58, 62, 66]
          : [120, 185, 205]
        : use === 'water'
          ? [40 + 150 * light, 110 + 115 * light, 140 + 100 * light]
          : meters < level
            ? [52, 130 + 40 * light, 165 + 40 * light]
            : [90 + 150 * light, 88 + 145 * light, 74 + 150 * light]
    pixels.set([...color, Number.isFinite(value) ? 255 : 0], 4 * k)
  }
  return pixels
}
