import type { Playground } from '../../playground.js'
import {
  colorChoices,
  colorsOf,
  type DisplayColors,
  type DyeBackground,
  type FlowOverlay,
  type FluidRendering,
  isVolume,
  overlayChoices,
  quantitiesOf,
  renderingChoices,
} from '../../session/fluid-display.js'
import * as state from '../../session/state.js'
import { Choice, Slider } from '../controls.js'

const renderingText: Record<FluidRendering, string> = {
  cloud: 'cloud',
  surface: 'surface',
  slice: 'slice',
  nothing: 'nothing',
}
const flowText: Record<FlowOverlay, string> = {
  nothing: 'nothing',
  lines: 'flow lines',
  streamlines: 'streamlines',
  arrows: 'arrows',
  particles: 'particles',
}
const backgroundText: Record<DyeBackground, string> = { white: 'ink on white', black: 'light on black' }
const quantityText: Record<string, string> = { dyes: 'all dyes', p: 'pressure' }
const colorText = (colors: DisplayColors): string =>
  colors in backgroundText ? backgroundText[colors as DyeBackground] : (colors as string)

/** How a fluid is shown. */
export function DisplaySettings({ playground }: { playground: Playground }) {
  const [info, display] = [state.info.value, state.display.value]
  if (!info || !display) return null
  const { rendering, show, flow, at } = display
  const quantities = quantitiesOf(info)
  // A cloud or a surface is that of one dye.
  const shown = rendering === 'slice' ? quantities : quantities.filter((name) => info.scene.fluid?.dyes[name])
  const colors = rendering === 'slice' ? colorChoices(show) : []
  return (
    <section aria-label="Look" data-testid="look">
      <h2>Look</h2>
      {isVolume(info) && (
        <Choice
          label="Drawn as"
          testId="look-body"
          value={rendering}
          options={renderingChoices(info).map((value) => ({ value, text: renderingText[value] }))}
          onChange={(value) => playground.changeDisplay({ rendering: value })}
        />
      )}
      {rendering !== 'nothing' && shown.length > 1 && (
        <Choice
          label={rendering === 'slice' ? 'Show' : 'Of'}
          testId="look-show"
          value={shown.includes(show) ? show : shown[0]!}
          options={shown.map((value) => ({ value, text: quantityText[value] ?? value }))}
          onChange={(value) => playground.changeDisplay({ show: value })}
        />
      )}
      {colors.length > 0 && (
        <Choice
          label="Colours"
          testId="look-colours"
          value={colorsOf(display)}
          options={colors.map((value) => ({ value, text: colorText(value) }))}
          onChange={(value) => playground.changeDisplay({ colors: value })}
        />
      )}
      {rendering === 'slice' && isVolume(info) && (
        <Slider
          label="Slice"
          testId="look-at"
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
          testId="look-flow"
          value={flow}
          options={overlayChoices(info, rendering).map((value) => ({ value, text: flowText[value] }))}
          onChange={(value) => playground.changeDisplay({ flow: value })}
        />
      )}
    </section>
  )
}
