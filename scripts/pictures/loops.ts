// Two seconds of a scene, to be played again and again without a visible seam: the end fades into the half second before the beginning.
import { spawn } from 'node:child_process'
import { readFile, rename, rm } from 'node:fs/promises'
import { decode } from 'fast-png'

/** Frames per second, frames of a loop, and frames over which its end fades. */
const rate = 20
const frames = 2 * rate
const fade = rate / 2

/** Size of a loop [px], and the largest file [bytes]. */
export const loopSize = { width: 320, height: 200 }
const largest = 40_000
/** Constant quality of the encoder, tried in turn until the file is small enough: larger is coarser. */
const qualities = [32, 36, 40, 44, 48, 52, 56, 60, 63]

/**
 * A loop seems to stand still if its liveliest part, this share of the pixels, differs by fewer levels than this from itself half a loop
 * later.
 */
const liveliest = 0.05
const stillness = 5

/** Simulated seconds per second, where that of the page shows hardly any motion in two seconds. */
const speeds: Record<string, number> = {
  seiche: 200,
  'hill-rain': 12,
  'tidal-beach': 4,
  'dam-break': 4,
  channel: 4,
  'harbour-boat': 3,
}
/** Beginnings [s], where the water of the picture is at rest already. */
const beginnings: Record<string, number> = { drop: 0.6, stones: 0.8 }

/** The steps of the pictures. */
export interface LoopSpan {
  steps: readonly number[]
}

/** A span whose loop begins at the step of the picture: the still changes into it without a jump. Before it come the frames of the fade. */
export function loopSpanOf(scene: string, picture: number, timeStep: number): LoopSpan {
  const speed = speeds[scene] ?? (timeStep > 0.05 ? Math.round(timeStep * 60) : 1)
  const beginning = beginnings[scene] === undefined ? picture : Math.round(beginnings[scene] / timeStep)
  const first = Math.max(0, beginning - Math.round((fade * speed) / rate / timeStep))
  const steps = Array.from({ length: frames + fade }, (_, n) => first + Math.round((n * speed) / rate / timeStep))
  return { steps }
}

/** Writes a loop of PNG pictures. Returns its size, and how much it moves, in words. */
export async function writeLoop(path: string, pictures: readonly Buffer[]): Promise<string> {
  const partial = `${path}.part.webm`
  let bytes = Number.POSITIVE_INFINITY
  for (const quality of qualities) {
    await encode(pictures, quality, partial)
    bytes = (await readFile(partial)).length
    if (bytes <= largest) break
  }
  if (bytes > largest) {
    await rm(partial)
    return `  ${bytes} bytes at the coarsest quality: not written`
  }
  await rename(partial, path)
  const motion = motionBetween(pictures[fade]!, pictures[fade + frames / 2]!)
  return `  ${bytes} bytes, moves by ${motion.toFixed(0)} levels${motion < stillness ? ': stands still, choose another span or speed' : ''}`
}

/** Mean difference of the pixels that differ most between two pictures [levels of green]. */
function motionBetween(one: Buffer, other: Buffer): number {
  const [a, b] = [decode(one), decode(other)]
  const levels = Array.from({ length: a.width * a.height }, (_, pixel) =>
    Math.abs(a.data[pixel * a.channels + 1]! - b.data[pixel * b.channels + 1]!),
  )
  const most = levels.sort((x, y) => y - x).slice(0, Math.ceil(liveliest * levels.length))
  return most.reduce((sum, level) => sum + level, 0) / most.length
}

/** The frames after the first `fade`, and at their end a fade into those. */
function encode(pictures: readonly Buffer[], quality: number, path: string): Promise<void> {
  const seconds = fade / rate
  const filter = [
    '[0:v]split[x][y]',
    `[x]trim=start_frame=${fade},setpts=PTS-STARTPTS[loop]`,
    `[y]trim=end_frame=${fade},setpts=PTS-STARTPTS[lead]`,
    `[loop][lead]xfade=transition=fade:duration=${seconds}:offset=${frames / rate - seconds},format=yuv420p`,
  ].join(';')
  const codec = ['-c:v', 'libvpx-vp9', '-crf', String(quality), '-b:v', '0', '-deadline', 'good', '-cpu-used', '1']
  const words = ['-y', '-v', 'error', '-f', 'image2pipe', '-framerate', String(rate), '-c:v', 'png', '-i', '-']
  const ffmpeg = spawn('ffmpeg', [...words, '-filter_complex', filter, ...codec, '-g', String(frames), '-an', path], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  ffmpeg.stdin.end(Buffer.concat(pictures))
  return new Promise((resolve, reject) => {
    ffmpeg.on('error', reject)
    ffmpeg.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg has ended with code ${code}`))))
  })
}
