import { isVolume } from '../../session/display/fluid-display.js'
import { info, report } from '../../session/state.js'
import { formatNumber } from '../format.js'
import { Readout } from './readout.js'
import { SolidArea } from './solid-area.js'

/** The numbers of a fluid in a box. */
export function FluidReadouts() {
  const open = info.value
  const diagnostics = report.value?.diagnostics
  const fluid = diagnostics?.kind === 'fluid' ? diagnostics : undefined
  if (!open) return null
  return (
    <>
      <Readout label="Highest speed" testId="fluid-speed" data={{ 'data-speed': fluid?.speed }}>
        {fluid && `${formatNumber(fluid.speed)} m/s`}
      </Readout>
      <Readout label="Kinetic energy" testId="kinetic-energy">
        {fluid && `${formatNumber(fluid.kineticEnergy)} J`}
      </Readout>
      <Readout label="Divergence" testId="divergence">
        {fluid && `${formatNumber(fluid.divergence)} /s`}
      </Readout>
      <Readout label="Pressure iterations" testId="iterations">
        {fluid?.iterations}
      </Readout>
      {Object.entries(fluid?.scalars ?? {}).map(([name, { total, maximum }]) =>
        name === 'temperature' ? (
          <Readout key={name} label="Highest temperature" testId="hottest">
            {formatNumber(maximum)} °C
          </Readout>
        ) : (
          <Readout
            key={name}
            label={
              <>
                <span class="swatch" style={{ background: open.scene.fluid?.dyes[name]?.color }} />
                Amount of {name}
              </>
            }
            testId={`amount-${name}`}
            data={{ 'data-total': total }}
          >
            {formatNumber(total)} {isVolume(open) ? 'm³' : 'm²'}
          </Readout>
        ),
      )}
      {!isVolume(open) && <SolidArea />}
    </>
  )
}
