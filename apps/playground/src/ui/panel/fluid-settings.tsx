import type { Playground } from '../../playground.js'
import { methods, solverName, solverSettingsOf } from '../../session/solvers.js'
import * as state from '../../session/state.js'
import { Choice, Slider } from '../controls.js'
import { formatNumber } from '../format.js'

/** Viscosities to choose from, as powers of ten [m²/s]; the first means none. */
const [thinnest, thickest] = [-7, -1]

/** What a fluid in a box is and how it is computed. */
export function FluidSettings({ playground }: { playground: Playground }) {
  const info = state.info.value
  if (!info) return null
  const { type, method, viscosity = 0, confinement = 0, gravity = 0 } = solverSettingsOf(info.scene)
  const { dyes = {}, temperature } = info.scene.fluid ?? {}
  const hasWeight = temperature !== undefined || Object.values(dyes).some(({ weight }) => weight !== 0)
  return (
    <section>
      <h2>Fluid</h2>
      <p class="fact">
        <span>Solver</span>
        <span data-testid="solver">{solverName(type)}</span>
      </p>
      {method !== undefined && (
        <Choice
          label="Carried by"
          testId="advection"
          value={method}
          options={methods[type] ?? []}
          onChange={(value) => void playground.change({ advection: value })}
        />
      )}
      <Slider
        label="Viscosity"
        testId="viscosity"
        value={viscosity > 0 ? Math.max(thinnest, Math.log10(viscosity)) : thinnest}
        min={thinnest}
        max={Math.max(thickest, viscosity > 0 ? Math.log10(viscosity) : thickest)}
        step={0.1}
        text={viscosity > 0 ? `${formatNumber(viscosity)} m²/s` : 'none'}
        onChange={(power) =>
          void playground.change({ viscosity: power <= thinnest ? 0 : Number((10 ** power).toPrecision(3)) })
        }
      />
      <Slider
        label="Vorticity confinement"
        testId="confinement"
        value={confinement}
        min={0}
        max={Math.max(10, confinement)}
        step={0.1}
        text={`${formatNumber(confinement)} /s`}
        onChange={(value) => void playground.change({ confinement: value })}
      />
      {hasWeight && (
        <Slider
          label="Gravity, for buoyancy"
          testId="gravity"
          value={gravity}
          min={0}
          max={Math.max(20, gravity)}
          step={0.01}
          text={`${formatNumber(gravity)} m/s²`}
          onChange={(value) => void playground.change({ gravity: value })}
        />
      )}
    </section>
  )
}
