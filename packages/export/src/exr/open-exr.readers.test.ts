import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hasPythonModule, hasTool } from '../../testing/external-tools.js'
import { runPython } from '../../testing/run-python.js'
import { type ExrPicture, writeExr } from './open-exr.js'

const hasHeader = hasTool('exrheader', 'openexr')
const hasReader = hasPythonModule('OpenImageIO', 'python3-openimageio')

async function fileOf(picture: ExrPicture): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'seiche-exr-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'picture.exr')
  await writeFile(path, await writeExr(picture))
  return path
}

/** Values of every channel as OpenImageIO reads them, as hexadecimal floats. */
const READ = `
import sys, json, numpy, OpenImageIO as oiio
image = oiio.ImageInput.open(sys.argv[1])
spec = image.spec()
pixels = image.read_image('float')
print(json.dumps({'names': list(spec.channelnames), 'window': [spec.x, spec.y, spec.width, spec.height],
  'full': [spec.full_width, spec.full_height], 'bits': numpy.ascontiguousarray(pixels).view('<u4').ravel().tolist()}))
`
interface Read {
  names: string[]
  window: number[]
  full: number[]
  bits: number[]
}

/** A picture whose values have all kinds of bits. */
function noise(width: number, height: number, names: readonly string[]): ExrPicture {
  let state = 1
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state
  }
  const channels = names.map((name, k) => ({
    name,
    values: Float32Array.from({ length: width * height }, (_, at) =>
      k % 2 === 0 ? at * 0.25 - 3 : (next() / 2 ** 31 - 1) * 10 ** ((at % 60) - 30),
    ),
  }))
  return { width, height, channels }
}

describe.skipIf(!hasReader)('an OpenEXR file', () => {
  // One line, a block and a line more, several blocks with a rest; a single pixel; blocks that do not shrink.
  for (const [width, height] of [
    [1, 1],
    [7, 1],
    [3, 17],
    [50, 33],
    [64, 16],
  ] as const)
    it(`of ${width} × ${height} pixels has the same bits in another reader`, async () => {
      const names = [
        'height',
        'normal.X',
        'normal.Y',
        'R',
        'a name of more than thirty-one letters'.replaceAll(' ', '-'),
      ]
      const picture = noise(width, height, names)
      const read = runPython(READ, await fileOf(picture)) as Read
      expect([...read.names].sort()).toEqual([...names].sort())
      for (const { name, values } of picture.channels) {
        const column = read.names.indexOf(name)
        const bits = read.bits.filter((_, at) => at % names.length === column)
        expect(bits).toEqual([...new Uint32Array(values.buffer)])
      }
    })

  it('keeps infinities and NaN', async () => {
    const values = Float32Array.of(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0)
    const read = runPython(READ, await fileOf({ width: 4, height: 1, channels: [{ name: 'a', values }] })) as Read
    expect(read.bits).toEqual([...new Uint32Array(values.buffer)])
  })

  it('places a part in the whole picture', async () => {
    const picture = { ...noise(20, 18, ['height']), whole: { width: 60, height: 40, x: 10, y: 5 } }
    const read = runPython(READ, await fileOf(picture)) as Read
    expect(read).toMatchObject({ window: [10, 5, 20, 18], full: [60, 40] })
    expect(read.bits).toEqual([...new Uint32Array(picture.channels[0]!.values.buffer)])
  })
})

describe.skipIf(!hasHeader)('exrheader', () => {
  it('reads channels, windows and attributes', async () => {
    const picture: ExrPicture = {
      ...noise(5, 4, ['normal.X', 'height']),
      attributes: {
        time: 0.1,
        step: { int: -5 },
        origin: { v2f: [1.5, 2] },
        framesPerSecond: { rational: [24000, 1001] },
        comments: 'Höhe [m]',
      },
    }
    const { stdout, status } = spawnSync('exrheader', [await fileOf(picture)], { encoding: 'utf8' })
    expect(status).toBe(0)
    for (const line of [
      'height, 32-bit floating-point, sampling 1 1',
      'normal.X, 32-bit floating-point, sampling 1 1',
      'compression (type compression): zip, multi-scanline blocks',
      'dataWindow (type box2i): (0 0) - (4 3)',
      'displayWindow (type box2i): (0 0) - (4 3)',
      'time (type double): 0.1',
      'step (type int): -5',
      'origin (type v2f): (1.5 2)',
      'framesPerSecond (type rational): 24000/1001 (23.976)',
      'comments (type string): "Höhe [m]"',
    ])
      expect(stdout).toContain(line)
  })
})
