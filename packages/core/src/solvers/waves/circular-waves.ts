// Circular waves of a scene, for fields: X and Y are real and imaginary part of their complex amplitudes (wave-theory/circular.ts).

import { cellX, cellZ } from '../../fields/grid.js'
import { RADIANS_PER_DEGREE } from '../../numerics/constants.js'
import type { WavesSettings } from '../../scene/schema/solver.js'
import { restoringAcceleration, type Water, wavelengthOf } from '../../wave-theory/airy.js'
import { type CircularAmplitudes, CircularWave } from '../../wave-theory/circular.js'
import type { PhaseAmplitudes, QuadratureQuantity, SteadyWave } from './quadrature-field.js'
import { type BreakingRule, greatestAmplitude } from './quantity.js'

/** The circular waves of the settings. */
export function circularWavesOf({ circular }: Pick<WavesSettings, 'circular'>, water: Water): CircularWave[] {
  return circular.map(({ at: [x, z], wavelength, period, height, steepness, radius, phase }) => {
    const length = wavelength ?? wavelengthOf(period!, water)
    return new CircularWave(
      {
        x,
        z,
        height: height ?? steepness! * length,
        phase: phase * RADIANS_PER_DEGREE,
        ...(radius !== undefined && { radius }),
        ...(period === undefined ? { wavelength: length } : { period }),
      },
      water,
    )
  })
}

/** A circular wave, for fields. */
export function circularWave(wave: CircularWave, water: Water, rule: BreakingRule): SteadyWave {
  return {
    omega: wave.omega,
    eachCell: (grid, visit) => {
      let local: CircularAmplitudes
      const amplitudesOf = (name: QuadratureQuantity) => amplitudes(name, local, wave, water, rule)
      for (let j = 0; j < grid.nz; j++)
        for (let i = 0; i < grid.nx; i++) {
          local = wave.at(cellX(grid, i), cellZ(grid, j))
          visit(i, j, { cosPhase: 1, sinPhase: 0, amplitudesOf })
        }
    },
  }
}

function amplitudes(
  name: QuadratureQuantity,
  { value, slopeX, slopeZ }: CircularAmplitudes,
  { k, omega }: CircularWave,
  water: Water,
  rule: BreakingRule,
): PhaseAmplitudes {
  const times = ([re, im]: readonly [number, number], factor: number) => ({
    inPhase: re * factor,
    quadrature: im * factor,
  })
  switch (name) {
    case 'eta':
      return times(value, 1)
    case 'slopeX':
      return times(slopeX, 1)
    case 'slopeZ':
      return times(slopeZ, 1)
    case 'breaking':
      return times(value, 1 / greatestAmplitude(k, water.depth, rule))
    case 'tensionTerm':
      return times(value, k * k)
    case 'phi': // -i value, times the restoring acceleration over ω
      return times([value[1], -value[0]], restoringAcceleration(k, water) / omega)
  }
}
