// A bay, painted in the three ways of the lecture: blue below a depth, normals alone, heights.

import { sinusoidHeight, sinusoidSlope, stillWater } from '@seiche/textbook'
import { createSimulation, type SurfaceSimulation } from 'seiche'
import { type Camera, type Picture, Raster } from '../../drawing/raster.js'
import { groundMesh, type Patch, sideMesh, waterMesh } from '../../drawing/surface-mesh.js'
import type { AnatomyValues } from './anatomy.settings.js'
import { sinusoidsOf } from './plan.js'
import { type AnatomyView, stepsPerPeriod, type Wave } from './wave.js'

const cells = 120
const width = 400
const height = 200
/** Color of the ground under the water. */
const earth = [150, 122, 84] as const
/** Wavelengths across the bay. */
const lengths = 6

export interface FakesFrame {
  kind: 'fakes'
  still: Picture
  normals: Picture
  heights: Picture
  /** Greatest elevation of the drawn surface in each picture [m]. */
  highest: { still: number; normals: number; heights: number }
}

export async function openFakes(values: AnatomyValues, wave: Wave): Promise<AnatomyView<FakesFrame>> {
  const three = { ...values, trains: 3 }
  if (values.by === 'textbook') return new Fakes(three, wave, undefined)
  const sim = await createSimulation(
    {
      seiche: 1,
      grid: { cells: [cells, cells], cellSize: (lengths * wave.length) / cells },
      timeStep: wave.period / stepsPerPeriod,
      solver: {
        type: 'waves',
        depth: wave.depth,
        trains: sinusoidsOf(three, wave).map(({ wavelength, amplitude, direction }) => ({
          wavelength,
          height: 2 * amplitude,
          direction: (direction * 180) / Math.PI,
        })),
      },
    },
    { threads: 1 },
  )
  return new Fakes(three, wave, sim)
}

class Fakes implements AnatomyView<FakesFrame> {
  private t = 0
  private readonly patch: Patch
  private readonly camera: Camera
  /** Elevation of the ground [m]. */
  private readonly bed: Float32Array
  private readonly still: Picture
  private readonly rasters = [new Raster(width, height), new Raster(width, height)] as const

  constructor(
    private readonly values: AnatomyValues,
    private readonly wave: Wave,
    private readonly sim: SurfaceSimulation | undefined,
  ) {
    const size = lengths * wave.length
    this.patch = { nx: cells, nz: cells, cellSize: size / cells }
    this.camera = {
      target: [0, 0, -0.03 * size],
      distance: 1.5 * size,
      azimuth: 0.5,
      elevation: 0.42,
      width: 1.72 * size,
    }
    this.bed = bay(this.patch, wave.length)
    const raster = new Raster(width, height)
    raster.clear()
    const colors = stillWater(this.bed, 0)
    const painted = groundMesh(this.patch, this.bed, (cell) => (colors[cell] === 'blue' ? [38, 104, 168] : undefined))
    raster.draw(painted, this.camera)
    raster.draw(sideMesh(this.patch, painted, -0.6 * wave.length, earth), this.camera)
    this.still = raster.picture
  }

  step(t: number): void {
    this.t = t
    this.sim?.step()
  }

  frame(): FakesFrame {
    const { eta, slopeX, slopeZ } = this.surface()
    const depth = this.bed.map((bed) => -bed)
    const ground = groundMesh(this.patch, this.bed)
    const earthSides = sideMesh(this.patch, ground, -0.6 * this.wave.length, earth)
    const [normals, heights] = this.rasters
    for (const [raster, water] of [
      [normals, { slopeX, slopeZ, depth }],
      [heights, { eta, depth }],
    ] as const) {
      const surface = waterMesh(this.patch, water, this.camera)
      raster.clear()
      for (const mesh of [ground, earthSides, surface, sideMesh(this.patch, surface, this.bed)])
        raster.draw(mesh, this.camera)
    }
    return {
      kind: 'fakes',
      still: this.still,
      normals: normals.picture,
      heights: heights.picture,
      highest: { still: 0, normals: 0, heights: eta.reduce((most, value) => Math.max(most, value), 0) },
    }
  }

  dispose(): void {
    this.sim?.dispose()
  }

  private surface(): { eta: Float32Array; slopeX: Float32Array; slopeZ: Float32Array } {
    if (this.sim) {
      const read = (name: 'eta' | 'slopeX' | 'slopeZ') => Float32Array.from(this.sim!.field(name).read())
      return { eta: read('eta'), slopeX: read('slopeX'), slopeZ: read('slopeZ') }
    }
    const waves = sinusoidsOf(this.values, this.wave)
    const [eta, slopeX, slopeZ] = [0, 1, 2].map(() => new Float32Array(cells * cells)) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ]
    for (let j = 0; j < cells; j++)
      for (let i = 0; i < cells; i++) {
        const [x, z] = [(i + 0.5 - cells / 2) * this.patch.cellSize, (j + 0.5 - cells / 2) * this.patch.cellSize]
        const slope = sinusoidSlope(waves, x, z, this.t)
        const cell = j * cells + i
        eta[cell] = sinusoidHeight(waves, x, z, this.t)
        slopeX[cell] = slope.x
        slopeZ[cell] = slope.z
      }
    return { eta, slopeX, slopeZ }
  }
}

/** Ground that rises to the right behind a shore, with an island [m]. */
function bay({ nx, nz, cellSize }: Patch, length: number): Float32Array {
  const bed = new Float32Array(nx * nz)
  const size = nx * cellSize
  for (let j = 0; j < nz; j++)
    for (let i = 0; i < nx; i++) {
      const [x, z] = [((i + 0.5) / nx - 0.5) * size, ((j + 0.5) / nz - 0.5) * size]
      const shore = 0.36 * x - 0.1 * z - 0.09 * size + 0.02 * size * Math.sin((9 * z) / size)
      const island = 0.13 * size * Math.exp(-((x + 0.18 * size) ** 2 + (z + 0.2 * size) ** 2) / (0.012 * size * size))
      bed[j * nx + i] = Math.max(-0.5 * length, Math.min(0.08 * size, 0.6 * shore) + island)
    }
  return bed
}
