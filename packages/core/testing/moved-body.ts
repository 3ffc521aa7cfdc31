import { setMatrix } from '../src/bodies/geometry/rotation.js'
import type { BodyWorld, LoadedBody } from '../src/bodies/world.js'
import type { SubmergedBody } from '../src/coupling/submersion/submerged-body.js'

/** A body whose x axis is closer to the vertical than this has no forward direction: the horizontal length of its x axis. */
const UPRIGHT = 0.1

/** The state and the make of one body, as the plain formulas of forces need them (plain-forces.ts). One object is filled for each body in turn. */
export class MovedBody {
  /** [kg]; Infinity if nothing moves it. */
  mass = 0
  /** Inertia about the centre of mass in the scene's axes, row by row [kg m²]. */
  readonly inertia = new Float64Array(9)
  /** Three velocities [m/s], three angular velocities [rad/s]. */
  readonly rates = new Float64Array(6)
  /** Rotation from the body's axes to the scene's, row by row. */
  readonly rotation = new Float64Array(9)
  /** Drag coefficient [1]. */
  drag = 0
  /** Horizontal direction of the body's own x axis. */
  forwardX = 1
  forwardZ = 0
  /** Extent of the submerged part along that axis and across it [m]. */
  length = 0
  width = 0

  set(index: number, { body, solid }: LoadedBody, submerged: SubmergedBody, world: BodyWorld, cellSize: number): void {
    const { rotation: m, rates } = this
    setMatrix(m, world.rotations, 4 * index)
    for (let axis = 0; axis < 3; axis++) {
      rates[axis] = world.velocities[3 * index + axis]!
      rates[axis + 3] = world.angularVelocities[3 * index + axis]!
    }
    this.mass = world.masses[index]!
    this.drag = body.drag
    rotateTensor(m, solid.mass.inertia, this.mass / solid.mass.amount, this.inertia)
    const horizontal = Math.sqrt(m[0]! * m[0]! + m[6]! * m[6]!)
    const isUpright = !(horizontal > UPRIGHT)
    this.forwardX = isUpright ? 1 : m[0]! / horizontal
    this.forwardZ = isUpright ? 0 : m[6]! / horizontal
    this.length = extentAlong(submerged.volume, this.forwardX, this.forwardZ, cellSize)
    this.width = extentAlong(submerged.volume, -this.forwardZ, this.forwardX, cellSize)
  }
}

/** Length of a volume in a horizontal direction [m]: that of a box with the same second moment, at least a cell. */
function extentAlong(volume: Float64Array, x: number, z: number, cellSize: number): number {
  const amount = volume[0]!
  if (amount === 0) return cellSize
  const mean = (volume[1]! * x + volume[3]! * z) / amount
  const square = (volume[4]! * x * x + 2 * volume[9]! * x * z + volume[6]! * z * z) / amount
  return Math.sqrt(12 * Math.max(0, square - mean * mean) + cellSize * cellSize)
}

/** out = scale × m tensor mᵀ. */
function rotateTensor(m: Float64Array, tensor: Float64Array, scale: number, out: Float64Array): void {
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 3; column++) {
      let sum = 0
      for (let a = 0; a < 3; a++)
        for (let b = 0; b < 3; b++) sum += m[3 * row + a]! * tensor[3 * a + b]! * m[3 * column + b]!
      out[3 * row + column] = scale * sum
    }
}
