import { readFileSync } from 'node:fs'
import { parseScene, SceneError } from 'seiche'
import { readGltf } from 'seiche/bodies'
import { readGeotiff } from 'seiche/geotiff'
import { writeNpy } from 'seiche/npy'
import { describe, expect, it } from 'vitest'
import { writeTiff } from '../../../../packages/core/testing/write-tiff.js'
import { addBodyEvent } from './body-mesh.js'
import { FileError } from './file-error.js'
import type { HeightMap } from './height-map.js'
import { defaultChoices, type MapUse, mapScene, usesOf } from './map-scene.js'
import { type FileReaders, type Incoming, readFiles } from './read-files.js'

const gradient = Uint8Array.from({ length: 4 * 1024 * 1024 }, (_, k) => k % 251)
/** Node has no decoder of pictures: a gradient of the asked size stands in for the pixels. */
const readers: FileReaders = {
  decode: async (_, width, height) => gradient.subarray(0, 4 * width * height),
  readElevation: readGeotiff,
  readMesh: readGltf,
}
const fromScenes = (name: string) => readFileSync(new URL(`../../../../scenes/${name}`, import.meta.url))
const file = (name: string, ...parts: (string | Uint8Array)[]) => new File(parts as BlobPart[], name)
const read = (...files: File[]) => readFiles(files, readers)

const hills = Float32Array.from({ length: 12 * 9 }, (_, k) => Math.sin(k / 5) + 100)
const npy = writeNpy(hills, [9, 12])
const tiff = writeTiff({
  ...{ width: 12, height: 9, data: hills, deflate: true, rowsPerStrip: 4 },
  ...{ pixelScale: [30, 30, 0], tiePoint: [0, 0, 0, 5e5, 5e6, 0], noData: '-9999' },
})
/** The same with 1000 × 60,000 pixels in the first two entries of its directory. */
function claimingTiff(): Uint8Array {
  const copy = new Uint8Array(tiff)
  const view = new DataView(copy.buffer)
  const entry = view.getUint32(4, true) + 2
  expect([view.getUint16(entry, true), view.getUint16(entry + 12, true)]).toEqual([256, 257])
  view.setUint16(entry + 8, 1000, true)
  view.setUint16(entry + 20, 60_000, true)
  return copy
}
const png = Uint8Array.of(
  ...[0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 40, 0, 0, 0, 30, 8, 2],
)
const jpeg = Uint8Array.of(
  ...[0xff, 0xd8, 0xff, 0xe0, 0, 6, 74, 70, 73, 70, 0xff, 0xc0, 0, 11, 8, 0, 30, 0, 40, 1, 1, 0x11, 0],
)
const scene = '{ "seiche": 1, "grid": { "cells": [8, 8], "cellSize": 1 }, "solver": { "type": "columns" } }'

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

/** xorshift32, from 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/** Cut, with some bytes changed near the start, where headers are, or anywhere. */
function mutated(bytes: Uint8Array, random: () => number): Uint8Array {
  const at = (end: number) => Math.floor(random() * end)
  const copy = new Uint8Array(random() < 0.3 ? bytes.subarray(0, at(bytes.length)) : bytes)
  const reach = random() < 0.7 ? Math.min(copy.length, 400) : copy.length
  for (let k = at(8); k >= 0; k--) copy[at(reach)] = random() < 0.3 ? [0, 255, 127, 128][at(4)]! : at(256)
  return copy
}

/** Everything that follows from a file in the page, up to the scene or the event, both checked as the simulation does. */
async function outcome(name: string, bytes: Uint8Array): Promise<'opened' | 'refused'> {
  const found = await read(file(name, bytes)).catch((error: unknown) => {
    if (error instanceof FileError) return undefined
    throw error
  })
  if (found?.kind === 'body') {
    const event = { step: 0, ...addBodyEvent(found.body, 1, 500, 0) }
    parseScene({ ...JSON.parse(scene), events: [event] })
  }
  // A changed header can claim a large grid. Its scene differs from that of a small one only in the time that it takes.
  if (found?.kind === 'map' && found.map.values.length < 10_000)
    for (const use of usesOf(found.map)) makeScene(found.map, use)
  return found && (found.kind !== 'scene' || isScene(found.text)) ? 'opened' : 'refused'
}

/** The person may choose a use that does not suit the values: all may be solid, for example. */
function makeScene(map: HeightMap, use: MapUse): void {
  try {
    parseScene(mapScene(map, { ...defaultChoices(map), use }).text)
  } catch (error) {
    if (!(error instanceof FileError)) throw error
  }
}

/** A scene is checked in the worker, which answers with a SceneError. */
function isScene(text: string): boolean {
  try {
    parseScene(text)
    return true
  } catch (error) {
    if (error instanceof SceneError) return false
    throw error
  }
}

const duck = fromScenes('duck.glb')
it.each<[name: string, bytes: Uint8Array, count: number]>([
  ['scene.json', new TextEncoder().encode(scene), 2000],
  ['hills.npy', npy, 2000],
  ['picture.png', png, 2000],
  ['photo.jpg', jpeg, 2000],
  ['duck.glb', duck, 2000],
  ['hills.tif', tiff, 2000],
])(
  'mutated copies of %s are opened, or refused with a message of the page',
  async (name, bytes, count) => {
    const random = randomFrom(name.length * 7919)
    const outcomes = { opened: 0, refused: 0 }
    for (let k = 0; k < count; k++) outcomes[await outcome(name, mutated(bytes, random))]++
    expect(outcomes.refused).toBeGreaterThan(count / 20)
    expect(outcomes.opened + outcomes.refused).toBe(count)
  },
  120_000,
)
