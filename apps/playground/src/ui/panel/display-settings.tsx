import type { Playground } from '../../playground.js'
import {
  colorChoices,
  colorsOf,
  type DisplayColors,
  type FlowOverlay,
  isVolume,
  overlayChoices,
  quantitiesOf,
  renderingChoices,
} from '../../session/display/fluid-display.js'
import * as state from '../../session/state.js'
import { Choice, Slider } from '../controls.js'
import { formatNumber } from '../format.js'

const flowText: Partial<Record<FlowOverlay, string>> = { nothing: 'none', lines: 'flow lines' }
const quantityText: Record<string, string> = { dyes: 'all dyes', p: 'pressure' }
const colorText: Partial<Record<DisplayColors, string>> = { white: 'ink on white', black: 'light on black' }

/** How a fluid is displayed. */
export function DisplaySettings({ playground }: { playground: Playground }) {
  const [info, display] = [state.info.value, state.display.value]
  if (!info || !display) return null
  const { rendering, show, flow, at, level } = display
  const isSlice = rendering === 'slice'
  // A cloud or a surface shows one dye.
  const quantities = quantitiesOf(info).filter((name) => isSlice || info.scene.fluid?.dyes[name])
  const colors = isSlice ? colorChoices(show) : []
  return (
    <section aria-label="Display" data-testid="display">
      <h2>Display</h2>
      {isVolume(info) && (
        <Choice
          label="Rendering"
          testId="display-rendering"
          value={rendering}
          options={renderingChoices(info).map((value) => ({ value, text: value }))}
          onChange={(value) => playground.changeDisplay({ rendering: value })}
        />
      )}
      {rendering !== 'nothing' && quantities.length > 1 && (
        <Choice
          label={isSlice ? 'Quantity' : 'Dye'}
          testId="display-show"
          value={quantities.includes(show) ? show : quantities[0]!}
          options={quantities.map((value) => ({ value, text: quantityText[value] ?? value }))}
          onChange={(value) => playground.changeDisplay({ show: value })}
        />
      )}
      {colors.length > 0 && (
        <Choice
          label="Colors"
          testId="display-colors"
          value={colorsOf(display)}
          options={colors.map((value) => ({ value, text: colorText[value] ?? value }))}
          onChange={(value) => playground.changeDisplay({ colors: value })}
        />
      )}
      {(rendering === 'surface' || rendering === 'metaballs') && state.drawsFlow.value && (
        <Slider
          label="Level"
          testId="display-level"
          value={level}
          min={0.05}
          max={0.95}
          step={0.05}
          text={formatNumber(level)}
          onInput={(value) => playground.changeDisplay({ level: value })}
        />
      )}
      {isSlice && isVolume(info) && (
        <Slider
          label="Slice"
          testId="display-at"
          value={at}
          min={-1}
          max={1}
          step={0.05}
          text={at === 0 ? 'middle' : at > 0 ? 'front' : 'back'}
          onInput={(value) => playground.changeDisplay({ at: value })}
        />
      )}
      {state.drawsFlow.value && (
        <Choice
          label="Flow"
          testId="display-flow"
          value={flow}
          options={overlayChoices(info, rendering).map((value) => ({ value, text: flowText[value] ?? value }))}
          onChange={(value) => playground.changeDisplay({ flow: value })}
        />
      )}
    </section>
  )
}
