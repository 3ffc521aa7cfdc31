import { describe, expect, it } from 'vitest'
import { linedPlane, linesBeyond, periodLines, tileLines } from './ocean-tiles.js'

describe('lines of a mesh that goes on beyond its grid', () => {
  it('are even in the grid, end where they are asked to, and spread outwards', () => {
    const lines = linesBeyond(64, 32, 0, 1000)
    expect(lines.slice(0, 33)).toEqual(Array.from({ length: 33 }, (_, k) => 2 * k))
    expect(lines.at(-1)).toBe(1064)
    const gaps = lines.slice(1).map((line, at) => line - lines[at]!)
    for (let at = 32; at < gaps.length - 2; at++) expect(gaps[at + 1]).toBeGreaterThan(gaps[at]!)
    expect(lines.length).toBeLessThan(33 + 14)
  })
})

describe('lines of a mesh over several grids', () => {
  it('lie on centres of cells, rising, from end to end', () => {
    const lines = tileLines(64, 9)
    expect(lines.every((line) => Number.isInteger(line - 0.5))).toBe(true)
    expect(lines.slice(1).every((line, at) => line > lines[at]!)).toBe(true)
    expect(lines[0]).toBe(32.5 - 288)
    expect(lines.at(-1)).toBe(32.5 + 288)
  })

  it('are a cell apart in the middle and spread outwards, so that many grids cost few lines', () => {
    const lines = tileLines(256, 15)
    const gaps = lines.slice(1).map((line, at) => line - lines[at]!)
    const middle = gaps.length / 2
    expect(gaps.slice(middle - 64, middle + 64).every((gap) => gap === 1)).toBe(true)
    for (let at = middle; at < gaps.length - 2; at++) expect(gaps[at + 1]).toBeGreaterThanOrEqual(gaps[at]!)
    expect(lines.length).toBeLessThan(256)
  })

  it('are further apart in the middle when fewer are asked for', () => {
    const lines = tileLines(256, 15, 64)
    const gaps = lines.slice(1).map((line, at) => line - lines[at]!)
    const middle = gaps.length / 2
    expect(gaps.slice(middle - 16, middle + 16).every((gap) => gap === 4)).toBe(true)
    expect(lines.length).toBeLessThan(tileLines(256, 15).length / 2)
  })

  it('of one period begin and end at the same cell, however coarse', () => {
    expect(periodLines(4, 4)).toEqual([0.5, 1.5, 2.5, 3.5, 4.5])
    expect(periodLines(5, 2)).toEqual([0.5, 3.5, 5.5])
  })

  it('become vertices in metres around the middle of the grid, facing up', () => {
    const geometry = linedPlane([0.5, 1.5, 4.5], [0.5, 2.5], 4, 2, 10)
    const positions = geometry.getAttribute('position')
    expect(Array.from({ length: 6 }, (_, k) => [positions.getX(k), positions.getZ(k)])).toEqual([
      [-15, -5],
      [-5, -5],
      [25, -5],
      [-15, 15],
      [-5, 15],
      [25, 15],
    ])
    expect(geometry.getAttribute('normal').getY(0)).toBeCloseTo(1)
  })
})
