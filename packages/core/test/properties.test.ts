import fc from 'fast-check'
import { parseScene, SceneError, type SceneInput } from 'seiche'
import { expect, it } from 'vitest'
import { createSurface } from '../testing/running.js'
import { arbitraryScene, isGiven } from '../testing/scene-arbitrary.js'

// The same cases on every run; SEICHE_SEED=… looks at others.
fc.configureGlobal({ seed: Number(process.env.SEICHE_SEED ?? 1) })

const STEPS = 60

async function run(scene: SceneInput, threads = 1) {
  const sim = await createSurface(scene, { threads })
  const before = sim.diagnostics()
  sim.step(STEPS)
  const [after, hash] = [sim.diagnostics(), sim.hash()]
  sim.dispose()
  return { before, after, hash }
}

it('any legal scene stays finite', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryScene({ closed: false }), async (scene) => {
      const { after } = await run(scene)
      for (const value of [after.volume, after.energy, after.minimum, after.maximum])
        expect(Number.isFinite(value)).toBe(true)
    }),
    { numRuns: 150 },
  )
})

it('any closed scene keeps its volume and never gains energy', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryScene({ closed: true }), async (scene) => {
      fc.pre(hasWalls(scene))
      const { before, after } = await run(scene)
      const [nx, nz] = scene.grid.cells
      // Floats round in proportion to the elevation, which may exceed the depth of a linear wave.
      const height = Math.max(depthOf(scene), -before.minimum, before.maximum)
      const water = nx * nz * scene.grid.cellSize ** 2 * height
      expect(Math.abs(after.volume - before.volume)).toBeLessThanOrEqual(1e-6 * water)
      expect(after.energy).toBeLessThanOrEqual(before.energy * (1 + 1e-4) + 1e-9)
    }),
    { numRuns: 150 },
  )
})

it('any closed scene books all the water that comes and goes', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryScene({ closed: true, still: false }), async (scene) => {
      fc.pre(hasWalls(scene))
      const sim = await createSurface(scene)
      const [nx, nz] = scene.grid.cells
      const before = sim.diagnostics()
      let height = depthOf(scene)
      for (let step = 0; step < STEPS; step++) {
        sim.step()
        const { volume, addedVolume, minimum, maximum } = sim.diagnostics()
        height = Math.max(height, -minimum, maximum)
        const water = nx * nz * scene.grid.cellSize ** 2 * height
        expect(Math.abs(volume - addedVolume - before.volume + before.addedVolume)).toBeLessThanOrEqual(1e-6 * water)
      }
      sim.dispose()
    }),
    { numRuns: 100 },
  )
})

it('a log of any legal scene replays to the same bits', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryScene({ closed: false }), async (scene) => {
      const live = await createSurface(scene)
      live.step(30)
      if (!isGiven(scene)) live.apply({ type: 'build', from: [0, 0], to: [0.5, 0.2], radius: 0.2, softness: 0.5 })
      live.step(30)
      const replay = await createSurface({ ...scene, events: live.events as SceneInput['events'] })
      replay.step(STEPS)
      expect(replay.hash()).toBe(live.hash())
    }),
    { numRuns: 40 },
  )
})

it('any legal scene gives the same bits on one and on several threads', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryScene({ closed: false }), fc.integer({ min: 2, max: 5 }), async (scene, threads) => {
      expect((await run(scene, threads)).hash).toBe((await run(scene)).hash)
    }),
    { numRuns: 25 },
  )
})

it('a snapshot of any legal scene continues to the same bits', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryScene({ closed: false }), fc.integer({ min: 0, max: 40 }), async (scene, steps) => {
      const [first, second] = [await createSurface(scene), await createSurface(scene)]
      first.step(steps)
      second.restore(first.snapshot())
      first.step(20)
      second.step(20)
      expect(second.hash()).toBe(first.hash())
    }),
    { numRuns: 40 },
  )
})

/** Depth of the still water [m]. Deep water's volume counts from the rest level: it is measured as the shallowest of the others. */
function depthOf({ solver }: SceneInput): number {
  return ('depth' in solver ? solver.depth : undefined) ?? 0.01
}

/** Whether solids keep what comes to them: those of method "exponential" swallow it. */
function hasWalls({ solver, obstacles = [], events = [] }: SceneInput): boolean {
  if (solver.type !== 'iwave' || (solver.method ?? 'exponential') !== 'exponential') return true
  return obstacles.length === 0 && events.every(({ type }) => type !== 'build')
}

/** Every path to a value inside a scene. */
function paths(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  // A yes or no cannot be broken by another.
  if (typeof value === 'boolean') return []
  if (typeof value !== 'object' || value === null) return [path]
  const children = Object.entries(value).flatMap(([key, child]) =>
    paths(child, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  return path.length > 0 ? [path, ...children] : children
}

function replaceAt(value: unknown, [first, ...rest]: (string | number)[], replacement: unknown): unknown {
  if (first === undefined) return replacement
  if (Array.isArray(value)) return value.map((child, k) => (k === first ? replaceAt(child, rest, replacement) : child))
  const object = value as Record<string, unknown>
  return { ...object, [first]: replaceAt(object[first], rest, replacement) }
}

it('any legal scene with one thing broken is refused, and the message names the place', () => {
  const broken = fc.constantFrom<unknown>(
    Number.NaN,
    Number.NEGATIVE_INFINITY,
    null,
    true,
    { surprise: 1 },
    [[]],
    Symbol('odd'),
  )
  fc.assert(
    fc.property(arbitraryScene({ closed: false }), fc.nat(), broken, (scene, choice, replacement) => {
      const places = paths(scene)
      const place = places[choice % places.length]!
      let error: unknown
      try {
        parseScene(replaceAt(scene, place, replacement))
      } catch (thrown) {
        error = thrown
      }
      expect(error).toBeInstanceOf(SceneError)
      const { issues } = error as SceneError
      expect(issues.length).toBeGreaterThan(0)
      expect(issues.some(({ path }) => path.startsWith(String(place[0])))).toBe(true)
      for (const { message } of issues) expect(message.length).toBeGreaterThan(5)
    }),
    { numRuns: 400 },
  )
})

it('any text at all is either a scene or a SceneError', () => {
  const legal = arbitraryScene({ closed: false }).map((scene) => JSON.stringify(scene, null, 1))
  const garbled = fc
    .tuple(legal, fc.nat(), fc.nat({ max: 20 }), fc.string({ maxLength: 5 }))
    .map(([text, at, cut, insert]) => text.slice(0, at % text.length) + insert + text.slice((at % text.length) + cut))
  let refused = 0
  fc.assert(
    fc.property(fc.oneof(garbled, fc.json(), fc.string()), (text) => {
      try {
        parseScene(text)
      } catch (error) {
        refused++
        expect(error).toBeInstanceOf(SceneError)
        for (const { line, column } of (error as SceneError).issues)
          expect([line! >= 1, column! >= 1]).toEqual([true, true])
      }
    }),
    { numRuns: 400 },
  )
  expect(refused).toBeGreaterThan(200)
})
