// Wave trains that shoal and refract over a slope. With amplitude a and phase P at a point:
//
//   eta       a cos(P - ωt)               X = a cos P                        Y = a sin P
//   slopeX    d/dx of it                  X = a' cos P - a kx sin P          Y = a' sin P + a kx cos P     a' = da/dx
//   phi       b sin(P - ωt)               X = b sin P                        Y = -b cos P

import { cellX, cellZ, type Grid } from '../../fields/grid.js'
import { cos, sin } from '../../numerics/elementary.js'
import { restoringAcceleration, type Water } from '../../wave-theory/airy.js'
import type { ShoalingTrain } from '../../wave-theory/shoaling.js'
import { wrapped } from '../../wave-theory/train.js'
import type { CellWave, PhaseAmplitudes, QuadratureQuantity, SteadyWave } from './quadrature-field.js'
import { type BreakingRule, greatestAmplitude } from './quantity.js'

/** A train at a cell. */
interface LocalWave {
  readonly amplitude: number
  readonly unbroken: number
  readonly depth: number
  readonly k: number
  readonly kx: number
  readonly kz: number
  readonly growthX: number
  readonly growthZ: number
  readonly phase: number
}

/** A train over a slope, for fields. */
export function beachWave(train: ShoalingTrain, water: Water, rule: BreakingRule): SteadyWave {
  return { omega: train.omega, eachCell: (grid, visit) => visitCells(train, water, rule, grid, visit) }
}

function visitCells(
  train: ShoalingTrain,
  water: Water,
  rule: BreakingRule,
  grid: Grid,
  visit: (i: number, j: number, wave: CellWave) => void,
): void {
  const { nx, nz } = grid
  // Along the shore only the phase changes: where a side of the grid is parallel to the shore, its lines are evaluated once.
  const [shoreX, shoreZ] = train.turned(1, 0)
  const columnsFirst = Math.abs(shoreX) > Math.abs(shoreZ)
  const [outer, inner] = columnsFirst ? [nx, nz] : [nz, nx]
  let local: LocalWave | undefined
  let sLocal = Number.NaN
  const amplitudesOf = (name: QuadratureQuantity) => amplitudes(name, local!, train.omega, water, rule)
  for (let m = 0; m < outer; m++)
    for (let n = 0; n < inner; n++) {
      const [i, j] = columnsFirst ? [m, n] : [n, m]
      const { s, along } = train.placeOf(cellX(grid, i), cellZ(grid, j))
      if (s !== sLocal || !local) {
        local = localWave(train, s)
        sLocal = s
      }
      const phase = wrapped(local.phase + train.kAlong * along)
      visit(i, j, { cosPhase: cos(phase), sinPhase: sin(phase), amplitudesOf })
    }
}

function amplitudes(
  name: QuadratureQuantity,
  local: LocalWave,
  omega: number,
  water: Water,
  rule: BreakingRule,
): PhaseAmplitudes {
  const { amplitude, unbroken, depth, k } = local
  if (!(depth > 0)) return { inPhase: 0, quadrature: 0 }
  switch (name) {
    case 'eta':
      return { inPhase: amplitude, quadrature: 0 }
    case 'slopeX':
      return { inPhase: local.growthX, quadrature: amplitude * local.kx }
    case 'slopeZ':
      return { inPhase: local.growthZ, quadrature: amplitude * local.kz }
    case 'breaking':
      return { inPhase: unbroken / greatestAmplitude(k, depth, rule), quadrature: 0 }
    case 'tensionTerm':
      return { inPhase: amplitude * k * k, quadrature: 0 }
    case 'phi':
      return { inPhase: 0, quadrature: (-amplitude * restoringAcceleration(k, water)) / omega }
  }
}

function localWave(train: ShoalingTrain, s: number): LocalWave {
  const { depth, kAcross, amplitude, unbroken, phase } = train.across(s)
  const [kx, kz] = train.turned(kAcross, train.kAlong)
  const [growthX, growthZ] = train.turned(train.growthAt(s), 0)
  const k = Math.sqrt(kx * kx + kz * kz)
  return { depth, kx, kz, k, amplitude, unbroken, growthX, growthZ, phase }
}
