// The submerged part of each body, on all threads, after the water was raised by the displaced heights: local level, level of buoyancy, moments
// of volume and areas, flow.

import { Field } from '../abi/field'
import { fitColumns, sumSubmerged } from '../modules/submersion/index'
import { BodyRecord, ExchangeRecord, planeAt, solvePlane } from './body-record'
import { at } from './cell-list'
import { CoupledWater, readFlow } from './coupled-water'
import { heightsBelow, observeBody } from './locate-bodies'

/** Effective depth of the flow under a body on deep water, in radii (src/coupling/pressing.ts). */
export const DEPTH_PER_RADIUS: f64 = 3 * 3.141592653589793 / 32

@unmanaged
export class MeasureBodiesPass {
  /** A BodyRecord in each row. */
  bodies: Field
  /** The ExchangeRecord. */
  exchange: Field
}

export function measureBodies(pass: MeasureBodiesPass, begin: i32, end: i32): void {
  const exchange = changetype<ExchangeRecord>(pass.exchange.origin)
  for (let k = begin; k < end; k++) measureBody(changetype<BodyRecord>(pass.bodies.row(k)), exchange)
}

function measureBody(body: BodyRecord, exchange: ExchangeRecord): void {
  const columns = exchange.columns, water = exchange.water
  const first = body.first, end = body.end
  observeBody(body, columns, water)
  const local = planeAt(body, offsetof<BodyRecord>('local'))
  fitColumns(columns, first, end, body)
  solvePlane(body, local, false, (water.cellSize * water.cellSize) / 12)
  const plane = planeAt(body, offsetof<BodyRecord>('buoyancy'))
  if (body.heaves != 0) {
    plane.height = body.throughDraught
    plane.slopeX = body.throughDraughtX
    plane.slopeZ = body.throughDraughtZ
  } else {
    const fraction = resolvedFraction(first, end, water, end > first ? at(columns.depth, first) : 0, exchange.dt)
    plane.height = body.undisturbed + fraction * (local.height - body.undisturbed)
    plane.slopeX = body.undisturbedX + fraction * (local.slopeX - body.undisturbedX)
    plane.slopeZ = body.undisturbedZ + fraction * (local.slopeZ - body.undisturbedZ)
  }
  heightsBelow(body, columns, plane, columns.submergedHeight)
  readFlow(water, columns.cell, first, end, columns.flowX, columns.flowZ)
  sumSubmerged(
    columns, first, end, plane.height, plane.slopeX, plane.slopeZ, body.offsetX, body.offsetZ, body.centerY, body,
  )
}

/** Fraction of the local level that steps of `dt` resolve (src/coupling/submersion/submersion.ts). */
function resolvedFraction(first: i32, end: i32, water: CoupledWater, depth: f64, dt: f64): f64 {
  if (end == first) return 1
  const width = Math.sqrt(<f64>(end - first)) * water.cellSize
  const flowing = water.isDispersive != 0 ? Math.min(depth, DEPTH_PER_RADIUS * (width / 2)) : depth
  const phase = (Math.sqrt(water.gravity * flowing) * dt * 3.141592653589793) / width
  return 1 / (1 + phase * phase)
}
