// The theory of small waves for programs: lengths, periods, speeds, orbits and breaking, trains on a level bed and on a
// beach. Angles in radians. The same waves as those of the `waves` solver, at any point and time without a grid.

export {
  angularFrequency,
  groupSpeed,
  type Orbit,
  orbitAt,
  periodOf,
  phaseSpeed,
  type Water,
  wavelengthOf,
  wavenumberOf,
} from './airy.js'
export { breaksByMiche, breaksBySlides, micheHeight, orbitSpeed } from './breaking.js'
export { type CircularAmplitudes, type CircularDescription, CircularWave } from './circular.js'
export { type Beach, type Breaker, type LocalTrain, ShoalingTrain, type TrainAcross } from './shoaling.js'
export { elevationAt, slopeAt, type Train, type TrainDescription, trainOf, velocityAt } from './train.js'
