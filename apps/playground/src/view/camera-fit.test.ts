import { PerspectiveCamera, Spherical, Vector3 } from 'three/webgpu'
import { describe, expect, it } from 'vitest'
import { boxCorners, type CameraPose, fitBlock, fitPoints, freeAngles, poseOf, viewOf } from './camera-fit.js'

const free = { left: 0, top: 0, right: 0, bottom: 0 }

/** Where points lie in the picture, from -1 to 1 across and upwards. */
function inPicture(points: readonly Vector3[], { position, target }: CameraPose, fov: number, aspect: number) {
  const camera = new PerspectiveCamera(fov, aspect, 0.01, 1000)
  camera.position.copy(position)
  camera.lookAt(target)
  camera.updateMatrixWorld()
  return points.map((point) => point.clone().project(camera))
}

describe('freeAngles', () => {
  it('belongs to the whole height of the window', () => {
    const { horizontal, vertical } = freeAngles(800, 400, free, 90)
    expect(vertical).toBeCloseTo(1, 12)
    expect(horizontal).toBeCloseTo(2, 12)
  })

  it('leaves out what panel and tool bar cover', () => {
    const { horizontal, vertical } = freeAngles(800, 400, { left: 0, top: 0, right: 400, bottom: 100 }, 90)
    expect(vertical).toBeCloseTo(0.75, 12)
    expect(horizontal).toBeCloseTo(1, 12)
  })

  it('stays positive in a window without size', () => {
    const { horizontal, vertical } = freeAngles(0, 0, { ...free, right: 300 }, 32)
    expect(horizontal).toBeGreaterThan(0)
    expect(vertical).toBeGreaterThan(0)
  })
})

describe('fitPoints', () => {
  const directions = [
    { polar: 1.02, azimuth: 0.5 },
    { polar: 1.32, azimuth: Math.PI / 2 + 0.12 },
    { polar: Math.PI / 2, azimuth: 0 },
  ]

  it.each([
    [1.8, directions[0]!],
    [0.5, directions[0]!],
    [1.8, directions[1]!],
    [0.5, directions[2]!],
  ])('shows all points of a box and fills the picture, aspect %d', (aspect, direction) => {
    const corners = boxCorners([4, 1, 3])
    const pose = fitPoints(corners, direction, freeAngles(aspect * 500, 500, free, 32))
    const seen = inPicture(corners, pose, 32, aspect)
    const [widest, highest] = [
      Math.max(...seen.map(({ x }) => Math.abs(x))),
      Math.max(...seen.map(({ y }) => Math.abs(y))),
    ]
    expect(Math.max(widest, highest)).toBeLessThan(1)
    expect(Math.max(widest, highest)).toBeGreaterThan(0.8)
  })

  it.each([0, 3])('orbits about a point of the water, at level %d', (level) => {
    const corners = boxCorners([4, 0, 3])
    for (const aspect of [0.5, 1.8]) {
      const angles = freeAngles(aspect * 500, 500, { ...free, bottom: 120 }, 32)
      const { target, position } = fitPoints(corners, directions[0]!, angles, level)
      expect(target.y).toBeCloseTo(level, 12)
      expect(Math.abs(target.x)).toBeLessThan(2)
      expect(Math.abs(target.z)).toBeLessThan(1.5)
      expect(position.y).toBeGreaterThan(level)
    }
  })

  it('goes further away when the free area shrinks', () => {
    const corners = boxCorners([2, 0, 2])
    const distance = (right: number) => {
      const { position, target } = fitPoints(corners, directions[0]!, freeAngles(900, 600, { ...free, right }, 32))
      return position.distanceTo(target)
    }
    expect(distance(500)).toBeGreaterThan(1.3 * distance(0))
  })

  it('keeps to the direction, and moves everything up', () => {
    const angles = freeAngles(900, 600, free, 32)
    const low = fitPoints(boxCorners([2, 1, 2]), directions[0]!, angles)
    const high = fitPoints(boxCorners([2, 1, 2]), directions[0]!, angles, 7)
    expect(high.position.clone().sub(low.position).toArray()).toEqual([0, expect.closeTo(7, 12), 0])
    const towards = low.position.clone().sub(low.target)
    expect(towards.angleTo(new Vector3(0, 1, 0))).toBeCloseTo(1.02, 9)
    expect(Math.atan2(towards.x, towards.z)).toBeCloseTo(0.5, 9)
  })
})

describe('fitBlock', () => {
  const azimuthOf = ({ position, target }: CameraPose) => Math.atan2(position.x - target.x, position.z - target.z)
  const direction = { polar: 1, azimuth: 0.5 }
  const [wide, tall] = [freeAngles(1000, 500, free, 32), freeAngles(400, 900, free, 32)]

  it('looks lengthways at a wide block in a tall window, but never along a channel', () => {
    const block = { width: 4, length: 2, low: 0, high: 0 }
    expect(azimuthOf(fitBlock(block, direction, wide))).toBeCloseTo(0.5, 9)
    expect(azimuthOf(fitBlock(block, direction, tall))).toBeCloseTo(Math.PI / 2 - 0.5, 9)
    const turned = fitBlock(block, { polar: 1, azimuth: -0.6 }, tall)
    expect(azimuthOf(turned)).toBeCloseTo(0.6 - Math.PI / 2, 9)
    expect(azimuthOf(fitBlock(block, { polar: 1, azimuth: 1.2 }, tall))).toBeCloseTo(1.2, 9)
    expect(azimuthOf(fitBlock({ ...block, length: 0.2 }, direction, tall))).toBeCloseTo(0.5, 9)
  })

  it('looks at the middle between the lowest and the highest level', () => {
    const { target } = fitBlock({ width: 2, length: 2, low: 10, high: 12 }, direction, wide)
    expect(target.y).toBeGreaterThan(10)
    expect(target.y).toBeLessThan(12)
  })
})

describe('the view that a scene names', () => {
  const usual = { polar: 1, azimuth: 0.5, distance: 0.9 }
  const block = { width: 8, length: 4, low: 0, high: 0 }
  const angles = { horizontal: 0.5, vertical: 0.3 }

  it('replaces what it names of the usual one, in degrees', () => {
    expect(viewOf({}, usual)).toEqual(usual)
    const view = viewOf({ view: { camera: { polar: 90, distance: 2 } } }, usual)
    expect(view).toEqual({ polar: Math.PI / 2, azimuth: 0.5, distance: 2 })
  })

  it('keeps its direction in a tall window where the picture goes on to the horizon, and looks from lower down', () => {
    const tall = { horizontal: 0.13, vertical: 0.2 }
    const orbit = ({ position, target }: CameraPose) => new Spherical().setFromVector3(position.clone().sub(target))
    const [closed, open] = [poseOf(block, usual, tall), poseOf(block, { ...usual, lowered: 0.1 }, tall)].map(orbit)
    expect(open!.theta).toBeCloseTo(usual.azimuth, 9)
    expect(open!.phi).toBeGreaterThan(usual.polar)
    expect(closed!.phi).toBeLessThan(usual.polar)
    expect(poseOf(block, { ...usual, lowered: 0.1 }, angles)).toEqual(poseOf(block, usual, angles))
  })

  it('looks at its target, from a distance that is a factor on the fitting one', () => {
    const fitting = poseOf(block, { ...usual, distance: 1 }, angles)
    const near = poseOf(block, { ...usual, distance: 0.5 }, angles, [3, -1])
    expect(near.target.toArray()).toEqual([3, fitting.target.y, -1])
    const away = ({ position, target }: typeof near): number => position.distanceTo(target)
    expect(away(near)).toBeCloseTo(away(fitting) / 2)
  })
})
