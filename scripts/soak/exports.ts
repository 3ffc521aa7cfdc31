// Thousands of frames through every format with one file for the whole run: does the memory of the process grow with their number?
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type BodyPose, type Format, FormatUnavailable, type Frame, formatNamed, type RunInfo } from '@seiche/export'
import { parseScene } from 'seiche'

const formats = ['netcdf', 'zarr', 'parquet', 'mp4', 'webm']
const [nx, nz] = [128, 96]
/** Frames after which buffers have their size, and the first measurement is taken. */
const early = 200
/** Growth by more than this is reported: a tenth of the memory, or 5 MB, since the collector leaves some garbage. */
const notable = { share: 0.1, bytes: 5e6 }

const body: BodyPose = {
  index: 0,
  name: 'duck',
  position: [0, 0, 0],
  rotation: [0, 0, 0, 1],
  velocity: [0, 0, 0],
  submerged: 0.5,
}

/**
 * Writes made-up frames.
 *
 * @param count Number of frames.
 * @returns Whether the memory of no format has grown.
 */
export async function soakExports(count: number): Promise<boolean> {
  let well = true
  for (const name of formats) {
    try {
      const [before, after] = await measure(formatNamed(name), count)
      const grows = after - before > Math.max(notable.bytes, notable.share * before)
      well &&= !grows
      const verdict = grows ? 'it grows' : 'it does not grow'
      console.log(
        `${name.padEnd(8)} ${megabytes(before)} in use after ${early} frames, ${megabytes(after)} after ${count}: ${verdict}`,
      )
    } catch (error) {
      if (!(error instanceof FormatUnavailable)) throw error
      console.log(`${name.padEnd(8)} left out: ${error.message}`)
    }
  }
  return well
}

/**
 * Memory in use after the first frames, and the most of the second half [B]: objects and buffers, with those of WebAssembly. The resident
 * memory of this process is mostly that of the compiler of TypeScript.
 */
async function measure(format: Format, count: number): Promise<[before: number, after: number]> {
  const path = mkdtempSync(join(tmpdir(), 'seiche-exports-'))
  const run = describeRun(count)
  const writer = await format.open(run, ['eta'], {
    path,
    async write(name, content) {
      await mkdir(dirname(join(path, name)), { recursive: true })
      await writeFile(join(path, name), content)
    },
  })
  try {
    let [before, after] = [0, 0]
    for (let k = 0; k < early; k++) await writer.survey?.(frameAt(run, k))
    for (let k = 0; k < count; k++) {
      await writer.add(frameAt(run, k))
      if (k % 50 !== 0) continue
      globalThis.gc?.()
      const { heapUsed, external } = process.memoryUsage()
      if (k <= early) before = Math.max(before, heapUsed + external)
      else if (k > count / 2) after = Math.max(after, heapUsed + external)
    }
    await writer.finish()
    return [before, after]
  } finally {
    await writer.dispose?.()
    rmSync(path, { recursive: true })
  }
}

function describeRun(count: number): RunInfo {
  const scene = parseScene({
    seiche: 1,
    grid: { cells: [nx, nz], cellSize: 1 },
    solver: { type: 'columns', depth: 1 },
  })
  return {
    scene,
    kind: 'surface',
    grid: { nx, nz, cellSize: 1 },
    fields: {
      eta: {
        unit: 'm',
        meaning: 'elevation',
        shape: [nz, nx],
        origin: { x: (1 - nx) / 2, z: (1 - nz) / 2 },
        cellSize: 1,
      },
    },
    frames: Array.from({ length: count }, (_, frame) => ({ frame, step: frame, time: frame / 30 })),
  }
}

/** Waves that travel: no two frames are the same. */
function frameAt({ frames }: RunInfo, index: number): Frame {
  const { time } = frames[index]!
  return {
    ...frames[index]!,
    bodies: [body, body],
    probes: [{ name: 'middle', x: 0, z: 0, eta: Math.sin(time) }],
    values: async () =>
      Float32Array.from({ length: nx * nz }, (_, k) => Math.sin(0.2 * (k % nx) - 3 * time) + 0.1 * Math.cos(0.013 * k)),
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
