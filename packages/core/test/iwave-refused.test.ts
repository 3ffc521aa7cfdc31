// What the wave solvers refuse, and the words they do it with.

import { planSimulation, SceneError } from 'seiche'
import { writeNpy } from 'seiche/npy'
import { describe, expect, it } from 'vitest'
import { createSurface } from '../testing/running.js'

const scene = (solver: object, more: object = {}) => ({
  seiche: 1,
  grid: { cells: [16, 16], cellSize: 1 },
  solver: { type: 'iwave', ...solver },
  ...more,
})
const cells = (nx: number, nz: number) => ({ grid: { cells: [nx, nz], cellSize: 1 } })
const train = { wavelength: 6, height: 0.1 }

/** What is said about a scene that is refused, as "path: message". */
function issuesOf(input: unknown): string[] {
  try {
    planSimulation(input as never)
  } catch (error) {
    if (error instanceof SceneError) return error.issues.map(({ path, message }) => `${path}: ${message}`)
    throw error
  }
  throw new Error('this scene was accepted')
}

const refused: [name: string, input: unknown, message: string][] = [
  [
    'a size without a transform',
    scene({}, cells(16, 77)),
    'grid.cells[1]: the transforms of this method need a number of cells whose only prime factors are 2, 3 and 5, at most 4096; nearest to 77: 75 and 80. To use any number, choose method "window"',
  ],
  [
    'a size beyond all transforms',
    scene({ method: 'fft' }, cells(5000, 4)),
    'grid.cells[0]: the transforms of this method need a number of cells whose only prime factors are 2, 3 and 5, at most 4096; nearest to 5000: 4096. To use any number, choose method "window"',
  ],
  [
    'a sponge beyond all transforms',
    scene({ sponge: 5000 }, { boundaries: { 'x-': 'absorb' } }),
    'grid.cells[0]: 16 cells and 5000 of the sponge at its open edges are more than the 4096 that the transforms of this method support: use fewer cells, a narrower "sponge", or method "window"',
  ],
  [
    'a window with an ambient ocean on a size without a transform',
    scene({ method: 'window', ambient: { type: 'ocean' } }, cells(77, 16)),
    'grid.cells[0]: the transforms of an ambient ocean need a number of cells whose only prime factors are 2, 3 and 5, at most 4096; nearest to 77: 75 and 80. To use any number, choose ambient waves of type "waves"',
  ],
  [
    'a window larger than the grid',
    scene({ method: 'window', halfWidth: 9 }, cells(5, 4)),
    'solver.halfWidth: a window that reaches 9 cells to either side is larger than the grid, whose longer side has 5: use at most 5',
  ],
  [
    'a window larger than one cell',
    scene({ method: 'window', halfWidth: 3 }, cells(1, 1)),
    'solver.halfWidth: a window that reaches 3 cells to either side is larger than the grid, whose longer side has 1: use at most 2',
  ],
  [
    'a window wider than any',
    scene({ method: 'window', halfWidth: 13 }),
    'solver.halfWidth: expected a number of at most 12, got 13',
  ],
  [
    'a window of next to nothing',
    scene({ method: 'window', halfWidth: 1 }),
    'solver.halfWidth: expected a number of at least 2, got 1',
  ],
  ['half a cell', scene({ method: 'window', halfWidth: 2.5 }), 'solver.halfWidth: expected a whole number, got 2.5'],
  ['no levels', scene({ method: 'window', levels: 0 }), 'solver.levels: expected a number of at least 1, got 0'],
  ['too many levels', scene({ method: 'window', levels: 9 }), 'solver.levels: expected a number of at most 8, got 9'],
  ['no depth', scene({ depth: 0 }), 'solver.depth: expected a number of more than 0, got 0'],
  ['a negative depth', scene({ depth: -2 }), 'solver.depth: expected a number of more than 0, got -2'],
  ['no sponge', scene({ sponge: 0 }), 'solver.sponge: expected a number of more than 0, got 0'],
  ['a negative viscosity', scene({ viscosity: -1 }), 'solver.viscosity: expected a number of at least 0, got -1'],
  [
    'a method that is none',
    scene({ method: 'ftt' }),
    'solver.method: expected "exponential" or "fft" or "window", got "ftt"; did you mean "fft"?',
  ],
  [
    'a step far too long',
    scene({ method: 'fft' }, { timeStep: 1e7 }),
    'timeStep: a step of 10000000 s would need more than 100000 substeps to be stable; make timeStep smaller, or cellSize larger, or viscosity or surfaceTension smaller, or use method "exponential"',
  ],
  [
    'ambient waves of another depth',
    scene({ depth: 2, ambient: { type: 'waves', depth: 3, trains: [train] } }),
    "solver.ambient.depth: ambient waves need the water of the solver: leave this out, or make it 2, the solver's depth",
  ],
  [
    'ambient waves with a depth on deep water',
    scene({ ambient: { type: 'ocean', depth: 3 } }),
    "solver.ambient.depth: ambient waves need the water of the solver: leave this out, or make it the solver's depth too",
  ],
  [
    'ambient waves on another planet',
    scene({ ambient: { type: 'waves', gravity: 1.62, trains: [train] } }),
    "solver.ambient.gravity: ambient waves need the water of the solver: leave this out, or make it 9.81, the solver's gravity",
  ],
  [
    'ambient waves with another tension',
    scene({ ambient: { type: 'waves', surfaceTension: 0.07, trains: [train] } }),
    "solver.ambient.surfaceTension: ambient waves need the water of the solver: leave this out, or make it 0, the solver's surfaceTension",
  ],
  [
    'ambient waves over a slope',
    scene({ depth: 3, ambient: { type: 'waves', depth: 3, slope: { slope: 0.1 }, trains: [train] } }),
    'solver.ambient.slope: this water has a level bed: leave the slope out',
  ],
  [
    'circular ambient waves',
    scene({ ambient: { type: 'waves', circular: [{ at: [0, 0], wavelength: 5, height: 0.1 }] } }),
    'solver.ambient.circular: this water makes circular waves of its own: leave this out, and add "sources" with a "period" to the scene',
  ],
  [
    'ambient waves that only shade',
    scene({ ambient: { type: 'waves', surface: 'normals', trains: [train] } }),
    'solver.ambient.surface: ambient waves move the water: leave this out',
  ],
  [
    'no ambient waves',
    scene({ ambient: { type: 'waves' } }),
    'solver.ambient.trains: no waves: give at least one train, a circular wave, or a "sea"',
  ],
  [
    'an ambient ocean without wind',
    scene({ ambient: { type: 'ocean', windSpeed: 0 } }),
    'solver.ambient.windSpeed: an ocean needs wind: give a speed above 0 m/s, 1 for an almost calm sea',
  ],
  [
    'ambient waves that are no waves',
    scene({ ambient: { type: 'columns' } }),
    'solver.ambient.type: expected "waves" or "ocean", got "columns"',
  ],
  [
    'an ocean without wind',
    { ...scene({}), solver: { type: 'ocean', windSpeed: 0 } },
    'solver.windSpeed: an ocean needs wind: give a speed above 0 m/s, 1 for an almost calm sea',
  ],
  [
    'an ocean of a wind that blows backwards',
    { ...scene({}), solver: { type: 'ocean', windSpeed: -3 } },
    'solver.windSpeed: an ocean needs wind: give a speed above 0 m/s, 1 for an almost calm sea',
  ],
  [
    'a sea of trains without wind',
    { ...scene({}), solver: { type: 'waves', sea: { windSpeed: 0, fetch: 1000 } } },
    'solver.sea.windSpeed: expected a number of more than 0, got 0',
  ],
]

describe('refused', () => {
  it.each(refused)('%s', (_, input, message) => {
    expect(issuesOf(input)).toEqual([message])
  })

  it('a openness of the wrong size', async () => {
    const read = async () => writeNpy(new Float32Array(12 * 16), [12, 16])
    await expect(
      createSurface(scene({}, { obstacles: [{ npy: 'harbour.npy' }] }) as never, { readFile: read }),
    ).rejects.toThrow(
      'obstacles[0].npy: harbour.npy has shape (12, 16), the grid needs (16, 16): rows along z, columns along x',
    )
  })

  it('says where in a file', () => {
    const text = JSON.stringify(scene({ method: 'window', halfWidth: 9 }, cells(5, 4)), null, 2)
    expect(() => planSimulation(text, { source: 'pond.json' })).toThrow(
      /^pond\.json:13:\d+: solver\.halfWidth: a window/,
    )
  })
})

describe('accepted', () => {
  it('a window on a grid smaller than its usual width, with one that fits', async () => {
    const sim = await createSurface(scene({ method: 'window' }, cells(4, 3)) as never)
    sim.apply({ type: 'drop', x: 0, z: 0, radius: 1, height: 0.1 })
    const { volume } = sim.diagnostics()
    sim.step(100)
    expect(sim.diagnostics().volume).toBeCloseTo(volume, 6)
    sim.dispose()
  })

  it('more levels than the grid can be halved', () => {
    expect(planSimulation(scene({ method: 'window', levels: 8 }) as never).substeps).toBe(1)
  })

  it('ambient waves that say again what the solver says', () => {
    const water = { depth: 2, gravity: 1.62, surfaceTension: 0.07 }
    expect(() =>
      planSimulation(scene({ ...water, ambient: { type: 'waves', ...water, trains: [train] } }) as never),
    ).not.toThrow()
    expect(() =>
      planSimulation(scene({ ...water, ambient: { type: 'waves', trains: [train] } }) as never),
    ).not.toThrow()
  })
})
