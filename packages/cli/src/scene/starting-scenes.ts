// A small scene for each solver, to start from: it runs in seconds, shows the solver at work, and has a probe where there is a surface.

import type { SceneInput } from 'seiche'

type Solver = SceneInput['solver']['type']

const openEdges = { 'x-': 'absorb', 'x+': 'absorb', 'z-': 'absorb', 'z+': 'absorb' } as const

/** Scenes by solver, without version and name. */
export const startingScenes: Record<Solver, Omit<SceneInput, 'seiche' | 'name'>> = {
  columns: {
    description: 'A drop falls into a pool with an island.',
    grid: { cells: [256, 256], cellSize: 0.02 },
    duration: 10,
    solver: { type: 'columns', depth: 0.5 },
    initial: { eta: [{ shape: 'gaussian', center: [-1, -0.5], radius: 0.2, height: 0.1 }] },
    obstacles: [{ shape: 'disc', center: [1, 0.8], radius: 0.4 }],
    events: [{ time: 3, type: 'drop', x: -1.2, z: 1.2, radius: 0.15, height: 0.1 }],
    probes: [{ name: 'middle', at: [0, 0] }],
  },
  iwave: {
    description: 'Rings spread over a pond. Long waves are faster than short ones.',
    grid: { cells: [256, 256], cellSize: 0.05 },
    duration: 10,
    solver: { type: 'iwave', depth: 1.5 },
    initial: { eta: [{ shape: 'gaussian', radius: 0.4, height: 0.2 }] },
    boundaries: openEdges,
    probes: [
      { name: 'near', at: [1.5, 0] },
      { name: 'far', at: [4.5, 0] },
    ],
  },
  waves: {
    description: 'Two swells cross on water of constant depth.',
    grid: { cells: [256, 256], cellSize: 0.5 },
    timeStep: 0.05,
    duration: 20,
    solver: {
      type: 'waves',
      depth: 20,
      trains: [
        { period: 6, height: 1, direction: 20 },
        { period: 4.5, height: 0.5, direction: -40 },
      ],
    },
    probes: [{ name: 'buoy', at: [0, 0] }],
  },
  ocean: {
    description: 'A sea raised by a wind of 8 m/s over a fetch of 100 km.',
    grid: { cells: [256, 256], cellSize: 0.75 },
    timeStep: 0.05,
    duration: 20,
    solver: { type: 'ocean', windSpeed: 8, windDirection: 20, fetch: 100000 },
    boundaries: { 'x-': 'periodic', 'x+': 'periodic', 'z-': 'periodic', 'z+': 'periodic' },
    probes: [{ name: 'buoy', at: [0, 0] }],
  },
  'kass-miller': {
    description: 'Rain fills the hollows of a hillside.',
    grid: { cells: [128, 128], cellSize: 0.5 },
    timeStep: 0.1,
    duration: 60,
    solver: { type: 'kass-miller' },
    terrain: [
      { shape: 'noise', seed: 3, scale: 24, octaves: 5, height: 3 },
      { shape: 'plane', height: 3, slope: [-0.08, 0] },
    ],
    boundaries: { 'x+': 'absorb' },
    sources: [{ shape: { shape: 'box', size: [64, 64] }, rate: 0.002 }],
    probes: [{ name: 'foot', at: [28, 0] }],
  },
  'shallow-water': {
    description: 'A dam breaks, and the water runs around a hill.',
    grid: { cells: [240, 120], cellSize: 0.25 },
    duration: 15,
    solver: { type: 'shallow-water', manning: 0.02 },
    terrain: [
      { shape: 'plane', height: 0 },
      { shape: 'gaussian', center: [8, 2], radius: 4, height: 2.5 },
    ],
    initial: { depth: [{ shape: 'box', center: [-22, 0], size: [16, 30], height: 2 }] },
    boundaries: { 'x+': 'absorb' },
    probes: [
      { name: 'before the hill', at: [0, 0] },
      { name: 'behind the hill', at: [18, 0] },
    ],
  },
  'stable-fluids': {
    description: 'Warm smoke rises in a box of air.',
    grid: { cells: [128, 192], cellSize: 0.01 },
    timeStep: 0.02,
    duration: 8,
    solver: { type: 'stable-fluids', viscosity: 0.000015, density: 1.2, confinement: 1 },
    fluid: {
      boundaries: { 'y-': 'no-slip', 'y+': 'open' },
      dyes: { smoke: { color: '#5b6b73' } },
      temperature: { rest: 20, diffusivity: 0.00002 },
      emitters: [{ shape: 'box', center: [0, -0.9], size: [0.16, 0.06], soft: 0.02, dyes: { smoke: 4 }, heat: 150 }],
    },
  },
}

export const solverNames = Object.keys(startingScenes) as Solver[]
