import { type DamBreak, ritter, stoker } from '../../exact/dam-break.js'
import { cellMean, centre, meanError, orders, waterOverGround } from '../../over-ground.js'
import type { Finding, Problem } from '../../problem.js'

/** Length of the channel [m]; the dam is in its middle. */
const LENGTH = 200

/** A channel one cell wide some time after its dam is gone. */
export interface Channel {
  readonly cells: number
  readonly cellSize: number
  /** Where the cells are [m]. */
  readonly x: number[]
  /** Depth [m]. */
  readonly depth: Float32Array
  /** Discharge per width [m²/s]. */
  readonly qx: Float32Array
}

/** Runs a dam break on flat ground for `time` [s]. */
async function breakDam(deep: number, shallow: number, cells: number, time: number): Promise<Channel> {
  const cellSize = LENGTH / cells
  const steps = Math.ceil(time / (0.02 * cellSize))
  const sim = await waterOverGround({
    cells: [cells, 1],
    cellSize,
    timeStep: time / steps,
    solver: { type: 'shallow-water' },
    bed: () => 0,
    eta: (x) => (x < 0 ? deep : shallow),
  })
  sim.step(steps)
  const channel = {
    cells,
    cellSize,
    x: Array.from({ length: cells }, (_, i) => centre(i, cells, cellSize)),
    depth: sim.field('depth').read(),
    qx: sim.field('qx').read(),
  }
  sim.dispose()
  return channel
}

/** Mean error of the depth over the channel [m]. */
function depthError({ cells, cellSize, x, depth }: Channel, dam: DamBreak, time: number) {
  const exact = x.map((at) => cellMean((s) => dam.at(s, time).depth, at, cellSize))
  return { cells, error: meanError(depth, exact) }
}

/** A quantity at the dam, which is between two cells. */
function atDam(values: Float32Array): number {
  return (values[values.length / 2 - 1]! + values[values.length / 2]!) / 2
}

export const DRY_DAM = { deep: 10, time: 4 } as const
export const WET_DAM = { deep: 10, shallow: 1, time: 6 } as const

/** The dry dam break on a grid. */
export function runRitter(cells: number): Promise<Channel> {
  return breakDam(DRY_DAM.deep, 0, cells, DRY_DAM.time)
}

/** The wet dam break on a grid. */
export function runStoker(cells: number): Promise<Channel> {
  return breakDam(WET_DAM.deep, WET_DAM.shallow, cells, WET_DAM.time)
}

export const dryDamBreak: Problem = {
  name: 'Dam break on dry ground',
  solver: 'shallow-water',
  exact: 'at the dam 4/9 of the depth and 8/27 d0 sqrt(g d0) of discharge, front at 2 sqrt(g d0) (Ritter 1892)',
  async run() {
    const { deep, time } = DRY_DAM
    const dam = ritter(deep)
    const channels = [await runRitter(200), await runRitter(400), await runRitter(800)]
    const finest = channels.at(-1)!
    const { depth, u } = dam.at(0, time)
    const findings: Finding[] = [
      {
        quantity: 'depth at the dam, 800 cells',
        measured: atDam(finest.depth),
        expected: depth,
        tolerance: 0.005,
        kind: 'relative',
        unit: 'm',
      },
      {
        quantity: 'discharge at the dam, 800 cells',
        measured: atDam(finest.qx),
        expected: depth * u,
        tolerance: 0.005,
        kind: 'relative',
        unit: 'm²/s',
      },
      {
        quantity: 'lowest depth',
        measured: Math.min(...channels.flatMap((channel) => [...channel.depth])),
        expected: 0,
        tolerance: 0,
        kind: 'at least',
        unit: 'm',
      },
    ]
    const errors = channels.map((channel) => depthError(channel, dam, time))
    return [...findings, ...orders('depth', errors, 0.9)]
  },
}

export const wetDamBreak: Problem = {
  name: 'Dam break on water, 10 m over 1 m',
  solver: 'shallow-water',
  exact: 'a fan, a middle state of 3.961748 m at 7.340769 m/s, a shock at 9.819295 m/s (Stoker 1957)',
  async run() {
    const { deep, shallow, time } = WET_DAM
    const dam = stoker(deep, shallow)
    const { middle } = dam
    const channels = [await runStoker(200), await runStoker(400), await runStoker(800)]
    const findings: Finding[] = []
    for (const channel of channels)
      findings.push({
        quantity: `where the shock is, ${channel.cells} cells`,
        measured: shockOf(channel, (middle.depth + shallow) / 2),
        expected: middle.shock * time,
        tolerance: channel.cellSize,
        kind: 'absolute',
        unit: 'm',
      })
    // Halfway between the fan and the shock.
    const { cells, cellSize, depth, qx } = channels.at(-1)!
    const plateau = Math.round((((middle.head + middle.shock) / 2) * time) / cellSize + cells / 2)
    findings.push(
      {
        quantity: 'depth of the middle state, 800 cells',
        measured: depth[plateau]!,
        expected: middle.depth,
        tolerance: 0.001,
        kind: 'relative',
        unit: 'm',
      },
      {
        quantity: 'speed of the middle state, 800 cells',
        measured: qx[plateau]! / depth[plateau]!,
        expected: middle.u,
        tolerance: 0.001,
        kind: 'relative',
        unit: 'm/s',
      },
    )
    const errors = channels.map((channel) => depthError(channel, dam, time))
    return [...findings, ...orders('depth', errors, 0.9)]
  },
}

/** Where the foremost water as deep as `level` [m] ends, between two cells [m]. */
function shockOf({ x, depth, cellSize }: Channel, level: number): number {
  const i = depth.findLastIndex((d) => d >= level)
  return x[i]! + (cellSize * (depth[i]! - level)) / (depth[i]! - depth[i + 1]!)
}
