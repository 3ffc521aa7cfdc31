// Many bodies: on several threads, and more columns than there is room for beside the fields, where bodies are computed one by one.

import { createSimulation, type SceneInput } from 'seiche'
import { rapier } from 'seiche/bodies'
import { describe, expect, test } from 'vitest'

type Bodies = NonNullable<SceneInput['bodies']>

/** Bodies of every round shape and boxes, apart from each other, turned in all directions. */
function crowd(count: number): Bodies {
  return Array.from({ length: count }, (_, k) => {
    const shapes: object[] = [
      { shape: 'sphere', radius: 0.3 },
      { shape: 'box', size: [0.7, 0.4, 0.5] },
      { shape: 'capsule', radius: 0.15, height: 0.7 },
      { shape: 'cylinder', radius: 0.25, height: 0.4 },
      { shape: 'cone', radius: 0.3, height: 0.5 },
    ]
    return {
      ...shapes[k % shapes.length]!,
      density: 300 + 100 * (k % 6),
      position: [((k % 7) - 3) * 0.85, 0.1, (Math.floor(k / 7) - 3) * 0.85],
      rotation: { axis: [1, 0.4, 0.2], angle: 23 * k },
    } as Bodies[number]
  })
}

const water: Record<string, Pick<SceneInput, 'solver' | 'terrain'>> = {
  columns: { solver: { type: 'columns', depth: 1 } },
  iwave: { solver: { type: 'iwave', depth: 1 } },
  'kass-miller': { solver: { type: 'kass-miller' }, terrain: [{ shape: 'plane', height: -1 }] },
  'shallow-water': { solver: { type: 'shallow-water' }, terrain: [{ shape: 'plane', height: -1 }] },
}

describe('49 bodies on 64² cells', () => {
  test.each(Object.keys(water))('of %s have the same bits on 1 to 4 threads', async (type) => {
    const scene: SceneInput = {
      seiche: 1,
      grid: { cells: [64, 64], cellSize: 0.1 },
      ...water[type]!,
      bodies: crowd(49),
    }
    const hashes: string[] = []
    for (const threads of [1, 2, 3, 4]) {
      using sim = await createSimulation(scene, { threads, rigidBodies: rapier })
      sim.step(12)
      hashes.push(String(sim.hash()))
    }
    expect(new Set(hashes).size).toBe(1)
  })
})

describe('more columns than there is room for', () => {
  // A plate covers most of 32² cells; beside the fields there is room for 8704 columns.
  const plate = (k: number): Bodies[number] => ({
    shape: 'box',
    size: [2.6, 0.02, 2.6],
    density: 500,
    position: [0, 0.5 + 0.1 * k, 0],
    kind: 'fixed',
  })
  const sceneOf = (type: string): SceneInput => ({
    seiche: 1,
    grid: { cells: [32, 32], cellSize: 0.1 },
    ...water[type]!,
    bodies: [
      { shape: 'sphere', radius: 0.3, density: 500, position: [0, 0.1, 0] },
      { shape: 'box', size: [0.6, 0.3, 0.4], density: 400, position: [0.8, 0.05, 0.3], drag: 0.9 },
      { shape: 'cylinder', radius: 0.2, height: 0.5, density: 600, position: [-0.7, 0, -0.6] },
      plate(0),
    ],
  })

  test.each(Object.keys(water))('are elsewhere, and the bodies among them float on %s as before', async (type) => {
    using few = await createSimulation(sceneOf(type), { threads: 1, rigidBodies: rapier })
    using many = await createSimulation(sceneOf(type), { threads: 1, rigidBodies: rapier })
    few.step(5)
    many.step(5)
    // Plates high above the water do nothing but have columns.
    for (let k = 1; k <= 16; k++) many.apply({ type: 'addBody', body: plate(k) })
    few.step(20)
    many.step(20)
    expect([...many.field('eta').read()]).toEqual([...few.field('eta').read()])
    for (let body = 0; body < 3; body++) expect(many.bodies[body]!.position).toEqual(few.bodies[body]!.position)
    const [one, two] = [few.diagnostics(), many.diagnostics()]
    expect(two).toMatchObject({ displacedVolume: (one as { displacedVolume: number }).displacedVolume })
  })
})
