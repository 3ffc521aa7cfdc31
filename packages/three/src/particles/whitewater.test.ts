import { describe, expect, it } from 'vitest'
import { GroundSurface } from '../ground/ground-surface.js'
import { WaterSurface } from '../surface/water-surface.js'
import { ballisticHeight } from './ballistic-path.js'
import { BubbleCloud } from './bubble-cloud.js'
import { attributeOf } from './particle-quads.js'
import { Whitewater } from './whitewater.js'

const [nx, nz, cellSize] = [32, 24, 0.5]

/** Water that flows along x at 2 m/s over a level bed, 0.4 m deep; its foam grows in the columns 10 and 11. */
function bore(withBubbles = false) {
  const cells = (value: number) => new Float32Array(nx * nz).fill(value)
  const input = {
    ...{ nx, nz, cellSize, time: 0, data: cells(0), bed: cells(-0.4), depth: cells(0.4) },
    ...{ qx: cells(0.8), qz: cells(0), foam: cells(0) },
  }
  const ground = new GroundSurface(input)
  const water = new WaterSurface(input, { ground })
  const bubbles = withBubbles ? new BubbleCloud(water) : undefined
  const drops = new Whitewater(water, input, { bubbles, capacity: 400 })
  const pass = (time: number, cover: number): void => {
    for (let cell = 0; cell < nx * nz; cell++) input.foam[cell] = [10, 11].includes(cell % nx) ? cover : 0
    water.update()
    bubbles?.update(time)
    drops.update(time)
  }
  return { drops, bubbles, pass, input }
}

const run = ({ pass }: ReturnType<typeof bore>, frames = 10): void => {
  for (let frame = 0; frame <= frames; frame++) pass(frame / 30, (0.9 * frame) / frames)
}

describe('whitewater', () => {
  it('is thrown where foam grows, ahead and upwards, and lands on the water', () => {
    const water = bore()
    run(water)
    const { drops } = water
    const [origin, velocity, life, foam] = ['origin', 'velocity', 'life', 'foam'].map((name) =>
      attributeOf(drops.geometry, name),
    )
    expect(drops.airborne).toBeGreaterThan(15)
    let ahead = 0
    for (let k = 0; k < 400; k++) {
      if (origin!.getW(k) === 0) continue
      const x = origin!.getX(k)
      expect(x).toBeGreaterThanOrEqual((10 - nx / 2) * cellSize)
      expect(x).toBeLessThanOrEqual((12 - nx / 2) * cellSize)
      expect(velocity!.getY(k)).toBeGreaterThan(0)
      expect(ballisticHeight(velocity!.getY(k), life!.getY(k))).toBeCloseTo(0, 4)
      expect(foam!.getX(k)).toBeCloseTo(x + velocity!.getX(k) * life!.getY(k), 4)
      ahead += Math.sign(velocity!.getX(k))
    }
    expect(ahead).toBeGreaterThan(15)
  })

  it('is not thrown where foam stays as it is, nor by water at rest', () => {
    const still = bore()
    for (let frame = 0; frame <= 10; frame++) still.pass(frame / 30, 0.8)
    // The first frame is no growth: there is no time before it.
    expect(still.drops.airborne).toBe(0)
    const resting = bore()
    resting.input.qx.fill(0)
    run(resting)
    expect(resting.drops.airborne).toBe(0)
  })

  it('is thrown where the field “breaking” says so', () => {
    const water = bore()
    Object.assign(water.input, { breaking: new Float32Array(nx * nz).fill(1) })
    for (let frame = 0; frame <= 4; frame++) water.pass(frame / 30, 0)
    expect(water.drops.airborne).toBeGreaterThan(50)
  })

  it('is the same for the same frames, and less on slow devices', () => {
    const [one, other, slow] = [bore(), bore(), bore()]
    slow.drops.share = 0.25
    for (const water of [one, other, slow]) run(water)
    expect(attributeOf(one.drops.geometry, 'origin').array).toEqual(attributeOf(other.drops.geometry, 'origin').array)
    expect(slow.drops.airborne).toBeLessThan(0.5 * one.drops.airborne)
    expect(slow.drops.airborne).toBeGreaterThan(0)
  })

  it('draws air into water that is deep enough', () => {
    const water = bore(true)
    run(water)
    expect(water.bubbles!.rising).toBeGreaterThan(5)
  })

  it('frees geometry and materials', () => {
    const { drops } = bore()
    const freed: string[] = []
    drops.geometry.addEventListener('dispose', () => freed.push('geometry'))
    drops.material.addEventListener('dispose', () => freed.push('material'))
    drops.dispose()
    expect(freed.sort()).toEqual(['geometry', 'material'])
  })
})
