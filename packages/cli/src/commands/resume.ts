import { readManifest } from '@seiche/export'
import type { Command } from 'commander'
import { threadsValue } from '../option-values.js'
import { AtomicFolder, busyWith } from '../output/atomic-folder.js'
import type { WriteFile } from '../output/durable-write.js'
import { canBeResumed, computer, findLeftovers, isRunning, type Leftover, tidyLeftovers } from '../output/leftovers.js'
import { inspectTarget, resolveTarget } from '../output/target.js'
import { abandon } from '../recording/abandon.js'
import { lastCheckpoint } from '../recording/checkpoint.js'
import { commit, complete } from '../recording/complete.js'
import { assertSameInputs, type Order, readOrder, reopenScene, startAgain } from '../recording/order.js'
import { returnTo } from '../recording/return-to-checkpoint.js'
import { planRun } from '../recording/run-plan.js'
import { formatReport, type RunReport, reportOf } from '../recording/run-report.js'
import { replaceEvents } from '../scene/event-log.js'
import { parse, simulate } from '../scene/scene.js'
import { badInput, failed, reasonOf } from '../terminal/failure.js'
import { Interrupt } from '../terminal/interrupt.js'
import { printReport } from '../terminal/print-report.js'
import type { Terminal } from '../terminal/terminal.js'
import { scheduleFrames } from './frame-schedule.js'

export interface ResumeOptions {
  threads?: number | undefined
  /** Whether the run of another computer is taken over. */
  force?: boolean | undefined
}

/** Continues a run with checkpoints that has ended before its end. The results are those of a run without interruption. */
export async function resume(
  path: string,
  options: ResumeOptions,
  terminal: Terminal,
  write?: WriteFile,
): Promise<RunReport> {
  const target = await resolveTarget(path)
  const found = await findUnfinished(target, options.force ?? false)
  if (!found) return reportFinished(target, terminal)
  const { unfinished, isReplacing } = found
  const manifest = await readManifest(unfinished.path).catch(() => undefined)
  if (!manifest) {
    // An earlier result that a killed run had set aside is put back.
    await tidyLeftovers(target, (await inspectTarget(target)) !== 'missing')
    return goOn(target, unfinished, await readOrder(unfinished.path, target), options, terminal, write)
  }
  // It was killed while it was put in place. Its order is removed when an earlier result has been set aside.
  const order = await readOrder(unfinished.path, target).catch(() => undefined)
  const force = order ? (order.options.force ?? false) : isReplacing
  await commit(await AtomicFolder.resume(target, unfinished, { force }), terminal)
  await tidyLeftovers(target, true)
  return reportOf(target, manifest)
}

interface Unfinished {
  readonly unfinished: Leftover
  /** Whether it was killed between the two renames that replace an earlier result. */
  readonly isReplacing: boolean
}

/** The unfinished run to a target. Throws if it cannot be resumed now; undefined if there is none. */
async function findUnfinished(target: string, takeOver: boolean): Promise<Unfinished | undefined> {
  let state: Awaited<ReturnType<typeof inspectTarget>>
  let found: Leftover[]
  try {
    state = await inspectTarget(target)
    found = await findLeftovers(target)
  } catch (error) {
    throw badInput(`there is no run at ${target}: ${reasonOf(error)}`, { cause: error, advice: howToStart })
  }
  const busy = found.find(isRunning)
  if (busy) throw busyWith(target, busy)
  const partial = found.filter(({ role }) => role === 'partial')
  const resumable: Leftover[] = []
  for (const leftover of partial) if (await canBeResumed(leftover.path)) resumable.push(leftover)
  const chosen = resumable.find((leftover) => leftover.computer === computer) ?? resumable[0]
  if (!chosen) {
    if (state === 'filled') return undefined
    if (partial.length > 0)
      throw badInput(`${partial[0]!.path} has no checkpoint: it cannot be resumed`, { advice: startAgain(target) })
    throw badInput(`there is no run at ${target}`, { advice: howToStart })
  }
  if (chosen.computer !== computer && !takeOver) {
    throw badInput(`${chosen.path} belongs to a run on the computer ${chosen.computer}`, {
      advice: `Resume it there. If that run has ended, take it over with: seiche resume ${target} --force`,
    })
  }
  return { unfinished: chosen, isReplacing: found.some(({ role }) => role === 'replaced') }
}

const howToStart = 'Only runs with checkpoints can be resumed: start one with seiche run … --checkpoint-every.'

/** A run that is complete needs nothing more: a script may resume until there is nothing left to do. */
async function reportFinished(target: string, terminal: Terminal): Promise<RunReport> {
  try {
    const report = reportOf(target, await readManifest(target))
    terminal.say(`the run at ${target} is complete`)
    return report
  } catch (error) {
    throw badInput(`there is nothing to resume at ${target}: ${(error as Error).message}`, {
      cause: error,
      advice: howToStart,
    })
  }
}

async function goOn(
  target: string,
  unfinished: Leftover,
  order: Order,
  { threads }: ResumeOptions,
  terminal: Terminal,
  write: WriteFile | undefined,
): Promise<RunReport> {
  const file = await reopenScene(order, target)
  const options = { ...order.options, threads: threads ?? order.options.threads }
  const own = parse(file)
  const parsed = options.events === undefined ? own : await replaceEvents(own.scene, options.events)
  const { scene } = parsed
  const schedule = scheduleFrames(scene.timeStep, options.duration ?? scene.duration, options.every)
  const { checkpoint, warnings } = await lastCheckpoint(unfinished.path, target)
  for (const warning of warnings) terminal.warn(`${warning}; the checkpoint before it is used`)
  const force = options.force ?? false
  if (!force && (await inspectTarget(target)) === 'filled') {
    throw badInput(`${target} has been filled since the run began`, {
      advice: 'Move it away, then resume the run.',
    })
  }
  const simulation = await simulate(file, parsed, options.threads)
  const interrupt = new Interrupt()
  const release = interrupt.listen()
  terminal.onLostReader = (error) => {
    interrupt.stop(failed(`cannot write messages to standard error: ${reasonOf(error)}`, { cause: error }))
  }
  try {
    assertSameInputs(order, file, target)
    if (checkpoint) restore(simulation, checkpoint.snapshot, target)
    const plan = await planRun(simulation, schedule, options, terminal)
    const folder = await AtomicFolder.resume(target, unfinished, { force, ...(write && { write }) })
    terminal.say(
      checkpoint
        ? `continuing at step ${checkpoint.step} of ${schedule.steps}`
        : 'the run was stopped before its first checkpoint: it starts again',
    )
    try {
      await returnTo(checkpoint, plan, folder)
      const { signal } = interrupt
      return await complete(folder, { file, simulation, plan, options, terminal, signal, from: checkpoint })
    } catch (error) {
      throw await abandon(folder, error, terminal)
    }
  } finally {
    release()
    simulation.dispose()
  }
}

function restore(simulation: Awaited<ReturnType<typeof simulate>>, snapshot: Uint8Array, target: string): void {
  try {
    simulation.restore(snapshot)
  } catch (error) {
    throw failed(`the checkpoint cannot be used: ${(error as Error).message}`, {
      cause: error,
      advice: startAgain(target),
    })
  }
}

/** Options of `resume` as parsed by commander. */
interface ResumeFlags {
  threads?: number
  force?: boolean
  json?: boolean
  quiet?: boolean
}

/** Adds the command `resume`. */
export function addResume(program: Command, terminal: Terminal): void {
  program
    .command('resume')
    .summary('continue a run that was interrupted')
    .description(
      'Continue a run that was started with --checkpoint-every and has ended early, from its last checkpoint. The results are those of a run without interruption.',
    )
    .argument('<folder>', 'the folder that was given as --out')
    .option('-t, --threads <n>', 'threads to use; the result is the same for any number', threadsValue)
    .option('--force', 'take over the run of another computer, which must have ended')
    .option('--json', 'print the report as JSON')
    .option('-q, --quiet', 'no progress, no warnings')
    .action(async (folder: string, { json, quiet, ...flags }: ResumeFlags) => {
      terminal.quiet = quiet ?? false
      const report = await resume(folder, flags, terminal)
      await printReport(report, json ? JSON.stringify(report) : formatReport(report), terminal)
    })
}
