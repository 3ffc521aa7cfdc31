/**
 * Poisson's equation: the engine's multigrid conjugate gradient against textbook Gauss–Seidel in C, to the same residual.
 *
 * A surface with p unknown under bodies that cover a third of it, as the coupling of bodies has it, to 1e-6; and a volume between walls, as
 * a projection has it, to 1e-2. What is timed is a whole solve from zero. Building the grids is the engine's second figure: it is
 * needed again only when bodies or walls have moved.
 */
import { performance } from 'node:perf_hooks'
import { PassList } from '../../packages/core/src/backend/pass-list.js'
import { WasmBackend } from '../../packages/core/src/backend/wasm/wasm-backend.js'
import { Arena } from '../../packages/core/src/fields/arena.js'
import { Field } from '../../packages/core/src/fields/field.js'
import { Poisson } from '../../packages/core/src/operators/poisson/poisson.js'
import { flagSets } from '../baselines/compile.js'
import { engineName, threadCounts } from '../contenders/engine.js'
import { type Loop, loopName, requireSameLoops, startLoops } from '../contenders/loops.js'
import { type Contender, interleave, type Race } from '../harness/interleave.js'
import type { BenchmarkCase, CaseOptions, CaseReport } from '../harness/report.js'
import { perStep, ratiosTable, type SizeRace, timesAsFast, timesTable } from '../harness/size-races.js'
import { renderTarget, type Target } from '../harness/targets.js'

const kinds = ['surface', 'volume'] as const
type Kind = (typeof kinds)[number]

const sizes: Record<Kind, readonly number[]> = { surface: [128, 256, 512], volume: [16, 32, 64, 128] }
/** Gauss–Seidel takes n² sweeps, and minutes for a volume of so many cells along a side: it is run to its end once, and not at all in a hurry. */
const MINUTES = 128
/** As in poisson.c. */
const tolerances: Record<Kind, number> = { surface: 1e-6, volume: 1e-2 }
const build = 'grids'

export const poisson: BenchmarkCase = {
  name: 'poisson',
  about:
    "Poisson's equation under bodies and in a volume, 1 and 2 threads, against Gauss–Seidel in C to the same residual",
  run,
}

async function run({ quick, progress }: CaseOptions): Promise<CaseReport> {
  const reports: CaseReport[] = []
  for (const kind of kinds) {
    const loops = startLoops('poisson', [kind], flagSets.slice(0, 1))
    try {
      progress(`${kind}: checking that all contenders find the same solution`)
      const check = kind === 'surface' ? 64 : 16
      for (const threads of threadCounts)
        await requireSameLoops(
          loops,
          check,
          1,
          await diagonal(kind, check, threads),
          10 * tolerances[kind] * (await largest(kind, check)),
        )
      const races: SizeRace[] = []
      for (const n of sizes[kind]) {
        if (quick && takesMinutes(kind, n)) continue
        progress(`${kind}, ${n} cells along a side`)
        races.push({ n, isVolume: kind === 'volume', race: await raceAt(kind, n, loops, quick) })
      }
      reports.push(report(kind, races, loops.length > 0))
    } finally {
      for (const { baseline } of loops) baseline.quit()
    }
  }
  return {
    tables: reports.flatMap(({ tables }) => tables),
    notes: [...new Set(reports.flatMap(({ notes }) => notes))],
    data: Object.fromEntries(kinds.map((kind, k) => [kind, reports[k]!.data])),
  }
}

function takesMinutes(kind: Kind, n: number): boolean {
  return kind === 'volume' && n >= MINUTES
}

// --- the problems of poisson.c -----------------------------------------------------------------------------------

/** Where p is unknown, and the right-hand side. */
function surface(n: number): { mask: Float32Array; rhs: Float32Array } {
  const radius = (n / 4) * Math.sqrt(1 / 3 / Math.PI)
  const mask = new Float32Array(n * n)
  const rhs = mask.map((_, cell) => {
    const [i, j] = [cell % n, Math.floor(cell / n)]
    const [x, z] = [((i + 0.5) % (n / 4)) - n / 8, ((j + 0.5) % (n / 4)) - n / 8]
    if (x * x + z * z >= radius * radius) return 0
    mask[cell] = 1
    return 1 + 0.5 * Math.floor((4 * i) / n) - 0.25 * Math.floor((4 * j) / n) + x / n
  })
  return { mask, rhs }
}

/** A source and a sink. */
function volume(n: number): Float32Array {
  const at = (c: number) => (c + 0.5) / n
  const values = Float64Array.from({ length: n ** 3 }, (_, cell) => {
    const [x, y, z] = [at(cell % n), at(Math.floor(cell / n) % n), at(Math.floor(cell / n / n))]
    const near = (a: number, b: number, c: number) => Math.exp(-100 * ((x - a) ** 2 + (y - b) ** 2 + (z - c) ** 2))
    return near(0.3, 0.4, 0.2) - near(0.6, 0.5, 0.8)
  })
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Float32Array.from(values, (value) => value - mean)
}

async function startPoisson(kind: Kind, n: number, threads: number) {
  const arena = new Arena()
  const lines = kind === 'surface' ? n : n * n
  const field = (name: string) => new Field(arena, { name, unit: '', description: '' }, n, lines)
  const [rhs, p, mask] = [field('rhs'), field('p'), field('mask')]
  // Bodies of the surface stay clear of its edges, so those can be anything.
  const axis = { cells: n, before: 'reflect', after: 'reflect' } as const
  const axes = kind === 'surface' ? [axis, axis] : [axis, axis, axis]
  const solver = new Poisson(arena, axes, { tolerance: tolerances[kind] })
  const building = new PassList(arena, solver.build(kind === 'surface' ? { mask } : {}))
  const solving = new PassList(arena, solver.passes(rhs, p))
  const backend = await WasmBackend.create(arena, [rhs, p, mask, ...solver.resources, building, solving], threads)
  solver.start()
  if (kind === 'surface') {
    const given = surface(n)
    mask.write(given.mask)
    rhs.write(given.rhs)
  } else rhs.write(volume(n))
  const timed = (schedule: PassList, times: number) => {
    const start = performance.now()
    for (let t = 0; t < times; t++) backend.run(schedule)
    return (performance.now() - start) / 1000 / times
  }
  return {
    p,
    solver,
    threads: backend.threads,
    build: (times = 1) => timed(building, times),
    solve: (times = 1) => timed(solving, times),
    dispose: () => backend.dispose(),
  }
}

/** p along the diagonal. */
async function diagonal(kind: Kind, n: number, threads: number): Promise<number[]> {
  const engine = await startPoisson(kind, n, threads)
  engine.build()
  engine.solve()
  const { residual } = engine.solver
  const values = engine.p.read()
  engine.dispose()
  if (!(residual <= tolerances[kind])) throw new Error(`the engine ends at a residual of ${residual}`)
  return Array.from({ length: n }, (_, i) => values[i * (kind === 'surface' ? n + 1 : n * n + n + 1)]!)
}

async function largest(kind: Kind, n: number): Promise<number> {
  return Math.max(...(await diagonal(kind, n, 1)).map(Math.abs))
}

async function raceAt(kind: Kind, n: number, loops: readonly Loop[], quick: boolean): Promise<Race> {
  const contenders: Contender[] = loops.map(({ name, baseline }) => ({ name, run: () => baseline.run(n, 1) }))
  const engines: Awaited<ReturnType<typeof startPoisson>>[] = []
  try {
    for (const threads of threadCounts) {
      const engine = await startPoisson(kind, n, threads)
      engines.push(engine)
      if (engine.threads !== threads) continue
      engine.build()
      // With a single round there is none to get warm in.
      engine.solve(3)
      contenders.push(
        { name: engineName(threads), run: async () => engine.solve(3) },
        { name: engineName(threads, build), run: async () => engine.build(3) },
      )
    }
    // Gauss–Seidel takes seconds a solve, so there are few rounds.
    if (takesMinutes(kind, n)) return await interleave(contenders, { rounds: 1, warmups: 0 })
    return await interleave(contenders, { rounds: quick ? 1 : 5, warmups: 1 })
  } finally {
    for (const engine of engines) engine.dispose()
  }
}

// --- tables ------------------------------------------------------------------------------------------------------

function report(kind: Kind, races: readonly SizeRace[], withC: boolean): CaseReport {
  const names = [...(races[0]?.race.keys() ?? [])]
  const rival = loopName(kind, '-O3')
  const ratios = threadCounts.map((threads) => timesAsFast(engineName(threads), rival))
  const title = `${kind} to a residual of ${tolerances[kind]}`
  return {
    tables: [
      timesTable(`Milliseconds, ${title}`, races, names, perStep.milliseconds),
      ratiosTable(`Times as fast, ${title}`, races, [...ratios, timesAsFast(engineName(2), engineName(1))]),
    ],
    notes: [
      'Times are medians over the rounds; ratios are medians of the ratios within a round, quartiles in brackets.',
      withC
        ? '`surface` and `volume` are Gauss–Seidel in the order of memory, in doubles, -O3 -march=native, to the same residual.'
        : 'No gcc was found, so there is no comparison with C.',
      `Volumes of ${MINUTES} cells along a side are solved in C once, to the same residual as the others.`,
      `"${build}" is the time to make the operators of all grids, after bodies or walls have moved.`,
      ...races.flatMap(({ n, race }) => targetsAt(kind, n).map((target) => renderTarget(race, target))),
    ],
    data: races.map(({ n, race }) => ({ n, seconds: Object.fromEntries(race) })),
  }
}

function targetsAt(kind: Kind, n: number): Target[] {
  const where = `${kind} of ${n} cells along a side`
  const [one, two] = [engineName(1), engineName(2)]
  // Waking a second thread must never cost more than it gains.
  const threadsPay: Target = {
    what: `${where}, ${two} over ${one}`,
    over: one,
    under: two,
    sense: 'at least',
    limit: 1,
  }
  if (n < { surface: 512, volume: 64 }[kind]) return [threadsPay]
  const over = loopName(kind, '-O3')
  const limit = { surface: 100, volume: 20 }[kind]
  return [
    threadsPay,
    ...[one, two].map(
      (under): Target => ({
        what: `${where}, ${under}, times as fast as ${over}`,
        over,
        under,
        sense: 'at least',
        limit,
      }),
    ),
  ]
}
