// Poisson's problem as its definition says, cell by cell in doubles, and the engine's solver as functions.

import { PassList } from '../src/backend/pass-list.js'
import { WasmBackend } from '../src/backend/wasm/wasm-backend.js'
import { Arena } from '../src/fields/arena.js'
import { Field, RowSums } from '../src/fields/field.js'
import type { PoissonAxis, PoissonEdge } from '../src/operators/poisson/axis.js'
import { Poisson, type PoissonOptions } from '../src/operators/poisson/poisson.js'

export interface Problem {
  readonly axes: readonly PoissonAxis[]
  readonly solids?: ArrayLike<number>
  readonly mask?: ArrayLike<number>
  readonly faces?: readonly ArrayLike<number>[]
  readonly shift?: number
}

export const axis = (cells: number, before: PoissonEdge, after: PoissonEdge = before): PoissonAxis => ({
  cells,
  before,
  after,
})

export const cellsOf = ({ axes }: Problem) => axes.reduce((product, { cells }) => product * cells, 1)

/** Repeatable numbers in -1 … 1. */
export function noise(count: number, seed: number): Float32Array {
  let state = Math.imul(seed, 2654435761) >>> 0
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2147483648 - 1
  })
}

export const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => {
  let sum = 0
  for (let c = 0; c < a.length; c++) sum += a[c]! * b[c]!
  return sum
}

/** A p by the definition, and whether each cell has an equation: some coefficient that is not zero. */
export function reference(problem: Problem, p: ArrayLike<number>) {
  const { axes, solids, mask, faces, shift = 0 } = problem
  const count = cellsOf(problem)
  const out = new Float64Array(count)
  const known = new Uint8Array(count)
  const covers = (cell: number) => !mask || mask[cell]! > 0
  for (let cell = 0; cell < count; cell++) {
    if (!covers(cell)) continue
    let step = 1
    let diagonal = shift * (solids ? solids[cell]! : 1)
    let sum = diagonal * p[cell]!
    axes.forEach(({ cells, before, after }, d) => {
      const place = Math.floor(cell / step) % cells
      for (const side of [-1, 1]) {
        const next = place + side
        const outside = next < 0 || next >= cells
        const edge = side < 0 ? before : after
        if (outside && edge === 'fixed') {
          const a = 2 * (solids ? solids[cell]! * solids[cell]! : 1)
          diagonal += a
          sum += a * p[cell]!
        }
        if (outside && (edge !== 'periodic' || cells === 1)) continue
        const there = cell + (((next + cells) % cells) - place) * step
        let a = solids ? solids[cell]! * solids[there]! : 1
        if (faces) a *= faces[d]![side < 0 ? cell : there]!
        diagonal += a
        sum += a * (p[cell]! - (covers(there) ? p[there]! : 0))
      }
      step *= cells
    })
    out[cell] = sum
    known[cell] = Number(diagonal > 0)
  }
  return { out, known }
}

/** The engine's solver of a problem. `largest`: of the residual of any cell, instead of a tolerance. */
export async function assemble(
  problem: Problem,
  { largest, ...options }: PoissonOptions & { largest?: number } = {},
  threads = 1,
) {
  const arena = new Arena()
  const limit = largest === undefined ? undefined : new RowSums(arena, 1, 1)
  const { axes, shift = 0 } = problem
  const nx = axes[0]!.cells
  const lines = cellsOf(problem) / nx
  const field = (name: string) => new Field(arena, { name, unit: '', description: '' }, nx, lines)
  const rhs = field('rhs')
  const p = field('p')
  const given: [Field, ArrayLike<number>][] = []
  const give = (name: string, values: ArrayLike<number>) => {
    const one = field(name)
    given.push([one, values])
    return one
  }
  const openness = {
    ...(problem.solids && { solids: give('solids', problem.solids) }),
    ...(problem.mask && { mask: give('mask', problem.mask) }),
    ...(problem.faces && { faces: problem.faces.map((values, d) => give(`faces ${d}`, values)) }),
  }
  const poisson = new Poisson(arena, axes, { shift, ...options, ...(limit && { limit }) })
  const build = new PassList(arena, poisson.build(openness))
  const solve = new PassList(arena, poisson.passes(rhs, p))
  const cycle = new PassList(arena, poisson.cycle())
  const fields = [rhs, p, ...given.map(([one]) => one)]
  const backend = await WasmBackend.create(
    arena,
    [...fields, ...(limit ? [limit] : []), ...poisson.resources, build, solve, cycle],
    threads,
  )
  // What lies in the halo or the padding must not matter.
  for (const one of fields) one.data.fill(Number.NaN)
  for (const [one, values] of given) one.write(values)
  if (limit) limit.data[0] = largest!
  poisson.start()
  backend.run(build)
  return {
    poisson,
    solve(values: ArrayLike<number>, guess?: ArrayLike<number>): Float32Array {
      rhs.write(values)
      if (guess) p.write(guess)
      backend.run(solve)
      return p.read()
    },
    /** What one V-cycle makes of a residual, before the first solve. */
    precondition(residual: ArrayLike<number>): Float32Array {
      poisson.residualField.write(residual)
      backend.run(cycle)
      return poisson.correctionField.read()
    },
    dispose: () => backend.dispose(),
  }
}
