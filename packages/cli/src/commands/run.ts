import { AtomicFolder } from '../output/atomic-folder.js'
import type { WriteFile } from '../output/durable-write.js'
import { abandon } from '../recording/abandon.js'
import { complete } from '../recording/complete.js'
import { writeOrder } from '../recording/order.js'
import type { RunOptions } from '../recording/run-options.js'
import { planRun } from '../recording/run-plan.js'
import type { RunReport } from '../recording/run-report.js'
import { warnAboutFields, warnAboutFormats, warnAboutInterval } from '../recording/run-warnings.js'
import { replaceEvents } from '../scene/event-log.js'
import { parse, simulate } from '../scene/scene.js'
import { readSceneFile } from '../scene/scene-file.js'
import { failed, reasonOf } from '../terminal/failure.js'
import { Interrupt } from '../terminal/interrupt.js'
import type { Terminal } from '../terminal/terminal.js'
import { scheduleFrames } from './frame-schedule.js'

/** Runs a scene and writes the results. Throws a `Failure`, and then leaves nothing behind but a run with checkpoints. */
export async function run(
  argument: string,
  options: RunOptions,
  terminal: Terminal,
  write?: WriteFile,
): Promise<RunReport> {
  const file = await readSceneFile(argument)
  const own = parse(file)
  const parsed = options.events === undefined ? own : await replaceEvents(own.scene, options.events)
  const { scene } = parsed
  const schedule = scheduleFrames(scene.timeStep, options.duration ?? scene.duration, options.every)
  warnAboutInterval(schedule, terminal)
  warnAboutFormats(options, terminal)

  const simulation = await simulate(file, parsed, options.threads)
  for (const warning of simulation.warnings) terminal.say(warning)
  // From here on there is output to remove: Ctrl-C and a closed pipe end the run in order.
  const interrupt = new Interrupt()
  const release = interrupt.listen()
  terminal.onLostReader = (error) => {
    interrupt.stop(failed(`cannot write messages to standard error: ${reasonOf(error)}`, { cause: error }))
  }
  try {
    const plan = await planRun(simulation, schedule, options, terminal)
    warnAboutFields(options, plan, terminal)
    const inputs = [file.path, options.events, ...file.reads.map(({ path }) => path)]
    const folder = await AtomicFolder.open(options.out, {
      force: options.force ?? false,
      inputs: inputs.filter((path) => path !== undefined),
      ...(write && { write }),
    })
    for (const note of folder.notes) terminal.say(note)
    try {
      if (options.checkpointEvery) {
        await writeOrder(folder, file, options)
        folder.keepAtExit()
      }
      return await complete(folder, { file, simulation, plan, options, terminal, signal: interrupt.signal })
    } catch (error) {
      throw await abandon(folder, error, terminal)
    }
  } finally {
    release()
    simulation.dispose()
  }
}
