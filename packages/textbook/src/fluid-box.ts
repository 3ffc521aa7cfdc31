/**
 * A box of fluid on a grid, in 2-D and 3-D.
 *
 * Source: exercise "Fluid dynamics" of the course "Multimedia and computer animation", after J. Stam, "Real-Time Fluid
 * Dynamics for Games", 2003. The exercise prints the diffusion; advection, projection, walls and the order within a
 * step it takes from the paper, and so does this file. Limits, rates and errors are derived here.
 *
 * Everything lives at cell centres, inside a rim of one cell. In a step, with D the number of axes and a = dt κ/dx²:
 *
 *     density:   add sources, diffuse, advect
 *     velocity:  add forces, diffuse, project, advect by itself, project
 *
 *     add        x += dt s
 *     diffuse    x0 = x - a (Σ neighbours of x - 2 D x), so x = (x0 + a Σ neighbours of x)/(1 + 2 D a) by Gauss–Seidel
 *     advect     d(cell) = d0(cell - u dt/dx), linear between the centres around
 *     project    2 D p - Σ neighbours of p = -dx² div u by Gauss–Seidel, u -= grad p
 *
 * 2 D is the 4 or the 6 of the slides; div and grad are differences over two cells. Gauss–Seidel starts from zeros. The
 * rim is set after every sweep: equal to the cell inside, and opposite to it for the velocity into that wall, which
 * makes that velocity zero on the wall itself.
 *
 * Misprints on the slides, corrected here:
 *
 * - The naive diffusion is printed as its bracket alone, x0[i-1,j] + ... - 4 x0[i,j]. It is x = x0 + a (...).
 * - The 3-D unknown is announced as x[i,j]. It is x[i,j,k], as in the line below it.
 *
 * Known defects, kept as they are in the documents:
 *
 * 1. "The naive solution diverges - why?" One step multiplies a wave of wavenumbers k by
 *
 *        1 - 4 a S,   S = Σ over the axes of sin²(k dx/2),
 *
 *    so a wave grows, with a turning sign, when a S > 1/2. The shortest wave has S = D: the limit is a = 1/(2 D), 1/4
 *    in 2-D and 1/6 in 3-D. Up to there x is a mean of its neighbours and cannot grow at all. Between walls the
 *    shortest density has n - 1 half waves instead of n, and the limit of a box is 1/(2 D cos²(π/2n)): at a = 0.2505 a
 *    box of 34 cells stays bounded and one of 36 explodes.
 * 2. The good diffusion multiplies the same wave by 1/(1 + 4 a S), never above 1 in size: stable for every a. It is
 *    right for small a S only; diffusion multiplies by e^(-4 a S).
 * 3. "About 10 iterations is enough" is true for a well below 1. Where the error is smooth, half of a cell's neighbours
 *    have the new one and half the old one, so a sweep leaves D a/(1 + D a) of it. The start from zeros has the whole
 *    density as its error, and the error that remains is density that is lost. After 10 sweeps a uniform density has
 *    kept 98 % at a = 1, 37 % at a = 10 and 5 % at a = 100 (n = 16, 2-D; 93, 27 and 3 % in 3-D).
 * 4. The projection removes another divergence than the one it measures: its Laplacian spans one cell on either side,
 *    the divergence of its gradient two. Solved to the end it leaves of the divergence of a wave
 *
 *        Σ sin⁴(k dx/2) / Σ sin²(k dx/2):   half for waves 4 cells long.
 *
 * 5. At the checkerboard all of it is left, and it is not even measured: u[i-1] = u[i+1] has no divergence. A
 *    checkerboard of velocity stays through any number of projections.
 * 6. Sweeps carry p one cell or so each. Of the longest wave 20 of them leave 52 % in a box of 16 cells, 84 % in one
 *    of 32 and 96 % in one of 64.
 * 7. Interpolation between cells blurs. Uniform wind that moves a fraction f of a cell past whole ones widens a puff by
 *    f (1 - f) cells² a step along that axis, as a diffusivity of f (1 - f) dx²/(2 dt) would. The velocity is blurred
 *    too: a vortex that fills a box of 32 cells, without viscosity, loses 13 % of its energy while its fastest fluid
 *    goes half a side; in a box of 16 cells 22 %.
 * 8. Advection does not keep the amount: it copies densities, whatever the volume they come from. A puff of 5 × 5
 *    cells in that vortex, standing and free of divergence, has lost 38 % after the fastest fluid has gone four sides
 *    at half a cell a step, 75 % at two and a half cells a step.
 * 9. Only the velocity into a wall is stopped. The one along it is copied into the rim: walls are slippery however
 *    viscous the fluid, and no lid can drive the box.
 */

/** The numbering of a box with a rim of one cell around it: cell (i, j, k) is element i + (n + 2) (j + (n + 2) k). */
export interface FluidGrid {
  /** Cells along a side, without the rim. */
  n: number
  /** Number of axes. */
  dimension: 2 | 3
  /** All cells, the rim's too. */
  size: number
  /** Distance in an array from a cell to its next along x, y, z. */
  strides: number[]
  /** The cells that are not of the rim, x fastest. */
  interior: number[]
  /** The cells of the rim: faces, then edges, then corners. */
  rim: RimCell[]
}

/** A cell of the rim. */
export interface RimCell {
  cell: number
  /** Its neighbours inward: one on a face, two on an edge of a cube, three in its corner. */
  inward: number[]
  /** The axis of a face counted from 1; 0 for edges and corners. */
  face: number
}

/** The fluid. Arrays have `size` elements. */
export interface FluidBox {
  grid: FluidGrid
  /** Density of smoke, any unit. */
  density: Float64Array
  /** Velocity along x, y, z at the centres of the cells [m/s]. */
  velocity: Float64Array[]
}

export interface FluidBoxParameters {
  /** Cell size [m]; the paper's is 1/n. */
  dx: number
  /** Time step [s]. Any is stable; a longer one blurs and damps more. */
  dt: number
  /** Diffusivity of the density [m²/s]. */
  diffusion: number
  /** Kinematic viscosity [m²/s]. */
  viscosity: number
  /** Gauss–Seidel sweeps of every solve. The exercise calls 10 enough, the paper takes 20; see defects 3 and 6. */
  sweeps: number
}

export function fluidGrid(n: number, dimension: 2 | 3): FluidGrid {
  const strides = [1, n + 2, (n + 2) ** 2].slice(0, dimension)
  const size = (n + 2) ** dimension
  const interior: number[] = []
  const rim: RimCell[] = []
  for (let cell = 0; cell < size; cell++) {
    const inward: number[] = []
    let face = 0
    strides.forEach((stride, axis) => {
      const at = Math.floor(cell / stride) % (n + 2)
      if (at > 0 && at < n + 1) return
      inward.push(at === 0 ? cell + stride : cell - stride)
      face = axis + 1
    })
    if (inward.length === 0) interior.push(cell)
    else rim.push({ cell, inward, face: inward.length === 1 ? face : 0 })
  }
  rim.sort((a, b) => a.inward.length - b.inward.length)
  return { n, dimension, size, strides, interior, rim }
}

/** Still fluid of density 0. */
export function fluidBox(n: number, dimension: 2 | 3): FluidBox {
  const grid = fluidGrid(n, dimension)
  const zeros = () => new Float64Array(grid.size)
  return { grid, density: zeros(), velocity: grid.strides.map(zeros) }
}

/** x += dt s, in place. */
export function fluidAddSource(x: Float64Array, s: Float64Array, dt: number): void {
  for (let cell = 0; cell < x.length; cell++) x[cell]! += dt * s[cell]!
}

/**
 * The rim of x, in place. b is the paper's: 0 for a density, 1, 2 or 3 for the velocity along x, y or z. A face copies
 * the cell beside it, with the sign turned if x is the velocity into that wall; edges and corners take the mean of
 * theirs.
 */
export function fluidSetBounds({ rim }: FluidGrid, b: number, x: Float64Array): void {
  for (const { cell, inward, face } of rim) {
    let total = 0
    for (const neighbour of inward) total += x[neighbour]!
    x[cell] = (face > 0 && face === b ? -total : total) / inward.length
  }
}

/** Diffusion forward in time: x from x0, whose rim must be set. Diverges for a > 1/4 in 2-D, 1/6 in 3-D: defect 1. */
export function fluidDiffuseBad(grid: FluidGrid, b: number, x: Float64Array, x0: Float64Array, a: number): void {
  for (const cell of grid.interior) {
    x[cell] = x0[cell]! + a * (neighbours(grid, x0, cell) - 2 * grid.dimension * x0[cell]!)
  }
  fluidSetBounds(grid, b, x)
}

/** Diffusion backward in time: the x from which a step back gives x0. Starts from zeros. */
export function fluidDiffuseGood(
  grid: FluidGrid,
  b: number,
  x: Float64Array,
  x0: Float64Array,
  a: number,
  sweeps: number,
): void {
  x.fill(0)
  fluidGaussSeidel(grid, b, x, x0, a, 1 + 2 * grid.dimension * a, sweeps)
}

/** d from d0: go back along the velocity for one step and read d0 there, linearly between the cell centres around. */
export function fluidAdvect(
  grid: FluidGrid,
  b: number,
  d: Float64Array,
  d0: Float64Array,
  velocity: Float64Array[],
  { dx, dt }: Pick<FluidBoxParameters, 'dx' | 'dt'>,
): void {
  const { n, dimension, strides, interior } = grid
  const share = new Float64Array(dimension) // of the farther cell, along each axis
  for (const cell of interior) {
    let nearest = 0
    strides.forEach((stride, axis) => {
      const here = Math.floor(cell / stride) % (n + 2)
      const from = Math.min(Math.max(here - (dt / dx) * velocity[axis]![cell]!, 0.5), n + 0.5)
      nearest += stride * Math.floor(from)
      share[axis] = from - Math.floor(from)
    })
    d[cell] = fluidInterpolated(d0, nearest, strides, share)
  }
  fluidSetBounds(grid, b, d)
}

/** Divergence by central differences [1/s], 0 in the rim. The rim of the velocity must be set. */
export function fluidDivergence(
  { size, strides, interior }: FluidGrid,
  velocity: Float64Array[],
  dx: number,
): Float64Array {
  const divergence = new Float64Array(size)
  for (const cell of interior) {
    strides.forEach((stride, axis) => {
      const u = velocity[axis]!
      divergence[cell]! += (u[cell + stride]! - u[cell - stride]!) / (2 * dx)
    })
  }
  return divergence
}

/** Takes the gradient of p, whose Laplacian is the divergence, from the velocity, in place. See defects 4 to 6. */
export function fluidProject(grid: FluidGrid, velocity: Float64Array[], dx: number, sweeps: number): void {
  const { size, dimension, strides, interior } = grid
  const p = new Float64Array(size)
  const right = fluidDivergence(grid, velocity, dx).map((divergence) => -dx * dx * divergence)
  fluidGaussSeidel(grid, 0, p, right, 1, 2 * dimension, sweeps)
  strides.forEach((stride, axis) => {
    const u = velocity[axis]!
    for (const cell of interior) u[cell]! -= (p[cell + stride]! - p[cell - stride]!) / (2 * dx)
    fluidSetBounds(grid, axis + 1, u)
  })
}

/** One step of the density, in place: add `source` [density/s], diffuse, advect. */
export function fluidDensityStep(box: FluidBox, source: Float64Array, parameters: FluidBoxParameters): void {
  const { grid, density, velocity } = box
  const { dx, dt, diffusion, sweeps } = parameters
  fluidAddSource(density, source, dt)
  const diffused = new Float64Array(grid.size)
  fluidDiffuseGood(grid, 0, diffused, density, (dt * diffusion) / (dx * dx), sweeps)
  fluidAdvect(grid, 0, density, diffused, velocity, parameters)
}

/** One step of the velocity, in place: add `force` [m/s²], one array per axis, diffuse, project, advect, project. */
export function fluidVelocityStep(box: FluidBox, force: Float64Array[], parameters: FluidBoxParameters): void {
  const { grid, velocity } = box
  const { dx, dt, viscosity, sweeps } = parameters
  const diffused = velocity.map((u, axis) => {
    fluidAddSource(u, force[axis]!, dt)
    const x = new Float64Array(grid.size)
    fluidDiffuseGood(grid, axis + 1, x, u, (dt * viscosity) / (dx * dx), sweeps)
    return x
  })
  fluidProject(grid, diffused, dx, sweeps)
  velocity.forEach((u, axis) => {
    fluidAdvect(grid, axis + 1, u, diffused[axis]!, diffused, parameters)
  })
  fluidProject(grid, velocity, dx, sweeps)
}

/** Sum of x over the four or six neighbours. */
function neighbours({ strides }: FluidGrid, x: Float64Array, cell: number): number {
  let total = 0
  for (const stride of strides) total += x[cell - stride]! + x[cell + stride]!
  return total
}

/** x = (x0 + a Σ neighbours)/c, cell after cell with the newest values, the rim after every sweep; in place. */
export function fluidGaussSeidel(
  grid: FluidGrid,
  b: number,
  x: Float64Array,
  x0: Float64Array,
  a: number,
  c: number,
  sweeps: number,
): void {
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (const cell of grid.interior) x[cell] = (x0[cell]! + a * neighbours(grid, x, cell)) / c
    fluidSetBounds(grid, b, x)
  }
}

/** d0 between the 4 or 8 cells of which `nearest` has the smallest index along every axis. */
export function fluidInterpolated(d0: Float64Array, nearest: number, strides: number[], share: Float64Array): number {
  let value = 0
  for (let corner = 0; corner < 1 << strides.length; corner++) {
    let weight = 1
    let cell = nearest
    strides.forEach((stride, axis) => {
      const farther = (corner >> axis) & 1
      weight *= farther ? share[axis]! : 1 - share[axis]!
      cell += farther * stride
    })
    value += weight * d0[cell]!
  }
  return value
}
