import { expect, it } from 'vitest'
import { simulate } from '../../../testing/running.js'

it.each(['columns', 'iwave'] as const)(
  'on %s, a ball that reaches the floor does not feed on what it raises',
  async (type) => {
    const [radius, density, height] = [0.2, 500, 0.3]
    const sim = await simulate({
      seiche: 1,
      grid: { cells: [80, 80], cellSize: 0.03 },
      solver: { type, depth: 0.35 },
      bodies: [{ shape: 'sphere', radius, density, position: [0, height, 0] }],
    })
    const given = (density * 4 * Math.PI * radius ** 3 * 9.81 * (height + radius)) / 3
    for (let k = 0; k < 8; k++) {
      sim.step(30)
      expect(sim.diagnostics().energy).toBeLessThan(given)
    }
  },
)
