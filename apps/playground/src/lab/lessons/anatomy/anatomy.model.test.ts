import { describe, expect, it, onTestFinished } from 'vitest'
import { defaultsOf } from '../../settings.js'
import type { LessonModel } from '../../worker/model.js'
import { type AnatomyFrame, openModel } from './anatomy.model.js'
import { type AnatomyValues, settings } from './anatomy.settings.js'

type Figure<Kind> = Extract<AnatomyFrame['figure'], { kind: Kind }>

async function open(values: Partial<AnatomyValues>): Promise<LessonModel<AnatomyFrame>> {
  const model = await openModel({ ...defaultsOf(settings), ...values })
  onTestFinished(() => model.dispose?.())
  return model
}

/** The figure of a view after some steps, 60 of which are a period. */
async function figureOf<Kind extends AnatomyValues['view']>(
  view: Kind,
  steps: number,
  values: Partial<AnatomyValues> = {},
): Promise<{ frame: AnatomyFrame; figure: Figure<Kind> }> {
  const model = await open({ ...values, view })
  for (let n = 0; n < steps; n++) model.step()
  const frame = model.frame()
  return { frame, figure: frame.figure as Figure<Kind> }
}

describe.each(['textbook', 'engine'] as const)('the anatomy of a wave by the %s', (by) => {
  it.each([
    ['shallow', { length: 100, depth: 0.5 }],
    ['deep', { length: 10, depth: 100 }],
    ['between, by its period', { given: 'period', period: 5, depth: 4 }],
  ] as const)('has the speed of theory, %s', async (_, values) => {
    const { frame, figure } = await figureOf('section', 40, { by, ...values })
    expect(figure.speed / frame.wave.speed).toBeCloseTo(1, 5)
    const { k, depth, speed } = frame.wave
    expect(speed).toBeCloseTo(Math.sqrt((9.81 / k) * Math.tanh(k * depth)), 9)
  })

  it('keeps particles on their orbits in the textbook, and lets them drift as Stokes says in the engine', async () => {
    const { figure } = await figureOf('section', 600, { by, height: 0.8, length: 40, depth: 8 })
    if (by === 'textbook') expect(figure.drift).toBeCloseTo(0, 12)
    else expect(figure.drift / figure.driftInTheory).toBeCloseTo(1, 1)
    expect(figure.driftInTheory).toBeGreaterThan(0)
  })

  it('breaks by Miche at .142 tanh(kd) of its length, by the slide at 1/π', async () => {
    const breaks = async (height: number) =>
      (await figureOf('section', 0, { by, length: 40, depth: 200, height })).frame.wave
    const [low, middle, high] = [await breaks(5.6), await breaks(5.8), await breaks(12.8)]
    expect([low.breaksByMiche, low.breaksBySlides]).toEqual([false, false])
    expect([middle.breaksByMiche, middle.breaksBySlides]).toEqual([true, false])
    expect([high.breaksByMiche, high.breaksBySlides]).toEqual([true, true])
  })

  it('draws rings and trains whose sources can be moved', async () => {
    const model = await open({ by, view: 'plan', sources: 1, trains: 2 })
    const before = model.frame().figure as Figure<'plan'>
    expect(before.sources).toEqual([[56, 60]])
    await model.act?.({ name: 'move', x: 100, z: 30 })
    await model.act?.({ name: 'nudge', x: 2, z: 0 })
    const after = model.frame().figure as Figure<'plan'>
    expect(after.sources[0]).toEqual([102, 30].map((place) => expect.closeTo(place, 9)))
    expect(after.eta).not.toEqual(before.eta)
    expect(Math.max(...after.eta)).toBeGreaterThan(0)
  })

  it('shows nothing but flat water without waves', async () => {
    const { figure } = await figureOf('plan', 1, { by, sources: 0, trains: 0 })
    expect(figure.eta.every((eta) => eta === 0)).toBe(true)
    expect(figure.ringRatio).toBeNaN()
  })

  it('paints the three fakes: only the third has a surface that moves', async () => {
    const model = await open({ by, view: 'fakes' })
    const opaque = ({ rgba }: { rgba: Uint8ClampedArray }) =>
      rgba.filter((_, n) => n % 4 === 3 && rgba[n] === 255).length
    const figure = model.frame().figure as Figure<'fakes'>
    for (const picture of [figure.still, figure.normals, figure.heights])
      expect(opaque(picture)).toBeGreaterThan(20_000)
    expect(figure.highest).toMatchObject({ still: 0, normals: 0 })
    expect(figure.highest.heights).toBeGreaterThan(0.5)
    const [normals, heights] = [figure.normals.rgba.slice(), figure.heights.rgba.slice()]
    for (let n = 0; n < 15; n++) model.step()
    const later = model.frame().figure as Figure<'fakes'>
    expect(later.normals.rgba).not.toEqual(normals)
    expect(later.heights.rgba).not.toEqual(heights)
  })
})

it('rings keep their size by the constant law, lose it by energy, and halve in the engine', async () => {
  const ratio = async (values: Partial<AnatomyValues>) => (await figureOf('plan', 0, values)).figure.ringRatio
  expect(await ratio({ by: 'textbook', law: 'constant' })).toBeCloseTo(1, 9)
  expect(await ratio({ by: 'textbook', law: 'energy' })).toBeCloseTo(Math.sqrt(2 / 5), 9)
  // A maximum over 60 moments of a period is up to (π/60)²/2 low.
  expect(Math.abs((await ratio({ by: 'engine' })) / 0.5 - 1)).toBeLessThan(3e-3)
})

it('on a beach the wave shortens, turns and breaks as theory says, earlier by Miche than by the slide', async () => {
  const { figure } = await figureOf('beach', 20, { length: 60, depth: 10, height: 1.5, slope: 0.05 })
  expect(figure.length / figure.lengthInTheory).toBeCloseTo(1, 1)
  expect(figure.lengthInTheory).toBeLessThan(60)
  expect(figure.angle / figure.angleInTheory).toBeCloseTo(1, 1)
  expect(figure.angleInTheory).toBeLessThan(30)
  expect(figure.breakerHeight / figure.breakerDepth).toBeGreaterThan(0.6)
  expect(figure.breakerHeight).toBeGreaterThan(1.5)
  expect(figure.breakerDepthBySlides).toBeLessThan(0.2 * figure.breakerDepth)
})
