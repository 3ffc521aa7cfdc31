// A plume of dye in a box, and its five pictures.

import { Isosurface, Metaballs, Particles, type TriangleMesh } from 'seiche'
import type { VolumeMesh } from '../../figures/volume.js'
import type { Action, LessonModel } from '../../worker/model.js'
import { boxOf, cameraFor } from './box-view.js'
import { EngineFluid } from './engine-fluid.js'
import { type Fluid, plumeOf, rms } from './fluid.js'
import { imageSide, rayMarch } from './ray-march.js'
import type { StableFluidsValues } from './stable-fluids.settings.js'
import { TextbookFluid } from './textbook-fluid.js'

/** Steps that one frame may make: a slow box falls behind instead of holding up the page. */
const mostSteps = 3
/** Particles that are drawn, those that carry metaballs, and their mean life [s]. */
const particleCount = 1500
const ballCount = 220
const lifetime = 6
/** Radius of a metaball [m]. */
const ballRadius = 0.035
/** The surface lies where the dye has this density. */
const level = 0.25

export interface StableFluidsFrame {
  n: number
  dimension: 2 | 3
  time: number
  /** Dye and divergence [1/s] in the plane through the middle, rows from the top. */
  plane: Float32Array
  divergence: Float32Array
  /** The picture that was asked for; cells of a flat box are in `plane`. */
  cells?: Float32Array
  particles?: Float32Array
  mesh?: VolumeMesh
  image?: { side: number; pixels: Uint8ClampedArray }
  /** Divergence after the step and before its first projection, root mean square [1/s]. */
  divergenceAfter: number
  divergenceBefore: number
  /** Dye in the box, and dye that was added [m³, or m² in 2-D]. */
  amount: number
  added: number
  cycles: number
}

export async function openModel(values: StableFluidsValues): Promise<LessonModel<StableFluidsFrame>> {
  const dimension = values.dimension === '3' ? 3 : 2
  const fluid =
    values.by === 'engine' ? await EngineFluid.open(dimension, values) : new TextbookFluid(dimension, values)
  return new StableFluidsModel(values, fluid)
}

class StableFluidsModel implements LessonModel<StableFluidsFrame> {
  private readonly particles: Particles
  private readonly balls: Metaballs
  private readonly surface = new Isosurface()
  private due = 0
  private time = 0

  constructor(
    private values: StableFluidsValues,
    private readonly fluid: Fluid,
  ) {
    const { x, y, z, radius } = plumeOf(fluid.dimension)
    const deep = fluid.dimension === 3 ? radius : 0
    this.particles = new Particles({
      count: particleCount,
      flow: fluid.flow(),
      lifetime,
      region: { low: [x - radius, y - radius, z - deep], high: [x + radius, y + radius, z + deep] },
    })
    const half = fluid.dimension === 3 ? 0.5 : 2 * ballRadius
    this.balls = new Metaballs({
      radius: ballRadius,
      cellSize: ballRadius / 1.75,
      box: { low: [-0.5, -0.5, -half], high: [0.5, 0.5, half] },
    })
  }

  advance(seconds: number): void {
    this.due = Math.min(this.due + seconds, mostSteps * this.values['time-step'])
    for (; this.due >= this.values['time-step']; this.due -= this.values['time-step']) this.step()
  }

  step(): void {
    const dt = this.values['time-step']
    this.fluid.step()
    this.particles.step(this.fluid.flow(), dt)
    this.time += dt
  }

  change(next: StableFluidsValues): boolean {
    const { by, dimension, view, turn } = this.values
    const isPictureAlone = Object.entries({ ...next, view, turn }).every(
      ([name, value]) => this.values[name as keyof StableFluidsValues] === value,
    )
    const isSameBox = next.by === by && next.dimension === dimension
    if (!isPictureAlone && !(isSameBox && this.fluid.change?.(next))) return false
    this.values = next
    return true
  }

  /** Dye and motion by hand: place [m from the middle] and velocity [m/s]. */
  act({ x, y, u, v }: Action): void {
    const limited = (value: unknown, most: number) => Math.max(-most, Math.min(most, Number(value)))
    this.fluid.press({ x: limited(x, 0.48), y: limited(y, 0.48), u: limited(u, 2), v: limited(v, 2) })
  }

  frame(): StableFluidsFrame {
    const { fluid } = this
    const { n, dimension } = fluid
    const density = fluid.density()
    const divergence = fluid.divergence()
    return {
      n,
      dimension,
      time: this.time,
      plane: middlePlane(density, n, dimension),
      divergence: middlePlane(divergence, n, dimension),
      ...this.picture(density),
      divergenceAfter: rms(divergence),
      divergenceBefore: fluid.divergenceBefore,
      amount: density.reduce((total, dye) => total + dye, 0) / n ** dimension,
      added: fluid.added,
      cycles: fluid.cycles,
    }
  }

  dispose(): void {
    this.fluid.dispose?.()
  }

  private picture(density: Float32Array): Partial<StableFluidsFrame> {
    const { n, dimension } = this.fluid
    const cells: [number, number, number] = [n, n, dimension === 3 ? n : 1]
    switch (this.values.view) {
      case 'cells':
        return dimension === 3 ? { cells: density } : {}
      case 'particles':
        return { particles: this.particles.positions.slice() }
      case 'metaballs':
        return { mesh: copyOf(this.balls.update(this.particles.positions.subarray(0, 3 * ballCount))) }
      case 'surface':
        return { mesh: copyOf(this.surface.update({ values: density, cells, cellSize: 1 / n }, level)) }
      case 'rays': {
        const camera = cameraFor(dimension, this.values.turn)
        return { image: { side: imageSide, pixels: rayMarch(density, cells, boxOf(dimension, n), camera) } }
      }
    }
  }
}

function copyOf({ positions, normals, indices }: TriangleMesh): VolumeMesh {
  return { positions: positions.slice(), normals: normals.slice(), indices: indices.slice() }
}

/** The plane through the middle, its rows from the top. */
function middlePlane(values: Float32Array, n: number, dimension: 2 | 3): Float32Array {
  const first = dimension === 3 ? n * n * Math.floor(n / 2) : 0
  return Float32Array.from(
    { length: n * n },
    (_, cell) => values[first + (n - 1 - Math.floor(cell / n)) * n + (cell % n)]!,
  )
}
