import { createSimulation, type SceneInput } from 'seiche'
import { DataUtils } from 'three/webgpu'
import { describe, expect, it } from 'vitest'
import { SurfaceVelocity } from './surface-velocity.js'

/** Velocity of a cell as the texture has it. */
function read({ texture }: SurfaceVelocity, i: number, j: number): number[] {
  const { width, data } = texture.image
  const at = 4 * (j * width + i)
  return [0, 1, 2].map((channel) => DataUtils.fromHalfFloat((data as Uint16Array)[at + channel]!))
}

describe('the velocity of the surface', () => {
  it('is that of the simulation in a basin: the gradient of the potential, and the rate of change of the height', async () => {
    const scene = {
      seiche: 1,
      grid: { cells: [32, 32], cellSize: 0.1 },
      // The potential is half a step ahead of the height, which a short step makes negligible.
      timeStep: 0.0005,
      solver: { type: 'columns', depth: 0.5 },
      initial: { eta: [{ shape: 'gaussian', center: [0.3, 0.2], radius: 0.5, height: 0.05 }] },
    } satisfies SceneInput
    using sim = await createSimulation(scene)
    const velocity = new SurfaceVelocity(sim, 32, 32, 0.1)
    sim.step(300)
    velocity.write(sim.field('eta').read())
    sim.step(1)
    velocity.write(sim.field('eta').read())
    let fastest = 0
    for (const [i, j] of [
      [10, 12],
      [20, 18],
      [24, 9],
    ] as const) {
      const [x, z] = [(i + 0.5 - 16) * 0.1, (j + 0.5 - 16) * 0.1]
      const [u, v, w] = sim.velocityAt(x, z)
      const [along, up, across] = read(velocity, i, j)
      fastest = Math.max(fastest, Math.hypot(u, w))
      expect(along).toBeCloseTo(u, 3)
      expect(across).toBeCloseTo(w, 3)
      expect(up).toBeCloseTo(v, 3)
    }
    expect(fastest).toBeGreaterThan(0.02)
  })

  it('is discharge over depth above ground, and 0 on dry land', () => {
    const input = {
      ...{ nx: 2, nz: 1, cellSize: 1, data: new Float32Array(2), time: 0 },
      ...{ depth: Float32Array.of(0.5, 0), qx: Float32Array.of(1, 1), qz: Float32Array.of(-0.25, 1) },
    }
    const velocity = new SurfaceVelocity(input, 2, 1, 1)
    velocity.write(input.data)
    expect(read(velocity, 0, 0)).toEqual([2, 0, -0.5])
    expect(read(velocity, 1, 0)).toEqual([0, 0, 0])
  })

  it('is the rate of change of the displacement of an ocean', () => {
    const input = {
      nx: 1,
      nz: 1,
      cellSize: 1,
      data: Float32Array.of(1),
      dx: Float32Array.of(0),
      dz: Float32Array.of(0),
      time: 1,
    }
    const velocity = new SurfaceVelocity(input, 1, 1, 1)
    velocity.write(input.data)
    Object.assign(input, {
      data: Float32Array.of(1.25),
      dx: Float32Array.of(0.5),
      dz: Float32Array.of(-0.5),
      time: 1.5,
    })
    velocity.write(input.data)
    expect(read(velocity, 0, 0)).toEqual([1, 0.5, -1])
  })
})
