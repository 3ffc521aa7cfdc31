import { join } from 'node:path'
import { run } from '../commands/run.js'
import type { RunOptions } from '../recording/run-options.js'
import { capturedTerminal } from './captured-terminal.js'
import { pool, writeScene } from './scratch.js'

/** Runs a scene, five frames of the pool unless asked otherwise; returns the folder. */
export async function makeRun(
  root: string,
  name: string,
  scene: object = pool,
  options: Partial<RunOptions> = {},
): Promise<string> {
  const path = await writeScene(root, scene, `${name}.json`)
  await run(path, { out: join(root, name), every: { steps: 5 }, ...options }, capturedTerminal().terminal)
  return join(root, name)
}
