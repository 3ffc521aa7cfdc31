import { parseScene, type SceneInput } from 'seiche'
import { MathUtils, Spherical } from 'three/webgpu'
import { describe, expect, it } from 'vitest'
import { asShown } from '../../shared/scene-palette.js'
import { lowestAtSea, poseAtSea } from './sea-camera.js'
import { seaPaletteFor } from './sea-palette.js'

const periodic = { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' } as const
const swell: SceneInput = {
  seiche: 1,
  grid: { cells: [64, 64], cellSize: 1.5 },
  solver: { type: 'ocean', windSpeed: 8 },
  boundaries: periodic,
}
const beach: SceneInput = {
  seiche: 1,
  grid: { cells: [64, 64], cellSize: 1 },
  solver: {
    type: 'waves',
    depth: 4,
    trains: [{ period: 5, height: 0.4 }],
    slope: { toe: -10, slope: 0.1, direction: 90 },
  },
}
const angles = { horizontal: 0.5, vertical: 0.3 }

function seaOf(input: SceneInput, view?: SceneInput['view']) {
  const scene = parseScene({ ...input, ...(view && { view }) })
  const [nx, nz] = scene.grid.cells
  return { scene, grid: { nx, nz, cellSize: scene.grid.cellSize } as never }
}

const orbitOf = ({ position, target }: ReturnType<typeof poseAtSea>) =>
  new Spherical().setFromVector3(position.clone().sub(target))

describe('the camera at sea', () => {
  it('has the direction and the target that a scene names', () => {
    const camera = { azimuth: 40, polar: 70, target: [12, -7] as [number, number] }
    const pose = poseAtSea(seaOf(swell, { camera }), 1, 100, angles)
    const orbit = orbitOf(pose)
    expect(MathUtils.radToDeg(orbit.theta)).toBeCloseTo(40, 6)
    expect(MathUtils.radToDeg(orbit.phi)).toBeCloseTo(70, 6)
    expect([pose.target.x, pose.target.z]).toEqual([12, -7])
  })

  it('keeps the angles that a scene does not name', () => {
    const usual = orbitOf(poseAtSea(seaOf(swell), 1, 0, angles))
    const turned = orbitOf(poseAtSea(seaOf(swell, { camera: { azimuth: 40 } }), 1, 0, angles))
    expect(turned.phi).toBeCloseTo(usual.phi, 9)
    expect(turned.radius).toBeCloseTo(usual.radius, 9)
  })

  it('has a distance in proportion to that from which a whole period is in the picture', () => {
    const radius = (distance: number) => orbitOf(poseAtSea(seaOf(swell, { camera: { distance } }), 1, 0, angles)).radius
    expect(radius(0.5) / radius(1)).toBeCloseTo(0.5, 9)
    expect(radius(1)).toBeGreaterThan(96)
  })

  it('does not drift from a pose that a scene names', () => {
    const pose = (time: number) => poseAtSea(seaOf(swell, { camera: { polar: 60 } }), 1, time, angles)
    expect(pose(20)).toEqual(pose(0))
    expect(poseAtSea(seaOf(swell), 1, 20, angles)).not.toEqual(poseAtSea(seaOf(swell), 1, 0, angles))
  })

  it('can go down in the open sea, and to the ground of a beach', () => {
    expect(lowestAtSea(seaOf(swell))(30, 5)).toBeLessThan(-10)
    const lowest = lowestAtSea(seaOf(beach))
    expect(lowest(0, -30)).toBeCloseTo(-4 + 0.6, 9)
    // The beach rises along z, by 0.1 from -10 m on.
    expect(lowest(0, 40)).toBeCloseTo(1 + 0.6, 9)
  })
})

describe('light at sea', () => {
  const weather = { storminess: 0, heading: 1, onBeach: false }

  it('has the sun and the water that a scene names', () => {
    const view = seaOf(swell, { sun: { azimuth: 90, height: 30 }, water: 'muddy' }).scene.view
    const [usual, shown] = [seaPaletteFor(false, weather), asShown(seaPaletteFor(false, weather), view, false)]
    expect(shown.sunDirection.x).toBeCloseTo(Math.cos(Math.PI / 6), 9)
    expect(shown.sunDirection.y).toBeCloseTo(0.5, 9)
    // Muddy water is brown, and one does not see far in it.
    expect(shown.waterColor.r).toBeGreaterThan(4 * usual.waterColor.r)
    expect(shown.absorption.z).toBeGreaterThan(10 * usual.absorption.z)
    expect(shown.cloudColor).toEqual(usual.cloudColor)
  })
})
