import { describe, expect, it } from 'vitest'
import { defaultsOf } from '../../settings.js'
import { openModel, type SpringsFrame } from './springs.model.js'
import { type SpringsValues, settings } from './springs.settings.js'
import { exactFrequency } from './springs.theory.js'

/** The frame after some steps. */
async function run(
  changes: Partial<SpringsValues>,
  steps: number,
): Promise<SpringsFrame & { stopped: string | undefined }> {
  const model = await openModel({ ...defaultsOf(settings), ...changes })
  for (let step = 0; step < steps; step++) model.step()
  const frame = { ...model.frame(), stopped: model.outOfBounds?.() }
  model.dispose?.()
  return frame
}

/** Largest relative difference over the waves of a range of crests. */
function worst(measured: Float64Array, expected: Float64Array, first: number, last: number): number {
  let most = 0
  for (let m = first; m <= last; m++) most = Math.max(most, Math.abs(measured[m]! / expected[m]! - 1))
  return most
}

describe('the springs of the lab', () => {
  it.each(['laplace', '5x5', '13x13'] as const)(
    'measure the frequencies of the window %s in a drop',
    async (window) => {
      const { textbook, theory } = await run({ by: 'textbook', window }, 60)
      const oscillating = theory.growth.findIndex((growth) => growth > 0)
      // Springs that sum to zero do not move flat water: its frequency is 0 and has no ratio.
      const first = window === 'laplace' ? 1 : 0
      expect(worst(textbook!.omega, theory.omega, first, oscillating < 0 ? 31 : oscillating - 1)).toBeLessThan(1e-6)
    },
  )

  it('measure the same by leapfrog and by Verlet', async () => {
    const [leapfrog, verlet] = await Promise.all(
      (['leapfrog', 'verlet'] as const).map((stepping) => run({ by: 'textbook', stepping }, 40)),
    )
    leapfrog!.textbook!.values.forEach((value, cell) => {
      expect(Math.abs(value - verlet!.textbook!.values[cell]!)).toBeLessThan(1e-6)
    })
  })

  it('measure frequencies of the engine a few percent from those of real water, and of one window far off for long waves', async () => {
    const { engine, exact } = await run({ by: 'engine' }, 80)
    expect(worst(engine!.omega, exact, 1, 20)).toBeLessThan(0.05)
    const single = await run({ by: 'engine', pyramid: false }, 80)
    expect(single.engine!.omega[1]! / exact[1]!).toBeLessThan(0.8)
    expect(worst(single.engine!.omega, exact, 6, 16)).toBeLessThan(0.05)
  })

  it('sink flat water of the published window as theory says, and leave that of the engine flat', async () => {
    const { textbook, engine, meanInTheory, meanOfWater } = await run({ start: 'flat' }, 25)
    expect(meanOfWater).toBeCloseTo(0.1, 12)
    expect(meanInTheory).toBeLessThan(-0.09)
    expect(textbook!.means.at(-1)).toBeCloseTo(meanInTheory, 9)
    expect(engine!.means.at(-1)).toBeCloseTo(0.1, 6)
  })

  it('grow stripes of the published window at the predicted rate, and none of the engine', async () => {
    const { textbook, engine, theory } = await run({ start: 'stripes' }, 60)
    expect(theory.growth[32]).toBeCloseTo(0.245, 3)
    expect(Math.abs(textbook!.growth[32]! / theory.growth[32]! - 1)).toBeLessThan(1e-3)
    expect(engine!.size).toBeLessThan(1.1e-3)
  })

  it('explode past the limit at the rate of theory, and stop at the stated height', async () => {
    const { limit } = await run({ by: 'textbook' }, 1)
    expect(limit).toBeCloseTo(0.958, 2)
    const { textbook, theory, stopped } = await run({ by: 'textbook', 'time-step': 1, start: 'wave', waves: 7 }, 60)
    expect(theory.growth[7]).toBeGreaterThan(0.1)
    expect(Math.abs(textbook!.growth[7]! / theory.growth[7]! - 1)).toBeLessThan(0.02)
    expect(stopped).toContain('more than 10 m high')
  })

  it('draw the published weights, which do not sum to zero, beside fitted ones, which do', async () => {
    const { textbookWeights, engineWeights } = await run({}, 0)
    expect(textbookWeights.window[6 * 13 + 7]).toBeCloseTo(0.678277, 6)
    expect(textbookWeights.sum).toBeCloseTo(2.0979, 4)
    expect(engineWeights!.window[6 * 13 + 6]).toBe(1)
    expect(engineWeights!.window[6 * 13 + 7]).toBeLessThan(0)
    expect(Math.abs(engineWeights!.sum)).toBeLessThan(1e-4)
    const driven = await run({ source: 'height' }, 0)
    expect(driven.engineWeights!.window[6 * 13 + 7]).toBeCloseTo(engineWeights!.window[6 * 13 + 7]!, 5)
    expect(Math.abs(driven.engineWeights!.sum)).toBeLessThan(1e-4)
  })

  it('hold the rim of the printed loop', async () => {
    const { textbook } = await run({ by: 'textbook', edges: 'interior', start: 'flat' }, 30)
    expect(textbook!.values[5 * 64 + 5]).toBeCloseTo(0.1, 6)
    expect(Math.abs(textbook!.values[32 * 64 + 32]! - 0.1)).toBeGreaterThan(0.01)
  })

  it.each(['pressure', 'height'] as const)(
    'take a source of %s that lasts, in textbook and engine alike',
    async (source) => {
      // The Laplace window is the same scheme in both; they place the source half a step apart.
      const apart = async (dt: number) => {
        const changes = { window: 'laplace', start: 'rest', source, 'time-step': dt } as const
        const { textbook, engine } = await run(changes, Math.round(4 / dt))
        expect(textbook!.size).toBeGreaterThan(0.02)
        const differences = textbook!.values.map((value, cell) => Math.abs(value - engine!.values[cell]!))
        return Math.max(...differences) / textbook!.size
      }
      const [long, short] = [await apart(0.08), await apart(0.02)]
      expect(long).toBeLessThan(0.15)
      expect(short).toBeLessThan(0.35 * long)
    },
  )

  it('know real water: deep, and shallow for the Laplace window', () => {
    expect(exactFrequency(1, false)).toBeCloseTo(Math.sqrt(9.81), 12)
    expect(exactFrequency(2, true)).toBeCloseTo(2 * Math.sqrt(9.81), 12)
  })
})
