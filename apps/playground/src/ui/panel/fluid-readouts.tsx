import { isVolume } from '../../session/fluid-display.js'
import { info, report, solidArea } from '../../session/state.js'
import { formatNumber } from '../format.js'

/** The numbers of a fluid in a box. */
export function FluidReadouts() {
  const open = info.value
  const fluid = report.value?.diagnostics.fluid
  if (!open) return null
  return (
    <>
      <div>
        <dt>Fastest</dt>
        <dd data-testid="fluid-speed" data-speed={fluid?.speed}>
          {fluid ? `${formatNumber(fluid.speed)} m/s` : '–'}
        </dd>
      </div>
      <div>
        <dt>Kinetic energy</dt>
        <dd data-testid="kinetic-energy">
          {fluid ? `${formatNumber(report.value!.diagnostics.kineticEnergy)} J` : '–'}
        </dd>
      </div>
      <div>
        <dt>Divergence</dt>
        <dd data-testid="divergence">{fluid ? `${formatNumber(fluid.divergence)} /s` : '–'}</dd>
      </div>
      <div>
        <dt>Pressure found in</dt>
        <dd data-testid="iterations">
          {fluid ? `${fluid.iterations} ${fluid.iterations === 1 ? 'cycle' : 'cycles'}` : '–'}
        </dd>
      </div>
      {Object.entries(fluid?.scalars ?? {}).map(([name, { total, maximum }]) =>
        name === 'temperature' ? (
          <div key={name}>
            <dt>Hottest</dt>
            <dd data-testid="hottest">{formatNumber(maximum)} °C</dd>
          </div>
        ) : (
          <div key={name}>
            <dt>
              <span class="swatch" style={{ background: open.scene.fluid?.dyes[name]?.color }} />
              Amount of {name}
            </dt>
            <dd data-testid={`amount-${name}`} data-total={total}>
              {formatNumber(total)} {isVolume(open) ? 'm³' : 'm²'}
            </dd>
          </div>
        ),
      )}
      {!isVolume(open) && (
        <div>
          <dt>Solid</dt>
          <dd data-testid="solid" data-square-metres={solidArea.value}>
            {solidArea.value === undefined ? '–' : `${formatNumber(solidArea.value)} m²`}
          </dd>
        </div>
      )}
    </>
  )
}
