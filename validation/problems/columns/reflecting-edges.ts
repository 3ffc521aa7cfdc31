import { createSimulation } from 'seiche'
import type { Finding, Problem } from '../../problem.js'

/** Height of a hump that has been reflected by the x- edge, over the level of the water, as a share of what it was. */
async function returned(edge: 'reflect' | 'fixed' | { fixed: number }): Promise<number> {
  const cells = 800
  const cellSize = 0.05
  const speed = Math.sqrt(9.81)
  const sim = await createSimulation({
    seiche: 1,
    grid: { cells: [cells, 1], cellSize },
    timeStep: (0.9 * cellSize) / speed,
    solver: { type: 'columns', depth: 1 },
    initial: { eta: [{ shape: 'gaussian', center: [-10, 0], radius: 1, height: 0.02 }] },
    boundaries: { 'x-': edge, 'x+': typeof edge === 'string' ? 'absorb' : edge },
  })
  // The water begins at the level of the edge: without a hump it would stay there.
  const level = typeof edge === 'string' ? 0 : edge.fixed
  const [eta, phi] = [sim.field('eta'), sim.field('phi')]
  eta.write(eta.read().map((height) => height + level))
  phi.write(phi.read().map((potential) => potential + 0.5 * 9.81 * sim.timeStep * level))
  // The left half of the hump goes 10 m to the wall and 12 m back; the other half is 12 m further right.
  sim.step(Math.round(22 / speed / sim.timeStep))
  return (sim.heightAt(-8, 0) - level) / 0.01
}

export const reflectingEdges: Problem = {
  name: 'Walls and held edges',
  solver: 'columns',
  exact: 'a wall sends a crest back as a crest, an edge held at any level as a trough of the same size below it',
  async run(): Promise<Finding[]> {
    const row = { tolerance: 0.01, kind: 'absolute', unit: '' } as const
    return [
      { quantity: 'crest back from `reflect`', measured: await returned('reflect'), expected: 1, ...row },
      { quantity: 'crest back from `fixed`', measured: await returned('fixed'), expected: -1, ...row },
      {
        quantity: 'crest back from `{ "fixed": 0.5 }`',
        measured: await returned({ fixed: 0.5 }),
        expected: -1,
        ...row,
      },
    ]
  },
}
