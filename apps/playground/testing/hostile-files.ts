// Damaged copies of every kind of file that a page opens, and what becomes of them.

import { readFileSync } from 'node:fs'
import { parseScene, SceneError } from 'seiche'
import { readGltf } from 'seiche/bodies'
import { readGeotiff } from 'seiche/geotiff'
import { writeNpy } from 'seiche/npy'
import { writeTiff } from '../../../packages/core/testing/write-tiff.js'
import { addBodyEvent } from '../src/files/body-mesh.js'
import { FileError } from '../src/files/file-error.js'
import type { HeightMap } from '../src/files/height-map.js'
import { defaultChoices, type MapUse, mapScene, usesOf } from '../src/files/map-scene.js'
import { type FileReaders, type Incoming, readFiles } from '../src/files/read-files.js'

const gradient = Uint8Array.from({ length: 4 * 1024 * 1024 }, (_, k) => k % 251)
/** Node has no decoder of pictures: a gradient of the asked size stands in for the pixels. */
const readers: FileReaders = {
  decode: async (_, width, height) => gradient.subarray(0, 4 * width * height),
  readElevation: readGeotiff,
  readMesh: readGltf,
}

/** A file of the folder of scenes. */
export const fromScenes = (name: string): Uint8Array =>
  readFileSync(new URL(`../../../scenes/${name}`, import.meta.url))

/** A file as the browser gives it to the page. */
export const file = (name: string, ...parts: (string | Uint8Array)[]): File => new File(parts as BlobPart[], name)

/** What the page reads from files that are dropped together. */
export const read = (...files: File[]): Promise<Incoming> => readFiles(files, readers)

export const hills = Float32Array.from({ length: 12 * 9 }, (_, k) => Math.sin(k / 5) + 100)
export const npy = writeNpy(hills, [9, 12])
export const tiff = writeTiff({
  ...{ width: 12, height: 9, data: hills, deflate: true, rowsPerStrip: 4 },
  ...{ pixelScale: [30, 30, 0], tiePoint: [0, 0, 0, 5e5, 5e6, 0], noData: '-9999' },
})
export const png = Uint8Array.of(
  ...[0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 40, 0, 0, 0, 30, 8, 2],
)
export const jpeg = Uint8Array.of(
  ...[0xff, 0xd8, 0xff, 0xe0, 0, 6, 74, 70, 73, 70, 0xff, 0xc0, 0, 11, 8, 0, 30, 0, 40, 1, 1, 0x11, 0],
)
export const scene = '{ "seiche": 1, "grid": { "cells": [8, 8], "cellSize": 1 }, "solver": { "type": "columns" } }'

/** A whole file of each kind, by its name. */
export const wholeFiles: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ['scene.json', new TextEncoder().encode(scene)],
  ['hills.npy', npy],
  ['picture.png', png],
  ['photo.jpg', jpeg],
  ['duck.glb', fromScenes('duck.glb')],
  ['hills.tif', tiff],
]

/** xorshift32, from 0 to 1. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/** A copy that is cut, with some bytes changed near the start, where headers are, or anywhere. */
export function damaged(bytes: Uint8Array, random: () => number): Uint8Array {
  const at = (end: number) => Math.floor(random() * end)
  const copy = new Uint8Array(random() < 0.3 ? bytes.subarray(0, at(bytes.length)) : bytes)
  const reach = random() < 0.7 ? Math.min(copy.length, 400) : copy.length
  for (let k = at(8); k >= 0; k--) copy[at(reach)] = random() < 0.3 ? [0, 255, 127, 128][at(4)]! : at(256)
  return copy
}

/**
 * Does everything that follows from a file in the page, up to the scene or the event, both checked as the simulation does. Throws if the
 * file is neither opened nor refused with a message of the page.
 */
export async function outcomeOfFile(name: string, bytes: Uint8Array): Promise<'opened' | 'refused'> {
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
