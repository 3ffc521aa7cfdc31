// The yardstick of shallow water over rough terrain: the plain scheme of first order, in double precision.
//
// Constant states in each cell, hydrostatic reconstruction at the faces (Audusse et al., SIAM J. Sci. Comput. 25, 2004), HLL fluxes
// (Harten, Lax and van Leer, SIAM Review 25, 1983), implicit Manning friction. It creeps and it smears, but it neither holds water where
// no hollow does nor speeds a puddle up: a scheme of second order must not be farther from rest than this one.

const G = 9.81
/** Cells that the fastest wave may cross in a substep, x and z together. */
const COURANT = 0.8
/** Depth below which water has no velocity [m]. */
const DRY = 1e-12

/** Terrain with water on it. Rows along x follow each other along z; edges are walls. */
export interface Ground {
  readonly nx: number
  readonly nz: number
  /** Cell size [m]. */
  readonly cellSize: number
  /** Manning's n [s/m^(1/3)]. */
  readonly manning: number
  /** Elevation of the terrain [m]. */
  readonly bed: Float64Array
  /** Whether water leaves freely through the edge x+. */
  readonly isOpen: boolean
}

export class FirstOrderShallow {
  readonly ground: Ground
  /** Depth [m] and discharge per width [m²/s]. */
  readonly depth: Float64Array
  readonly qx: Float64Array
  readonly qz: Float64Array
  /** Content of each cell over its outflow, at most 1. */
  readonly #theta: Float64Array
  /** Through the face behind each cell, along x and along z: water, momentum for the cell before and behind it, tangential velocity. */
  readonly #x: Faces
  readonly #z: Faces

  constructor(ground: Ground, depth: ArrayLike<number>) {
    const count = ground.nx * ground.nz
    this.ground = ground
    this.depth = Float64Array.from(depth)
    this.qx = new Float64Array(count)
    this.qz = new Float64Array(count)
    this.#theta = new Float64Array(count)
    this.#x = facesOf(count)
    this.#z = facesOf(count)
  }

  /** Moves the water on by a time [s]. */
  advance(time: number): void {
    for (let rest = time; rest > 1e-9 * time; ) {
      const dt = Math.min(rest, (COURANT * this.ground.cellSize) / this.#fastest())
      this.#substep(dt)
      rest -= dt
    }
  }

  /** Speed of the water in a cell [m/s]. */
  speedAt(cell: number): number {
    const d = this.depth[cell]!
    return d > 0 ? Math.hypot(this.qx[cell]!, this.qz[cell]!) / d : 0
  }

  #fastest(): number {
    let fastest = 1e-12
    for (let k = 0; k < this.depth.length; k++) {
      const d = this.depth[k]!
      if (d > 0) fastest = Math.max(fastest, (Math.abs(this.qx[k]!) + Math.abs(this.qz[k]!)) / d + 2 * Math.sqrt(G * d))
    }
    return fastest
  }

  #substep(dt: number): void {
    const { nx, nz, isOpen } = this.ground
    const { depth, qx, qz } = this
    for (let j = 0, k = 0; j < nz; j++)
      for (let i = 0; i < nx; i++, k++) {
        if (i < nx - 1) this.#between(this.#x, k, k + 1, qx, qz)
        else if (isOpen) this.#outflow(k)
        else edge(this.#x, k, depth[k]!, qx[k]!)
        if (j < nz - 1) this.#between(this.#z, k, k + nx, qz, qx)
        else edge(this.#z, k, depth[k]!, qz[k]!)
      }
    this.#limitOutflow(dt)
    for (let j = 0, k = 0; j < nz; j++)
      for (let i = 0; i < nx; i++, k++) this.#update(k, i > 0 ? k - 1 : -1, j > 0 ? k - nx : -1, dt)
  }

  /** Multiplies every flux by theta of its upstream cell, so that no cell gives more than it has. */
  #limitOutflow(dt: number): void {
    const { nx, nz, cellSize } = this.ground
    const { depth } = this
    const [x, z, theta] = [this.#x, this.#z, this.#theta]
    for (let j = 0, k = 0; j < nz; j++)
      for (let i = 0; i < nx; i++, k++) {
        let out = Math.max(0, x.water[k]!) + Math.max(0, z.water[k]!)
        if (i > 0) out += Math.max(0, -x.water[k - 1]!)
        if (j > 0) out += Math.max(0, -z.water[k - nx]!)
        theta[k] = Math.min(1, (depth[k]! * cellSize) / Math.max(dt * out, 1e-300))
      }
    for (let j = 0, k = 0; j < nz; j++)
      for (let i = 0; i < nx; i++, k++) {
        scale(x, k, x.water[k]! > 0 || i === nx - 1 ? theta[k]! : theta[k + 1]!)
        scale(z, k, z.water[k]! > 0 || j === nz - 1 ? theta[k]! : theta[k + nx]!)
      }
  }

  /** Depth and discharge of a cell from the fluxes; `left` and `up` are the cells before it, or -1 at an edge. */
  #update(k: number, left: number, up: number, dt: number): void {
    const { cellSize, manning } = this.ground
    const { depth, qx, qz } = this
    const [x, z] = [this.#x, this.#z]
    const ratio = dt / cellSize
    let water = -x.water[k]! - z.water[k]!
    let pushX = -x.before[k]! - z.water[k]! * z.along[k]!
    let pushZ = -z.before[k]! - x.water[k]! * x.along[k]!
    if (left >= 0) {
      water += x.water[left]!
      pushX += x.behind[left]!
      pushZ += x.water[left]! * x.along[left]!
    } else pushX += wallPush(depth[k]!, qx[k]!)
    if (up >= 0) {
      water += z.water[up]!
      pushZ += z.behind[up]!
      pushX += z.water[up]! * z.along[up]!
    } else pushZ += wallPush(depth[k]!, qz[k]!)
    const d = Math.max(0, depth[k]! + ratio * water)
    depth[k] = d
    qx[k] = d > DRY ? qx[k]! + ratio * pushX : 0
    qz[k] = d > DRY ? qz[k]! + ratio * pushZ : 0
    if (manning > 0 && d > DRY) {
      const drag = (4 * G * manning * manning * dt * Math.hypot(qx[k]!, qz[k]!)) / (d * d * Math.cbrt(d))
      const slow = 2 / (1 + Math.sqrt(1 + drag))
      qx[k]! *= slow
      qz[k]! *= slow
    }
  }

  /** The flux through the face between two cells; `normal`, `along`: discharges across the face and along it. */
  #between(faces: Faces, l: number, r: number, normal: Float64Array, along: Float64Array): void {
    const { bed } = this.ground
    const { depth } = this
    const high = Math.max(bed[l]!, bed[r]!)
    const [wholeL, wholeR] = [depth[l]!, depth[r]!]
    const dL = Math.max(0, wholeL + bed[l]! - high)
    const dR = Math.max(0, wholeR + bed[r]! - high)
    const uL = wholeL > 0 ? normal[l]! / wholeL : 0
    const uR = wholeR > 0 ? normal[r]! / wholeR : 0
    const [cL, cR] = [Math.sqrt(G * dL), Math.sqrt(G * dR)]
    const sL = Math.min(0, dL > 0 ? uL - cL : uR - 2 * cR, dR > 0 ? uR - cR : 0)
    const sR = Math.max(0, dR > 0 ? uR + cR : uL + 2 * cL, dL > 0 ? uL + cL : 0)
    if (dL === 0 && dR === 0) {
      noFlux(faces, l)
      return
    }
    const [pL, pR] = [0.5 * G * dL * dL, 0.5 * G * dR * dR]
    const water = (sR * dL * uL - sL * dR * uR + sL * sR * (dR - dL)) / (sR - sL)
    const momentum = (sR * (dL * uL * uL + pL) - sL * (dR * uR * uR + pR) + sL * sR * (dR * uR - dL * uL)) / (sR - sL)
    faces.water[l] = water
    // Relative to the pressure of the reconstructed column on either side, which the bed takes up.
    faces.before[l] = momentum - pL
    faces.behind[l] = momentum - pR
    const upstream = water > 0 ? l : r
    faces.along[l] = depth[upstream]! > 0 ? along[upstream]! / depth[upstream]! : 0
  }

  /** Free outflow through x+. */
  #outflow(k: number): void {
    const d = this.depth[k]!
    const u = d > 0 ? Math.max(0, this.qx[k]! / d) : 0
    this.#x.water[k] = d * u
    this.#x.before[k] = d * u * u
    this.#x.behind[k] = 0
    this.#x.along[k] = d > 0 ? this.qz[k]! / d : 0
  }
}

interface Faces {
  readonly water: Float64Array
  readonly before: Float64Array
  readonly behind: Float64Array
  readonly along: Float64Array
}

function facesOf(count: number): Faces {
  const field = () => new Float64Array(count)
  return { water: field(), before: field(), behind: field(), along: field() }
}

function scale({ water, before, behind }: Faces, at: number, factor: number): void {
  water[at]! *= factor
  before[at]! *= factor
  behind[at]! *= factor
}

/** No flux: a step that is higher than the water has the pressure of water at rest. */
function noFlux({ water, before, behind, along }: Faces, at: number): void {
  water[at] = before[at] = behind[at] = along[at] = 0
}

/** The wall behind the last cell. */
function edge(faces: Faces, at: number, d: number, q: number): void {
  noFlux(faces, at)
  faces.before[at] = wallPush(d, -q)
}

/** The HLL flux between water that moves away from a wall and its mirror image, less the pressure at rest [m³/s²]. */
function wallPush(d: number, q: number): number {
  const u = d > 0 ? q / d : 0
  return q * (u - Math.abs(u) - Math.sqrt(G * d))
}
