import { ColorMap, type ColorMapName, colorPaths } from '@seiche/three'
import type { Playground } from '../../playground.js'
import {
  hasFlow,
  isQuantity,
  lookChoices,
  mapOf,
  quantityTexts,
  type SurfaceLook,
} from '../../session/display/surface-display.js'
import * as state from '../../session/state.js'
import { Choice } from '../controls.js'
import { formatNumber } from '../format.js'

/** How the surface of water is displayed. */
export function SurfaceSettings({ playground }: { playground: Playground }) {
  const [info, display] = [state.info.value, state.surfaceDisplay.value]
  if (!info || !display) return null
  return (
    <section aria-label="Display" data-testid="surface-display">
      <h2>Display</h2>
      <Choice
        label="Show"
        testId="surface-look"
        value={display.look}
        options={lookChoices(info).map((value) => ({ value, text: textOf(value) }))}
        onChange={(look) => playground.changeSurface({ look })}
      />
      {isQuantity(display.look) && (
        <>
          <Choice
            label="Colors"
            testId="surface-colors"
            value={mapOf(display)}
            options={(Object.keys(colorPaths) as ColorMapName[]).map((value) => ({ value, text: value }))}
            onChange={(colors) => playground.changeSurface({ colors })}
          />
          <ColorScale
            {...quantityTexts[display.look]}
            colors={mapOf(display)}
            range={state.surfaceRange.value}
            value={state.pointedValue.value}
          />
        </>
      )}
      {hasFlow(info) && (
        <label class="control check">
          <span>Flow arrows</span>
          <input
            type="checkbox"
            checked={display.arrows}
            data-testid="surface-arrows"
            onChange={({ currentTarget }) => playground.changeSurface({ arrows: currentTarget.checked })}
          />
        </label>
      )}
    </section>
  )
}

function textOf(look: SurfaceLook): string {
  if (look === 'water') return 'water'
  return look === 'normals' ? 'normals alone (flat)' : quantityTexts[look].name
}

interface ColorScaleProps {
  name: string
  unit: string
  colors: ColorMapName
  range: readonly [low: number, high: number] | undefined
  /** The value under the pointer, where it is known. */
  value?: number | undefined
  testId?: string
}

/** The colors of a quantity, and the values at both ends. */
export function ColorScale({ name, unit, colors, range, value, testId = 'color-scale' }: ColorScaleProps) {
  const ends = range?.map((value) => `${formatNumber(value)} ${unit}`)
  const place = range && value !== undefined ? (value - range[0]) / (range[1] - range[0] || 1) : undefined
  return (
    <div
      class="color-scale"
      role="img"
      aria-label={ends ? `Color scale of the ${name}: from ${ends[0]} to ${ends[1]}` : `Color scale of the ${name}`}
      data-testid={testId}
      data-low={range?.[0]}
      data-high={range?.[1]}
    >
      <span class="gradient" style={{ background: gradientOf(colors) }}>
        {place !== undefined && <span class="pointed" style={{ left: `${100 * Math.min(1, Math.max(0, place))}%` }} />}
      </span>
      <span>{ends?.[0] ?? '–'}</span>
      <span data-testid="pointed-value" data-value={value}>
        {value === undefined ? '' : `${formatNumber(value)} ${unit}`}
      </span>
      <span>{ends?.[1] ?? '–'}</span>
    </div>
  )
}

const gradients = new Map<ColorMapName, string>()

/** A color map as a CSS gradient from left to right. */
function gradientOf(name: ColorMapName): string {
  const known = gradients.get(name)
  if (known) return known
  const map = new ColorMap(name)
  const stops = Array.from({ length: 17 }, (_, k) => map.at(k / 16).map((value) => Math.round(255 * value)))
  map.dispose()
  const gradient = `linear-gradient(to right, ${stops.map((stop) => `rgb(${stop.join(' ')})`).join(', ')})`
  gradients.set(name, gradient)
  return gradient
}
