import type { Command } from 'commander'
import { suggest } from '../sweep/file/nearest.js'
import type { OptimizeSpec } from '../sweep/file/schema.js'
import type { Evaluate } from '../sweep/optimize/objective.js'
import { search } from '../sweep/optimize/search.js'
import { type PlannedRun, SweepPlan } from '../sweep/plan.js'
import { type Axis, fractionOf, valueAtFraction } from '../sweep/points/axes.js'
import { formatPoint, listPoints, type Point } from '../sweep/points/points.js'
import { type ResultRow, writeResults } from '../sweep/results/results.js'
import { collect } from '../sweep/runs/execute.js'
import { badInput, failed } from '../terminal/failure.js'
import type { Terminal } from '../terminal/terminal.js'
import { openFolder, type SweepOptions, tableOf, withExecutor } from './sweep.js'
import { addSweepCommand, type SweepFlags } from './sweep-options.js'

/** Result of an optimization; printed by --json. */
export interface OptimizeReport {
  ok: true
  name: string
  out: string
  /** Full paths of the tables of all runs. */
  results: string[]
  metric: string
  /** Value of the metric at the best point. */
  value: number
  axes: Point
  /** Name of the best run. */
  run: string
  runs: number
  /** Whether the search reached its tolerance before it ran out of runs. */
  isConverged: boolean
}

/** Searches for the point of a sweep's axes with the best metric. Its runs are kept like those of the sweep. */
export async function optimize(argument: string, options: SweepOptions, terminal: Terminal): Promise<OptimizeReport> {
  const plan = await SweepPlan.read(argument)
  const goal = goalOf(plan)
  const limits = plan.axes.map((axis, k) => limitsOf(axis, k, plan))
  const starts = listPoints(plan.axes).map((point) =>
    plan.axes.map(({ name }, k) => fractionOf(limits[k]!, point[name] as number)),
  )
  if (starts.length >= goal.runs)
    throw plan.file.mistake(
      ['optimize', 'runs'],
      `the axes alone have ${starts.length} points; allow more runs, or give the axes fewer values`,
    )
  const folder = await openFolder(plan, [], options)
  return withExecutor(folder, options, terminal, async (executor, signal) => {
    const rows = new Map<string, ResultRow>()
    const evaluate: Evaluate = async (points) => {
      const runs: PlannedRun[] = []
      for (const fractions of points)
        runs.push(
          await plan.runAt(
            Object.fromEntries(plan.axes.map(({ name }, k) => [name, valueAtFraction(limits[k]!, fractions[k]!)])),
          ),
        )
      await folder.addScenes(
        runs.map(({ variant }) => variant),
        plan.variants.files,
      )
      const { rows: found, stopped } = await collect(folder, runs, executor, terminal, signal)
      for (const row of found) rows.set(row.run, row)
      if (stopped) throw stopped
      for (const row of found) terminal.say(`${rows.size} runs: ${formatPoint(row.point)}: ${formatOutcome(row, goal)}`)
      return found.map((row) => distance(row, goal))
    }
    const ending = await search(evaluate, starts, { tolerance: goal.tolerance, evaluations: goal.runs })
    const all = [...rows.values()]
    const results = await writeResults(folder.path, 'optimize', tableOf(plan, all))
    const best = all.reduce((least, row) => (distance(row, goal) < distance(least, goal) ? row : least))
    if (!best.record) throw failed(`no run has a value of ${goal.metric}; the first: ${best.error}`)
    return {
      ok: true,
      name: plan.file.spec.name,
      out: folder.path,
      results,
      metric: goal.metric,
      value: best.record.metrics[goal.metric]!,
      axes: best.point,
      run: best.run,
      runs: all.length,
      isConverged: ending.isConverged,
    }
  })
}

export function formatOptimum(report: OptimizeReport): string {
  const { name, metric, value, axes, run, runs, isConverged, results } = report
  return [
    `${name}: ${metric} = ${value} at ${formatPoint(axes)}`,
    `run ${run}, the best of ${runs}${isConverged ? '' : '; the search ran out of runs before it reached its tolerance'}`,
    ...results,
  ].join('\n')
}

/** Distance from the goal: the smaller, the better. Infinity for a run without a value. */
function distance({ record }: ResultRow, { metric, goal, target }: OptimizeSpec): number {
  const value = record?.metrics[metric]
  if (value === undefined || !Number.isFinite(value)) return Number.POSITIVE_INFINITY
  if (goal === 'reach') return Math.abs(value - target!)
  return goal === 'minimize' ? value : -value
}

function goalOf({ file }: SweepPlan): OptimizeSpec {
  const { optimize: goal, metrics } = file.spec
  if (goal === undefined)
    throw badInput(`${file.name} has no section "optimize"`, {
      advice: 'Add one, for example:\noptimize:\n  metric: height\n  goal: minimize',
    })
  if (!Object.hasOwn(metrics, goal.metric))
    throw file.mistake(
      ['optimize', 'metric'],
      `there is no metric "${goal.metric}"; ${suggest(goal.metric, Object.keys(metrics))}`,
    )
  return goal
}

function limitsOf({ limits, name }: Axis, k: number, { file }: SweepPlan) {
  if (limits) return limits
  throw file.mistake(
    ['axes', k, 'values'],
    `the axis "${name}" is a list; optimize needs limits: use range, log, random or latin`,
  )
}

function formatOutcome({ record, error }: ResultRow, { metric }: OptimizeSpec): string {
  return record ? `${metric} = ${record.metrics[metric]}` : `failed: ${error}`
}

/** Adds the command `optimize`. */
export function addOptimize(program: Command, terminal: Terminal): void {
  addSweepCommand(program, 'optimize')
    .summary('search for the values with the best metric')
    .description(
      'Search the axes of a sweep for the point that minimizes, maximizes or reaches a metric, as the section "optimize" of the sweep file says.',
    )
    .requiredOption('-o, --out <folder>', 'folder of the sweep; created if missing')
    .action(async (file: string, { json, quiet, ...options }: SweepFlags) => {
      terminal.quiet = quiet ?? false
      const report = await optimize(file, options, terminal)
      await terminal.result(json ? JSON.stringify(report) : formatOptimum(report))
    })
}
