import { describe, expect, it } from 'vitest'
import type { WaterCells } from '../water-coupling.js'
import { Spray } from './spray.js'

const grid = { nx: 8, nz: 8, cellSize: 0.5 }
const AREA = 0.25

/** Water of level 0 and depth 1, with a wall in column 6, in doubles. */
function pond() {
  const levels = new Float64Array(64)
  const isWall = (cell: number) => cell % 8 === 6
  const water: WaterCells = {
    grid,
    gravity: 10,
    isTwoWay: true,
    isDispersive: false,
    levelAt: (cell) => (isWall(cell) ? Number.NEGATIVE_INFINITY : levels[cell]!),
    floorAt: () => -1,
    depthAt: () => 1,
    opennessAt: (cell) => (isWall(cell) ? 0 : 1),
    wetnessAt: (cell) => (isWall(cell) ? 0 : 1),
    flowAt: () => {},
    raise(cell, height) {
      levels[cell]! += height
      return height
    },
    press: () => 0,
    settle: () => {},
  }
  const volume = () => levels.reduce((sum, level) => sum + level, 0) * AREA
  return { levels, spray: new Spray(water), volume }
}

describe('a drop', () => {
  it('takes its water along and brings it to where it falls', () => {
    const { levels, spray, volume } = pond()
    // Cell (3, 3) is around (-0.25, -0.25); at 1 m/s for a second it lands a metre on.
    spray.emit(-0.25, -0.25, 1, 5, 0, 0.01)
    expect(spray.volume).toBeCloseTo(0.01, 15)
    expect(levels[3 * 8 + 3]).toBeCloseTo(-0.04, 12)
    expect(volume() + spray.volume).toBeCloseTo(0, 15)
    for (let step = 0; step < 99; step++) spray.step(0.01)
    expect(spray.view.count).toBe(1)
    expect(spray.view.positions[0]).toBeCloseTo(0.74, 2)
    for (let step = 0; step < 4; step++) spray.step(0.01)
    expect(spray.view.count).toBe(0)
    expect(levels[3 * 8 + 5]).toBeCloseTo(0.04, 12)
    expect(volume() + spray.volume).toBeCloseTo(0, 15)
  })

  it('rises as high as its speed says', () => {
    const { spray } = pond()
    spray.emit(0, 0, 0, 4, 0, 0.001)
    let highest = 0
    for (let step = 0; step < 100; step++) {
      spray.step(0.005)
      if (spray.view.count > 0) highest = Math.max(highest, spray.view.positions[1]!)
    }
    expect(highest).toBeCloseTo(0.8, 3)
  })

  it('is thrown back by walls and edges', () => {
    const { levels, spray, volume } = pond()
    for (const speed of [3, -3]) spray.emit(0.6, 0, speed, 6, 0, 0.001)
    for (let step = 0; step < 300; step++) {
      spray.step(0.01)
      const { count, positions } = spray.view
      for (let drop = 0; drop < count; drop++) {
        expect(Math.abs(positions[3 * drop]!)).toBeLessThanOrEqual(2)
        expect(positions[3 * drop]! > 1 && positions[3 * drop]! < 1.5).toBe(false)
      }
    }
    expect(spray.view.count).toBe(0)
    expect(volume()).toBeCloseTo(0, 15)
    for (let j = 0; j < 8; j++) expect(levels[8 * j + 6]).toBe(0)
  })

  it('is as large as its water, and takes no more than a tenth of a cell', () => {
    const { spray } = pond()
    spray.emit(0, 0, 0, 1, 0, 100)
    expect(spray.volume).toBeCloseTo(0.1 * 0.5 * AREA, 12)
    const radius = spray.view.radii[0]!
    expect((4 / 3) * Math.PI * radius ** 3).toBeCloseTo(spray.volume, 6)
  })

  it('is restored from its state', () => {
    const one = pond()
    for (let k = 0; k < 5; k++) one.spray.emit(0, 0, one.spray.random(), 3, one.spray.random(), 0.001)
    one.spray.step(0.1)
    const other = pond()
    other.spray.state = JSON.parse(JSON.stringify(one.spray.state))
    for (const { spray } of [one, other]) spray.step(0.1)
    expect([...other.spray.view.positions]).toEqual([...one.spray.view.positions])
    expect(other.spray.random()).toBe(one.spray.random())
    expect(other.spray.volume).toBe(one.spray.volume)
  })
})
