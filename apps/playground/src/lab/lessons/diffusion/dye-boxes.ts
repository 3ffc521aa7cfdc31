// Boxes of still fluid in which dye diffuses: that of the textbook and that of the engine.

import {
  type FluidGrid,
  fluidDiffuseBad,
  fluidDiffuseGood,
  fluidGrid,
  fluidSetBounds,
  multigridCycle,
} from '@seiche/textbook'
import { createSimulation, type FluidSimulation } from 'seiche'
import type { DiffusionValues } from './diffusion.settings.js'

/** Cells along a side, by dimension. */
export const cellsOf = (dimension: 2 | 3): number => (dimension === 2 ? 32 : 16)

/** A cell of a box, counted from 0; the last is 0 in 2-D. */
export type Cell = readonly [number, number, number]

export interface DyeBox {
  readonly n: number
  readonly dimension: 2 | 3
  step(): void
  at(cell: Cell): number
  set(cell: Cell, amount: number): void
  /** Largest factor by which a wave of dye changes in a step, besides the uniform one. */
  readonly growthInTheory: number
  /** The factor of the shortest wave, with its sign. */
  readonly shortestInTheory: number
  dispose?(): void
}

/** sin²(k dx/2) of the longest wave of dye between the walls of a box; the shortest along an axis has 1 minus it. */
export const longestWave = (n: number): number => Math.sin(Math.PI / (2 * n)) ** 2

/** V-cycles in a step. */
export const cycles = 3

export class TextbookBox implements DyeBox {
  readonly n: number
  readonly grid: FluidGrid
  private x: Float64Array

  constructor(
    readonly dimension: 2 | 3,
    private readonly method: DiffusionValues['method'],
    private readonly a: number,
    private readonly sweeps: number,
  ) {
    this.n = cellsOf(dimension)
    this.grid = fluidGrid(this.n, dimension)
    this.x = new Float64Array(this.grid.size)
  }

  get growthInTheory(): number {
    const longest = this.factorOf(longestWave(this.n))
    return this.method === 'bad' ? Math.max(longest, Math.abs(this.shortestInTheory)) : longest
  }

  get shortestInTheory(): number {
    return this.factorOf(this.dimension * (1 - longestWave(this.n)))
  }

  /** Factor of a wave with this sum of sin²(k dx/2) (defects 1 and 2 of fluid-box.ts). */
  private factorOf(sines: number): number {
    const part = 4 * this.a * sines
    return this.method === 'bad' ? 1 - part : 1 / (1 + part)
  }

  step(): void {
    const x0 = this.x
    fluidSetBounds(this.grid, 0, x0)
    this.x = new Float64Array(x0.length)
    if (this.method === 'bad') fluidDiffuseBad(this.grid, 0, this.x, x0, this.a)
    else if (this.method === 'good') fluidDiffuseGood(this.grid, 0, this.x, x0, this.a, this.sweeps)
    else for (let cycle = 0; cycle < cycles; cycle++) multigridCycle(this.grid, 0, this.x, x0, this.a)
  }

  at(cell: Cell): number {
    return this.x[this.index(cell)]!
  }

  set(cell: Cell, amount: number): void {
    this.x[this.index(cell)] = amount
  }

  private index(cell: Cell): number {
    return this.grid.strides.reduce((total, stride, axis) => total + stride * (cell[axis]! + 1), 0)
  }
}

/** 1 cm [m]. */
const cellSize = 0.01

export class EngineBox implements DyeBox {
  readonly n: number

  private constructor(
    readonly dimension: 2 | 3,
    private readonly a: number,
    private readonly simulation: FluidSimulation,
  ) {
    this.n = cellsOf(dimension)
  }

  static async open(dimension: 2 | 3, a: number): Promise<EngineBox> {
    const n = cellsOf(dimension)
    const simulation = await createSimulation(
      {
        seiche: 1,
        grid: { cells: dimension === 2 ? [n, n] : [n, n, n], cellSize },
        timeStep: 1,
        solver: { type: 'stable-fluids' },
        fluid: { dyes: { ink: { diffusivity: a * cellSize * cellSize } } },
      },
      { threads: 1 },
    )
    return new EngineBox(dimension, a, simulation as FluidSimulation)
  }

  get growthInTheory(): number {
    return this.factorOf(longestWave(this.n))
  }

  get shortestInTheory(): number {
    return this.factorOf(1 - longestWave(this.n)) ** this.dimension
  }

  /** Factor of a wave along one axis: half implicit while no wave turns its sign by it (kernels/fluids/diffuse.ts). */
  private factorOf(sines: number): number {
    const implicit = Math.max(0.5, 1 - 1 / (4 * this.a))
    const part = 4 * this.a * sines
    return (1 - (1 - implicit) * part) / (1 + implicit * part)
  }

  step(): void {
    this.simulation.step()
  }

  at([i, j, k]: Cell): number {
    const ink = this.simulation.field('ink')
    return ink.data[ink.index(i, j, k)]!
  }

  set([i, j, k]: Cell, amount: number): void {
    const ink = this.simulation.field('ink')
    ink.data[ink.index(i, j, k)] = amount
  }

  dispose(): void {
    this.simulation.dispose()
  }
}
