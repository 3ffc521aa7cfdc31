import type { Playground } from '../../playground.js'
import { boundaries } from '../../session/settings.js'
import { cleanWaterTension, methods, type SolverSettings, solverName, solverSettingsOf } from '../../session/solvers.js'
import * as state from '../../session/state.js'
import type { SimulationInfo } from '../../worker/protocol.js'
import { Choice, LogSlider, Slider } from '../controls.js'
import { formatLength, formatNumber } from '../format.js'

/** A number of a solver that the person can change. */
interface NumberSetting {
  name: 'damping' | 'manning' | 'viscosity' | 'confinement' | 'gravity'
  label: string
  unit: string
  max: number
  /** Of a linear slider. */
  step: number
  /** Smallest value above zero of a logarithmic slider; absent: the slider is linear. */
  smallest?: number
  /** Absent: wherever the solver has it. */
  isUseful?(info: SimulationInfo): boolean
}

const numberSettings: readonly NumberSetting[] = [
  { name: 'damping', label: 'Damping', unit: '/s', max: 2, step: 0.01 },
  { name: 'manning', label: 'Bed roughness (Manning)', unit: 's/m¹ᐟ³', max: 0.1, step: 0.005 },
  { name: 'viscosity', label: 'Viscosity', unit: 'm²/s', max: 0.1, step: 0.1, smallest: 1e-7 },
  { name: 'confinement', label: 'Vorticity confinement', unit: '/s', max: 10, step: 0.1 },
  { name: 'gravity', label: 'Gravity (buoyancy)', unit: 'm/s²', max: 20, step: 0.01, isUseful: hasBuoyancy },
]

/** Settings of the solver. Only those that the solver of the scene has are shown. */
export function SolverSection({ playground }: { playground: Playground }) {
  const info = state.info.value
  if (!info) return null
  const settings = solverSettingsOf(info.scene)
  return (
    <section>
      <h2>{info.fluid ? 'Fluid' : 'Water'}</h2>
      <p class="fact">
        <span>Solver</span>
        <span data-testid="solver">{solverName(settings.type)}</span>
      </p>
      <Method settings={settings} playground={playground} />
      <Depth settings={settings} playground={playground} />
      {numberSettings.map((setting) => {
        const value = settings[setting.name]
        if (value === undefined || setting.isUseful?.(info) === false) return null
        return <NumberSlider key={setting.name} setting={setting} value={value} playground={playground} />
      })}
      <SurfaceTension settings={settings} playground={playground} />
      {!info.fluid && <Walls playground={playground} />}
      {!info.fluid && <HeightScale />}
    </section>
  )
}

interface NumberSliderProps {
  setting: NumberSetting
  value: number
  playground: Playground
}

function NumberSlider({ setting, value, playground }: NumberSliderProps) {
  const { name, label, unit, max, step, smallest } = setting
  const common = {
    label,
    testId: name,
    value,
    max: Math.max(max, value),
    step,
    text: smallest !== undefined && value === 0 ? 'none' : `${formatNumber(value)} ${unit}`,
    onChange: (changed: number) => void playground.session.change({ [name]: changed }),
  }
  return smallest === undefined ? <Slider {...common} min={0} /> : <LogSlider {...common} min={smallest} fromZero />
}

interface SettingProps {
  settings: SolverSettings
  playground: Playground
}

function Method({ settings: { type, method }, playground }: SettingProps) {
  const options = methods[type]
  if (method === undefined || !options) return null
  const name = type === 'stable-fluids' ? 'advection' : 'method'
  return (
    <Choice
      label={name === 'advection' ? 'Advection' : 'Method'}
      testId={name}
      value={method}
      options={options}
      onChange={(value) => void playground.session.change({ [name]: value })}
    />
  )
}

/** One decade to both sides of the scene's depth; one step further may mean deep water. */
function Depth({ settings: { depth, mayBeDeep }, playground }: SettingProps) {
  if (depth === undefined && !mayBeDeep) return null
  const middle = Math.log10(state.sceneDepth.value)
  const deep = middle + 1.02
  return (
    <Slider
      label="Depth"
      testId="depth"
      value={depth === undefined ? deep : Math.log10(depth)}
      min={middle - 1}
      max={mayBeDeep ? deep : middle + 1}
      step={0.02}
      text={depth === undefined ? 'deep' : formatLength(depth)}
      onChange={(power) =>
        void playground.session.change({ depth: power > middle + 1.01 ? 'deep' : Number((10 ** power).toPrecision(3)) })
      }
    />
  )
}

function SurfaceTension({ settings: { surfaceTension }, playground }: SettingProps) {
  if (surfaceTension === undefined) return null
  return (
    <label class="control check">
      <span>Surface tension</span>
      <input
        type="checkbox"
        checked={surfaceTension > 0}
        data-testid="surface-tension"
        onChange={({ currentTarget: { checked } }) =>
          void playground.session.change({ surfaceTension: checked ? cleanWaterTension : 0 })
        }
      />
    </label>
  )
}

const boundaryText = {
  reflect: 'reflect: solid walls',
  absorb: 'absorb: open water',
  fixed: 'fixed: held at rest level',
  periodic: 'periodic: opposite sides joined',
} as const

function Walls({ playground }: { playground: Playground }) {
  return (
    <Choice
      label="Walls"
      testId="boundary"
      value={state.settings.value.boundary ?? 'scene'}
      options={[
        { value: 'scene', text: 'as in the scene' },
        ...boundaries.map((value) => ({ value, text: boundaryText[value] })),
      ]}
      onChange={(value) => void playground.session.changeBoundary(value === 'scene' ? undefined : value)}
    />
  )
}

function HeightScale() {
  return (
    <LogSlider
      label="Vertical exaggeration"
      testId="height-scale"
      value={state.heightScale.value}
      min={1}
      max={Math.max(30, 3 * state.fittingHeightScale.value)}
      digits={2}
      text={`× ${formatNumber(state.heightScale.value)}`}
      onInput={(value) => (state.chosenHeightScale.value = value)}
    />
  )
}

/** Without warm or heavy parts nothing in a fluid rises or sinks. */
function hasBuoyancy({ scene: { fluid } }: SimulationInfo): boolean {
  return fluid?.temperature !== undefined || Object.values(fluid?.dyes ?? {}).some(({ weight }) => weight !== 0)
}
