import { createSimulation } from 'seiche'
import type { Finding, Problem } from '../../problem.js'

/** Height of a hump that has been reflected by the x- edge, as a share of what it was. */
async function returned(kind: 'reflect' | 'fixed'): Promise<number> {
  const cells = 800
  const cellSize = 0.05
  const speed = Math.sqrt(9.81)
  const sim = await createSimulation({
    seiche: 1,
    grid: { cells: [cells, 1], cellSize },
    timeStep: (0.9 * cellSize) / speed,
    solver: { type: 'columns', depth: 1 },
    initial: { eta: [{ shape: 'gaussian', center: [-10, 0], radius: 1, height: 0.02 }] },
    boundaries: { 'x-': kind, 'x+': 'absorb' },
  })
  // The left half of the hump goes 10 m to the wall and 12 m back; the other half is 12 m further right.
  sim.step(Math.round(22 / speed / sim.timeStep))
  return sim.heightAt(-8, 0) / 0.01
}

export const reflectingEdges: Problem = {
  name: 'Walls and held edges',
  solver: 'columns',
  exact: 'a wall sends a crest back as a crest, an edge held at rest level as a trough of the same size',
  async run(): Promise<Finding[]> {
    const row = { tolerance: 0.01, kind: 'absolute', unit: '' } as const
    return [
      { quantity: 'crest back from `reflect`', measured: await returned('reflect'), expected: 1, ...row },
      { quantity: 'crest back from `fixed`', measured: await returned('fixed'), expected: -1, ...row },
    ]
  },
}
