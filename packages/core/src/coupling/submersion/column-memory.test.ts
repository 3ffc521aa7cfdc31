// The kernels over the columns of bodies have the bits of plain loops.

import { describe, expect, it } from 'vitest'
import { heightBelow } from '../../bodies/columns/spans.js'
import { cellX, cellZ } from '../../fields/grid.js'
import { Results } from '../../generated/layouts/modules/submersion.js'
import { addAreaMoments, addPointMoments, zeroMoments } from '../../numerics/moments.js'
import { uniformAt } from '../../numerics/random.js'
import { ColumnMemory } from './column-memory.js'

const grid = { nx: 40, nz: 30, cellSize: 0.1 }
/** More columns than there is room for at first; those of the body are some of them. */
const COUNT = 700
const [FIRST, END] = [100, 650]
const AREA = grid.cellSize * grid.cellSize
const plane = { height: 0.03, slopeX: 0.11, slopeZ: -0.07 }

/** Columns at random: some dry, some solid, some with even tops. */
function columnsAtRandom(): ColumnMemory {
  const memory = new ColumnMemory(grid)
  for (let k = 0; k < COUNT; k++) {
    const bottom = -0.4 * uniformAt(k, 0, 1)
    const spread = k % 7 === 0 ? 0 : 0.1 * uniformAt(k, 4, 1)
    memory.spans.push(k, bottom, bottom + uniformAt(k, 1, 1), 0.1 * uniformAt(k, 2, 1), spread, uniformAt(k, 3, 1))
  }
  memory.place(FIRST, END, 0.013, -0.021)
  for (let k = 0; k < COUNT; k++) {
    memory.openness[k] = k % 11 === 0 ? 0 : uniformAt(k, 5, 1)
    memory.level[k] = k % 13 === 0 ? Number.NEGATIVE_INFINITY : 0.1 * uniformAt(k, 6, 1)
    memory.depth[k] = k % 17 === 0 ? 0.05 : 3
    memory.flowX[k] = uniformAt(k, 7, 1) - 0.5
    memory.flowZ[k] = uniformAt(k, 8, 1) - 0.5
  }
  return memory
}

const { height, slopeX, slopeZ } = plane
const levelAt = ({ x, z }: ColumnMemory, k: number) => height + slopeX * x[k]! + slopeZ * z[k]!
const isDry = ({ level }: ColumnMemory, k: number) => level[k] === Number.NEGATIVE_INFINITY

describe('kernels over columns', () => {
  it('keep the spans when there are more of them, and place them', () => {
    const memory = columnsAtRandom()
    let [amount, momentX] = [0, 0]
    for (let k = FIRST; k < END; k++) {
      const { cell, coverage, top, bottom } = memory.spans
      expect(cell[k]).toBe(k)
      expect(memory.x[k]).toBe(cellX(grid, k % grid.nx) - 0.013)
      expect(memory.z[k]).toBe(cellZ(grid, Math.floor(k / grid.nx)) + 0.021)
      const part = coverage[k]! * (top[k]! - bottom[k]!)
      amount += part
      momentX += part * memory.x[k]!
    }
    expect(memory.results[Results.double.amount]).toBe(amount)
    expect(memory.results[Results.double.momentX]).toBe(momentX)
  })

  it('measure heights below a plane, moments and flow', () => {
    const memory = columnsAtRandom()
    const { bottom, top, bottomSpread, topSpread, coverage } = memory.spans
    const sum = memory.measureBelow(FIRST, END, height, slopeX, slopeZ, 'submergedHeight')
    memory.sumSubmerged(FIRST, END, height, slopeX, slopeZ, 0.002, -0.003, 0.1)
    const [volumes, areas, waterplane] = [zeroMoments(), zeroMoments(), zeroMoments()]
    let [total, flowX] = [0, 0]
    for (let k = FIRST; k < END; k++) {
      const level = levelAt(memory, k)
      const between = heightBelow(level, bottom[k]!, bottomSpread[k]!) - heightBelow(level, top[k]!, topSpread[k]!)
      const below = isDry(memory, k) ? 0 : Math.min(coverage[k]! * between, coverage[k]! * memory.depth[k]!)
      expect(memory.submergedHeight[k]).toBe(below)
      total += below * memory.openness[k]!
      if (below === 0) continue
      const [x, z] = [memory.x[k]! + 0.002, memory.z[k]! - 0.003]
      const volume = below * memory.openness[k]! * AREA
      const area = coverage[k]! * memory.openness[k]! * AREA
      const y = 0.5 * (bottom[k]! + Math.max(bottom[k]!, Math.min(level, top[k]!))) - 0.1
      addPointMoments(volumes, volume, x, y, z)
      addAreaMoments(areas, area, x, z)
      const spread = topSpread[k]!
      const dry = spread > 0 ? (top[k]! + spread - level) / (2 * spread) : top[k]! > level ? 1 : 0
      if (dry > 0) addAreaMoments(waterplane, area * Math.min(1, dry), x, z)
      flowX += volume * memory.flowX[k]!
    }
    const { volume, area, waterplane: plane, flowX: flow } = Results.double
    expect(sum).toBe(total)
    expect([...memory.results.subarray(volume, volume + 10)]).toEqual([...volumes])
    const flat = [0, 1, 3, 4, 6, 9]
    expect([...memory.results.subarray(area, area + 6)]).toEqual(flat.map((k) => areas[k]))
    expect([...memory.results.subarray(plane, plane + 6)]).toEqual(flat.map((k) => waterplane[k]))
    expect(memory.results[flow]).toBe(flowX)
  })

  it('sample the water around a body, not under it', () => {
    const memory = new ColumnMemory(grid)
    for (const cell of [412, 413, 452, 453]) memory.spans.push(cell, 0, 1, 0, 0, 1)
    const count = memory.samplesAround(0, 4)
    // Two cells wide, so two cells on either side: 6 × 6 without the 4 of the body.
    expect(count).toBe(32)
    expect(memory.results[Results.double.width]).toBe(2)
    const cells = [...memory.samples.subarray(0, count)]
    for (const cell of [412, 413, 452, 453]) expect(cells).not.toContain(cell)
    expect([Math.min(...cells), Math.max(...cells)]).toEqual([330, 535])
    expect(memory.samplesAround(0, 4)).toBe(32)
  })

  it('list changes that relax a level to a plane, and the pressed cells', () => {
    const memory = columnsAtRandom()
    // A copy: the memory grows with the lists, and takes its arrays away.
    const coverage = memory.spans.coverage.slice()
    let [sum, weight] = [0, 0]
    for (let k = FIRST; k < END; k++) {
      if (isDry(memory, k)) continue
      const open = coverage[k]! * memory.openness[k]!
      sum += open * (levelAt(memory, k) - memory.level[k]!)
      weight += open
    }
    const expected: number[] = []
    for (let k = FIRST; k < END; k++)
      if (!isDry(memory, k)) expected.push(0.3 * coverage[k]! * (levelAt(memory, k) - memory.level[k]! - sum / weight))
    const entry = 3
    memory.reserveList(entry + END - FIRST)
    const count = memory.listSmoothing(FIRST, END, height, slopeX, slopeZ, 0.3, entry)
    expect([...memory.list.values.subarray(entry, entry + count)]).toEqual(expected)

    memory.measureBelow(FIRST, END, height, slopeX, slopeZ, 'submergedHeight')
    memory.measureBelow(FIRST, END, height - 0.05, slopeX, slopeZ, 'displacedHeight')
    let momentum = 5
    const impulses: number[] = []
    for (let k = FIRST; k < END; k++) {
      const [submerged, displaced] = [memory.submergedHeight[k]!, memory.displacedHeight[k]!]
      if (submerged === 0 && displaced === 0) continue
      const above = 0.2 * (submerged - displaced)
      impulses.push(submerged === 0 ? above : above + 0.01 * coverage[k]!)
      momentum += impulses.at(-1)! * 1000 * AREA * memory.openness[k]!
    }
    const pressed = memory.listPressed(FIRST, END, 0.2, 0.01)
    expect([...memory.list.values.subarray(0, pressed)]).toEqual(impulses)
    expect(memory.addMomentum(pressed, 1000, AREA, 5)).toBe(momentum)
  })

  it.each([
    [17.3, 12.8, 6.4],
    [0.2, 29.4, 9.7],
    [-3, 4, 2],
    [20, 15, 60],
  ])('list the cells of a disc around column %d, row %d, of %d cells', (column, row, reach) => {
    const memory = new ColumnMemory(grid)
    const [cells, weights]: number[][] = [[], []]
    for (let j = 0; j < grid.nz; j++)
      for (let i = 0; i < grid.nx; i++) {
        const distance = ((i - column) * (i - column) + (j - row) * (j - row)) / (reach * reach)
        if (distance >= 1) continue
        cells!.push(j * grid.nx + i)
        weights!.push((1 - distance) * (1 - distance))
      }
    const count = memory.listDisc(column, row, reach)
    expect([...memory.list.cells.subarray(0, count)]).toEqual(cells)
    expect([...memory.list.values.subarray(0, count)]).toEqual(weights)
  })
})
