import { writeNpy } from 'seiche/npy'
import { describe, expect, it } from 'vitest'
import {
  damaged,
  file,
  fromScenes,
  hills,
  jpeg,
  npy,
  outcomeOfFile,
  png,
  randomFrom,
  read,
  scene,
  tiff,
  wholeFiles,
} from '../../testing/hostile-files.js'
import { FileError } from './file-error.js'
import type { Incoming } from './read-files.js'

/** The elevation model with 1000 × 60,000 pixels in the first two entries of its directory. */
function claimingTiff(): Uint8Array {
  const copy = new Uint8Array(tiff)
  const view = new DataView(copy.buffer)
  const entry = view.getUint32(4, true) + 2
  expect([view.getUint16(entry, true), view.getUint16(entry + 12, true)]).toEqual([256, 257])
  view.setUint16(entry + 8, 1000, true)
  view.setUint16(entry + 20, 60_000, true)
  return copy
}

describe('recognizes files by their content', () => {
  it.each<[name: string, bytes: string | Uint8Array, kind: Incoming['kind']]>([
    ['a.json', scene, 'scene'],
    ['without ending', scene, 'scene'],
    ['misnamed.png', npy, 'map'],
    ['misnamed.json', png, 'map'],
    ['photo.jpg', jpeg, 'map'],
    ['valley', fromScenes('valley.tif'), 'map'],
    ['duck.bin', fromScenes('duck.glb'), 'body'],
  ])('%s', async (name, bytes, kind) => {
    expect((await read(file(name, bytes))).kind).toBe(kind)
  })

  it.each<[name: string, bytes: string | Uint8Array, message: RegExp]>([
    [
      'x.mp4',
      '\0\0\0\x18ftypmp42',
      /^x\.mp4 is a video\. Drop a scene \(\.json\), a grid \(\.npy\), an elevation model/,
    ],
    ['x.json', '%PDF-1.7', /^x\.json is a PDF document\./],
    ['x.png', 'hello', /^x\.png does not begin as a picture does/],
    ['x.txt', 'hello', /^x\.txt is of a kind that is not opened here/],
    ['empty.npy', '', /^empty\.npy is empty, or a folder/],
    [
      'cut.npy',
      npy.subarray(0, 200),
      /^cut\.npy cannot be read: the \.npy file is cut short: 9 × 12 values of f4 need/,
    ],
    ['line.npy', writeNpy(hills, [108]), /^line\.npy has 1 axes \(108\)\. A grid has two/],
    ['gap.npy', writeNpy(Float32Array.of(...hills.subarray(1), Number.NaN), [9, 12]), /NaN at row 8, column 11/],
    ['cut.tif', fromScenes('valley.tif').subarray(0, 100), /^cut\.tif /],
    ['cut.png', png.subarray(0, 18), /^cut\.png is damaged: its header has no width/],
    ['cut.glb', fromScenes('duck.glb').subarray(0, 900), /^cut\.glb cannot be read as a glTF file: .*cut short/],
    [
      'big.png',
      Uint8Array.from(png, (byte, k) => (k === 16 || k === 20 ? 64 : byte)),
      /1073741864 × 1073741854 pixels/,
    ],
    [
      'long.json',
      `{ "seiche": 1, "description": "${'d'.repeat(4 * 2 ** 20)}" }`,
      /a scene of 4\.0 MiB.*at most 4\.0 MiB/,
    ],
  ])('and refuses %s', async (name, bytes, message) => {
    const error = await read(file(name, bytes)).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(FileError)
    expect((error as FileError).message).toMatch(message)
  })

  it('reads a scene together with the files that it names, and refuses two scenes', async () => {
    const found = await read(file('hills.npy', npy), file('a.json', scene))
    expect(found).toMatchObject({ kind: 'scene', source: 'a.json', files: [{ name: 'hills.npy' }] })
    await expect(read(file('b.json', scene), file('a.json', scene))).rejects.toThrow(/^2 files at once/)
    await expect(read()).rejects.toThrow(FileError)
  })

  it('a TIFF file that claims more pixels than its bytes can hold is refused before they are allocated', async () => {
    await expect(read(file('claim.tif', claimingTiff()))).rejects.toThrow(
      /claims 1000 × 60000 pixels, more than its \d+ bytes/,
    )
  })

  it('a .gltf without its buffer says which file to drop with it', async () => {
    const text = '{ "asset": { "version": "2.0" }, "buffers": [{ "uri": "hull.bin", "byteLength": 4 }] }'
    await expect(read(file('hull.gltf', text))).rejects.toThrow(/names the file “hull\.bin”\. Drop both together/)
  })
})

/** Of each kind; `npm run soak -- --only page` tries 100,000. */
const COPIES = 300

it.each(wholeFiles)('damaged copies of %s are opened, or refused with a message of the page', async (name, bytes) => {
  const random = randomFrom(name.length * 7919)
  const outcomes = { opened: 0, refused: 0 }
  for (let k = 0; k < COPIES; k++) outcomes[await outcomeOfFile(name, damaged(bytes, random))]++
  expect(outcomes.refused).toBeGreaterThan(COPIES / 20)
})
