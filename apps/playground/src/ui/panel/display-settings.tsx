import type { Playground } from '../../playground.js'
import {
  bodiesOf,
  coloursOf,
  type DyeGround,
  type FlowMark,
  type FluidBody,
  fittingColours,
  isVolume,
  type LookColours,
  marksOf,
  quantitiesOf,
} from '../../session/fluid-display.js'
import * as state from '../../session/state.js'
import { Choice, Slider } from '../controls.js'

const bodyText: Record<FluidBody, string> = { cloud: 'cloud', surface: 'surface', slice: 'slice', nothing: 'nothing' }
const flowText: Record<FlowMark, string> = {
  nothing: 'nothing',
  lines: 'flow lines',
  streamlines: 'streamlines',
  arrows: 'arrows',
  particles: 'particles',
}
const groundText: Record<DyeGround, string> = { white: 'ink on white', black: 'light on black' }
const quantityText: Record<string, string> = { dyes: 'all dyes', p: 'pressure' }
const colourText = (colours: LookColours): string =>
  colours in groundText ? groundText[colours as DyeGround] : (colours as string)

/** How a fluid is shown. */
export function LookSettings({ playground }: { playground: Playground }) {
  const [opened, look] = [state.opened.value, state.look.value]
  if (!opened || !look) return null
  const { body, show, flow, at } = look
  const quantities = quantitiesOf(opened)
  // A cloud or a surface is that of one dye.
  const shown = body === 'slice' ? quantities : quantities.filter((name) => opened.scene.fluid?.dyes[name])
  const colours = body === 'slice' ? coloursOf(show) : []
  return (
    <section aria-label="Look" data-testid="look">
      <h2>Look</h2>
      {isVolume(opened) && (
        <Choice
          label="Drawn as"
          testId="look-body"
          value={body}
          options={bodiesOf(opened).map((value) => ({ value, text: bodyText[value] }))}
          onChange={(value) => playground.changeLook({ body: value })}
        />
      )}
      {body !== 'nothing' && shown.length > 1 && (
        <Choice
          label={body === 'slice' ? 'Show' : 'Of'}
          testId="look-show"
          value={shown.includes(show) ? show : shown[0]!}
          options={shown.map((value) => ({ value, text: quantityText[value] ?? value }))}
          onChange={(value) => playground.changeLook({ show: value })}
        />
      )}
      {colours.length > 0 && (
        <Choice
          label="Colours"
          testId="look-colours"
          value={fittingColours(look)}
          options={colours.map((value) => ({ value, text: colourText(value) }))}
          onChange={(value) => playground.changeLook({ colours: value })}
        />
      )}
      {body === 'slice' && isVolume(opened) && (
        <Slider
          label="Slice"
          testId="look-at"
          value={at}
          min={-1}
          max={1}
          step={0.05}
          text={at === 0 ? 'middle' : at > 0 ? 'front' : 'back'}
          onInput={(value) => playground.changeLook({ at: value })}
        />
      )}
      {state.marksFlow.value && (
        <Choice
          label="Flow"
          testId="look-flow"
          value={flow}
          options={marksOf(opened, body).map((value) => ({ value, text: flowText[value] }))}
          onChange={(value) => playground.changeLook({ flow: value })}
        />
      )}
    </section>
  )
}
