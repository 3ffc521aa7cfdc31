import { airy, type SurfaceSimulation, solitaryWave } from 'seiche'
import { stoker } from '../../exact/dam-break.js'
import { measureFrequency } from '../../frequency.js'
import { centre, waterOverGround } from '../../over-ground.js'
import type { Finding, Problem } from '../../problem.js'

const G = 9.81
type Dispersion = 'off' | 'one-layer' | 'two-layers'
type Layers = Exclude<Dispersion, 'off'>

/** Weights α and β of the pressures in the engine: packages/core/src/solvers/terrain/dispersion.ts. */
const PRESSURES: Record<Dispersion, readonly (readonly [alpha: number, beta: number])[]> = {
  off: [],
  'one-layer': [[1.153, 3]],
  'two-layers': [
    [1.1993, 1 / (1 / 3 - 1 / 414)],
    [7.361, 414],
  ],
}

const NAME: Record<Layers, string> = {
  'one-layer': 'shallow-water, dispersive',
  'two-layers': 'shallow-water, two layers',
}

const solverOf = (dispersion: Dispersion) => ({ type: 'shallow-water', dispersion, foamLife: 0 }) as const

/** Angular frequency of the equations [rad/s]. */
function frequencyOf(k: number, depth: number, dispersion: Dispersion): number {
  const kd2 = (k * depth) ** 2
  const slowing = PRESSURES[dispersion].reduce((sum, [alpha, beta]) => sum + kd2 / (beta + alpha * kd2), 0)
  return Math.sqrt(G * k * k * depth * (1 - slowing))
}

/** Measured angular frequency of a low standing wave between walls [rad/s]. */
async function standing(kd: number, dispersion: Dispersion, cellsAWave: number): Promise<number> {
  const [depth, cells] = [1, cellsAWave / 2]
  const k = kd / depth
  const cellSize = Math.PI / k / cells
  const timeStep = (0.5 * cellSize) / Math.sqrt(G * depth)
  const shape = (x: number) => Math.cos(k * (x + (cells * cellSize) / 2))
  const sim = await waterOverGround({
    cells: [cells, 1],
    cellSize,
    timeStep,
    solver: solverOf(dispersion),
    bed: () => -depth,
    eta: (x) => 1e-3 * shape(x),
  })
  const omega = frequencyOf(k, depth, dispersion)
  const samples = new Float64Array(Math.ceil((8 * Math.PI) / omega / timeStep))
  for (let step = 0; step < samples.length; step++) {
    const eta = sim.field('eta')
    for (let i = 0; i < cells; i++) samples[step]! += shape(centre(i, cells, cellSize)) * eta.at(i, 0)
    sim.step()
  }
  sim.dispose()
  return measureFrequency(samples, timeStep, omega)
}

/** Frequencies of the equations, beside those of Airy and of simpler equations. */
function frequencies(
  layers: Layers,
  exact: string,
  cellsAWave: number,
  kds: readonly number[],
  simpler: readonly (readonly [dispersion: Dispersion, name: string])[],
): Problem {
  return {
    name: `Frequency of waves of any length, ${cellsAWave} cells a wave`,
    solver: NAME[layers],
    exact,
    async run() {
      const findings: Finding[] = []
      const common = { kind: 'absolute', unit: '' } as const
      for (const kd of kds) {
        const measured = await standing(kd, layers, cellsAWave)
        const theory = airy.angularFrequency(kd, { depth: 1 })
        findings.push(
          {
            quantity: `over that of the equations, kd = ${kd}`,
            measured: measured / frequencyOf(kd, 1, layers),
            expected: 1,
            tolerance: 1e-3,
            ...common,
          },
          { quantity: `over Airy, kd = ${kd}`, measured: measured / theory, expected: 1, tolerance: 0.01, ...common },
        )
        for (const [dispersion, name] of simpler)
          findings.push({
            quantity: `over Airy ${name}, kd = ${kd}`,
            measured: (await standing(kd, dispersion, cellsAWave)) / theory,
            expected: frequencyOf(kd, 1, dispersion) / theory,
            tolerance: 2e-3,
            ...common,
          })
      }
      return findings
    },
  }
}

export const dispersiveFrequencies = frequencies(
  'one-layer',
  'that of the equations, ω² = g k² d (1 + 0.051 (kd)²)/(1 + 0.384333 (kd)²), which is within 1 % of Airy for kd <= 3; without dispersion g k² d',
  64,
  [0.5, 1, 2, 3],
  [['off', 'without dispersion']],
)

export const twoLayerFrequencies = frequencies(
  'two-layers',
  'that of the equations, ω² = g k² d (1 - (kd)²/(3.0219 + 1.1993 (kd)²) - (kd)²/(414 + 7.361 (kd)²)), which is within 0.34 % of Airy for kd <= 16',
  96,
  [1, 3, 5, 7],
  [
    ['one-layer', 'with one layer'],
    ['off', 'without dispersion'],
  ],
)

/** Crest of the highest wave: its place [m] and height [m], by the parabola through three cells. */
function crestOf(sim: SurfaceSimulation, cellSize: number): { x: number; height: number } {
  const eta = sim.field('eta').read()
  const i = eta.indexOf(Math.max(...eta))
  const [before, here, behind] = [eta[i - 1]!, eta[i]!, eta[i + 1]!]
  const off = (0.5 * (before - behind)) / (before - 2 * here + behind)
  return { x: centre(i, eta.length, cellSize) + off * cellSize, height: here - 0.25 * (before - behind) * off }
}

/** A solitary wave on water of depth 1 m: its speed [m/s], and its surface [m] and the potential of its mean velocity [m²/s] around the crest. */
interface Solitary {
  readonly c: number
  eta(s: number): number
  phi(s: number): number
}

function serreWave(height: number): Solitary {
  const c = Math.sqrt(G * (1 + height))
  const k = Math.sqrt((3 * height) / (4 * (1 + height)))
  // The integral of u = c eta/(1 + eta), in closed form.
  const q = Math.sqrt(height / (1 + height))
  return {
    c,
    eta: (s) => height / Math.cosh(k * s) ** 2,
    phi: (s) => (c / k) * q * Math.atanh(q * Math.tanh(k * s)),
  }
}

function eulerWave(height: number): Solitary {
  const wave = solitaryWave({ height }, { depth: 1, gravity: G })
  const u = (s: number) => (wave.speed * wave.elevationAt(s)) / (1 + wave.elevationAt(s))
  return {
    c: wave.speed,
    eta: (s) => wave.elevationAt(s),
    // The same integral by Simpson's rule; 20 depths from its crest the wave has decayed.
    phi(s) {
      const [to, parts] = [Math.max(-20, Math.min(20, s)), 200]
      let sum = u(0) + u(to)
      for (let i = 1; i < parts; i++) sum += (i % 2 === 1 ? 4 : 2) * u((to * i) / parts)
      return (sum * to) / parts / 3
    },
  }
}

const solitary = (layers: Layers, exact: string, waveOf: (height: number) => Solitary): Problem => ({
  name: 'Solitary wave of H/d = 0.2 over 50 depths',
  solver: NAME[layers],
  exact,
  async run() {
    const [depth, height, cells, cellSize, from] = [1, 0.2, 1000, 0.1, -35]
    const { c, ...wave } = waveOf(height)
    const timeStep = 0.02
    const sim = await waterOverGround({
      cells: [cells, 1],
      cellSize,
      timeStep,
      solver: solverOf(layers),
      bed: () => -depth,
      eta: (x) => wave.eta(x - from),
      phi: (x) => wave.phi(x - from),
    })
    const before = sim.diagnostics()
    sim.step(Math.round(50 / c / timeStep))
    const { x, height: after } = crestOf(sim, cellSize)
    const trailing = sim
      .field('eta')
      .read()
      .reduce((most, value, i) => Math.max(most, centre(i, cells, cellSize) < x - 10 ? Math.abs(value) : 0), 0)
    const { volume, energy } = sim.diagnostics()
    const measured = { speed: (x - from) / sim.time, trailing }
    sim.dispose()
    return [
      { quantity: 'height', measured: after, expected: height, tolerance: 0.02, kind: 'relative', unit: 'm' },
      { quantity: 'speed', measured: measured.speed, expected: c, tolerance: 0.005, kind: 'relative', unit: 'm/s' },
      {
        quantity: 'highest trailing wave over the height',
        measured: measured.trailing / height,
        expected: 0.02,
        tolerance: 0,
        kind: 'at most',
        unit: '',
      },
      {
        quantity: 'energy over that of the start',
        measured: energy / before.energy,
        expected: 1,
        tolerance: 0.005,
        kind: 'absolute',
        unit: '',
      },
      {
        quantity: 'volume',
        measured: volume,
        expected: before.volume,
        tolerance: 1e-7,
        kind: 'relative',
        unit: 'm³',
      },
    ] satisfies Finding[]
  },
})

export const dispersiveSolitaryWave = solitary(
  'one-layer',
  'c = sqrt(g (d + H)), unchanged shape (Serre 1953): exact for α = 1, nearly for α = 1.153',
  serreWave,
)
export const twoLayerSolitaryWave = solitary(
  'two-layers',
  'speed and shape of the solitary wave of the full equations (Babenko 1987), whose numerical solution the run starts from',
  eulerWave,
)

/** Amplitudes of the harmonics 1 to `count` of the surface at some places [m], over whole periods of an incident wave. */
async function harmonicsAt(
  flume: {
    readonly from: number
    readonly to: number
    readonly cellSize: number
    readonly bed: (x: number) => number
    readonly wave: { height: number; period: number }
    readonly dispersion: Dispersion
    /** Fastest wave [m/s], for the time step. */
    readonly speed: number
    /** Periods before the first sample, and with samples. */
    readonly periods: readonly [number, number]
  },
  places: readonly number[],
  count: number,
): Promise<number[][]> {
  const { from, to, cellSize, bed, wave, dispersion, speed, periods } = flume
  const cells = Math.round((to - from) / cellSize)
  const middle = (from + to) / 2
  const steps = Math.ceil((wave.period * speed) / (0.7 * cellSize))
  const sim = await waterOverGround({
    cells: [cells, 1],
    cellSize,
    timeStep: wave.period / steps,
    solver: solverOf(dispersion),
    boundaries: { 'x-': 'absorb', 'x+': 'absorb' },
    inflows: [{ edge: 'x-', wave }],
    bed: (x) => bed(x + middle),
    eta: () => 0,
  })
  sim.step(periods[0] * steps)
  const columns = places.map((x) => Math.round((x - from) / cellSize - 0.5))
  const parts = columns.map(() => Array.from({ length: count }, () => [0, 0] as [number, number]))
  const samples = periods[1] * steps
  for (let step = 0; step < samples; step++) {
    sim.step()
    for (const [place, column] of columns.entries())
      for (const [m, part] of parts[place]!.entries()) {
        const angle = (2 * Math.PI * (m + 1) * step) / steps
        part[0] += (2 / samples) * sim.field('eta').at(column, 0) * Math.cos(angle)
        part[1] += (2 / samples) * sim.field('eta').at(column, 0) * Math.sin(angle)
      }
  }
  sim.dispose()
  return parts.map((harmonics) => harmonics.map(([cosine, sine]) => Math.hypot(cosine, sine)))
}

export const dispersiveShoaling: Problem = {
  name: 'Low waves that run up a slope of 1 in 30, from 1 m to 0.3 m',
  solver: NAME['one-layer'],
  exact:
    'amplitudes as sqrt(Cg) of Airy, which solver `waves` has; for long waves d^(1/4) (Green). Short waves grow by 8 % only, where Green says 35 %',
  async run() {
    const findings: Finding[] = []
    const [deep, shallow, slope] = [1, 0.3, 1 / 30]
    const toe = 6
    const top = toe + (deep - shallow) / slope
    for (const [kd, name] of [
      [0.4, 'long waves'],
      [1.4, 'short waves'],
    ] as const) {
      const omega = airy.angularFrequency(kd / deep, { depth: deep })
      const group = (depth: number) => airy.groupSpeed(airy.wavenumberOf(omega, { depth }), { depth })
      const period = (2 * Math.PI) / omega
      const flat = kd < 1 ? 40 : 14
      const arrival = Math.ceil((top / group(deep) + 6) / period) + 2
      const [before, behind] = await harmonicsAt(
        {
          from: 0,
          to: top + flat,
          cellSize: 0.05,
          bed: (x) => -Math.min(deep, Math.max(shallow, deep - (x - toe) * slope)),
          wave: { height: 0.002, period },
          dispersion: 'one-layer',
          speed: Math.sqrt(G * deep),
          periods: [arrival, 2],
        },
        [4, top + 2],
        1,
      )
      findings.push({
        quantity: `growth of ${name}, kd = ${kd}, as in \`waves\``,
        measured: behind![0]! / before![0]!,
        expected: Math.sqrt(group(deep) / group(shallow)),
        tolerance: 0.03,
        kind: 'relative',
        unit: '',
      })
      if (kd < 1)
        findings.push({
          quantity: `growth of ${name}, kd = ${kd}, Green`,
          measured: behind![0]! / before![0]!,
          expected: (deep / shallow) ** 0.25,
          tolerance: 0.05,
          kind: 'relative',
          unit: '',
        })
    }
    return findings
  },
}

/** The flume of Beji and Battjes (1993): elevation of its bed [m] at a distance from the wave maker [m]. */
function barBed(x: number): number {
  const points = [
    [6, -0.4],
    [12, -0.1],
    [14, -0.1],
    [17, -0.4],
    [18.95, -0.4],
    [31, 0.082],
  ] as const
  const next = points.findIndex(([at]) => x <= at)
  if (next === 0) return -0.4
  if (next < 0) return 0.082
  const [[x0, z0], [x1, z1]] = [points[next - 1]!, points[next]!]
  return z0 + ((z1 - z0) * (x - x0)) / (x1 - x0)
}

/** Places before the bar, on it, and behind it [m]. */
export const BAR_GAUGES = [5.7, 12.5, 17.3] as const

/**
 * Allowed difference of the amplitude of each harmonic between both grids at the gauges [mm]. The coarser grid damps short waves on their
 * way: behind the bar the third and the fourth harmonic do not agree yet.
 */
const BETWEEN_GRIDS = [
  [0.2, 0.1, 0.1, 0.05],
  [0.2, 0.2, 0.3, 0.3],
  [0.6, 1.6, 2.2, 1.2],
] as const

/** Amplitudes of four harmonics at the gauges of the bar [m]. */
export function overBar(dispersion: Dispersion, cellSize: number): Promise<number[][]> {
  return harmonicsAt(
    {
      from: -2,
      to: 30,
      cellSize,
      bed: barBed,
      wave: { height: 0.02, period: 2.02 },
      dispersion,
      speed: 2.2,
      periods: [18, 3],
    },
    BAR_GAUGES,
    4,
  )
}

/** Findings of the harmonics at all gauges, on fine cells beside coarse ones. */
function betweenGrids(fine: number[][], coarse: number[][]): Finding[] {
  return ['before the bar', 'on the bar', 'behind the bar'].flatMap((place, gauge) =>
    [0, 1, 2, 3].map((m) => ({
      quantity: `harmonic ${m + 1} ${place}, ${BAR_GAUGES[gauge]} m`,
      measured: 1000 * fine[gauge]![m]!,
      expected: 1000 * coarse[gauge]![m]!,
      tolerance: BETWEEN_GRIDS[gauge]![m]!,
      kind: 'absolute',
      unit: 'mm',
    })),
  )
}

/** Second over first harmonic behind the bar. */
const second = (harmonics: number[][]) => harmonics[2]![1]! / harmonics[2]![0]!

export const submergedBar: Problem = {
  name: 'Waves over a submerged bar (Beji and Battjes 1993), T = 2.02 s, H = 2 cm',
  solver: NAME['one-layer'],
  exact:
    'none, and the measured amplitudes of the experiment were not at hand: amplitudes on cells of 2.5 cm, beside those on cells of 5 cm. On the bar harmonics grow; behind it they are free waves, the second higher than the first. Without dispersion the wave becomes a bore',
  async run() {
    const [coarse, fine, plain] = [
      await overBar('one-layer', 0.05),
      await overBar('one-layer', 0.025),
      await overBar('off', 0.05),
    ]
    return [
      ...betweenGrids(fine, coarse),
      {
        quantity: 'second over first harmonic behind the bar',
        measured: second(fine),
        expected: 0.9,
        tolerance: 0,
        kind: 'at least',
        unit: '',
      },
      {
        quantity: 'the same without dispersion',
        measured: second(plain),
        expected: 0.6,
        tolerance: 0,
        kind: 'at most',
        unit: '',
      },
    ] satisfies Finding[]
  },
}

export const submergedBarTwoLayers: Problem = {
  name: 'Waves over a submerged bar (Beji and Battjes 1993), T = 2.02 s, H = 2 cm',
  solver: NAME['two-layers'],
  exact:
    'none, as with one layer: amplitudes on cells of 2.5 cm, beside those on cells of 5 cm. The fourth harmonic behind the bar has kd = 6.3',
  async run() {
    const [coarse, fine] = [await overBar('two-layers', 0.05), await overBar('two-layers', 0.025)]
    return [
      ...betweenGrids(fine, coarse),
      {
        quantity: 'second over first harmonic behind the bar',
        measured: second(fine),
        expected: 0.9,
        tolerance: 0,
        kind: 'at least',
        unit: '',
      },
    ] satisfies Finding[]
  },
}

const bore = (layers: Layers): Problem => ({
  name: 'Dam break on water, 10 m over 1 m, breaking',
  solver: NAME[layers],
  exact:
    'the shock of Stoker at 9.819295 m/s and 3.961748 m of water behind it, where the wave breaks; the fan sheds waves of about 10 m, which do not reach it',
  async run() {
    const [cells, cellSize, time] = [400, 0.5, 8]
    const { middle } = stoker(10, 1)
    const sim = await waterOverGround({
      cells: [cells, 1],
      cellSize,
      timeStep: 0.02,
      solver: solverOf(layers),
      bed: () => 0,
      eta: (x) => (x < 0 ? 10 : 1),
    })
    sim.step(time / 0.02)
    const depth = sim.field('depth').read()
    sim.dispose()
    const shock = depth.findLastIndex((d) => d > (middle.depth + 1) / 2)
    const behind = depth.slice(shock - 40, shock - 2)
    return [
      {
        quantity: 'where the shock is, 400 cells',
        measured: centre(shock, cells, cellSize) + cellSize / 2,
        expected: middle.shock * time,
        tolerance: cellSize,
        kind: 'absolute',
        unit: 'm',
      },
      {
        quantity: 'mean depth over 20 m behind it',
        measured: behind.reduce((sum, d) => sum + d, 0) / behind.length,
        expected: middle.depth,
        tolerance: 0.01,
        kind: 'relative',
        unit: 'm',
      },
    ] satisfies Finding[]
  },
})

export const dispersiveBore = bore('one-layer')
export const twoLayerBore = bore('two-layers')
