/** Runs a scene with the command line's own code and prints its real time and its memory: see `output.ts`. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { run } from '../../packages/cli/src/commands/run.js'
import { Terminal } from '../../packages/cli/src/terminal/terminal.js'

/** A run: steps with or without a frame at each. */
export interface Subject {
  readonly solver: 'columns' | 'shallow-water'
  /** Cells along each side. */
  readonly n: number
  readonly steps: number
  /** Steps between frames. */
  readonly every: number
}

export interface Measured {
  /** Real time of the run, files on the disk included [s]. */
  readonly seconds: number
  /** Largest resident memory of the process [bytes]. */
  readonly memory: number
}

async function measure({ solver, n, steps, every }: Subject): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'seiche-output-'))
  try {
    const timeStep = 0.01
    const size = 0.1
    const scene = {
      seiche: 1,
      grid: { cells: [n, n], cellSize: size },
      timeStep,
      duration: steps * timeStep,
      solver: solver === 'columns' ? { type: solver, depth: 2 } : { type: solver },
      ...(solver === 'shallow-water' && { terrain: [{ shape: 'plane', height: -2 }] }),
      initial: { eta: [{ shape: 'gaussian', radius: (n * size) / 20, height: 0.2 }] },
    }
    const path = join(folder, 'scene.json')
    await writeFile(path, JSON.stringify(scene))
    const terminal = new Terminal(new PassThrough(), new PassThrough())
    terminal.quiet = true
    const { wallTime } = await run(path, { out: join(folder, 'out'), every: { steps: every } }, terminal)
    return { seconds: wallTime, memory: process.resourceUsage().maxRSS * 1024 }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

process.stdout.write(JSON.stringify(await measure(JSON.parse(process.argv[2]!) as Subject)))
