import { solidArea } from '../../session/state.js'
import { formatNumber } from '../format.js'
import { Readout } from './readout.js'

/** The area that obstacles and painted walls cover. */
export function SolidArea() {
  const area = solidArea.value
  return (
    <Readout label="Solid area" testId="solid" data={{ 'data-square-metres': area }}>
      {area === undefined ? undefined : `${formatNumber(area)} m²`}
    </Readout>
  )
}
