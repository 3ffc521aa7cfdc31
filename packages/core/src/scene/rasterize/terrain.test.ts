import { encode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import type { Elevation } from '../../files/elevation.js'
import { writeNpy } from '../../files/npy.js'
import { SceneError } from '../parse/error.js'
import type { Readers } from '../read-file.js'
import { terrainSchema } from '../schema/terrain.js'
import { loadTerrain } from './terrain.js'

const grid = { nx: 8, nz: 6, cellSize: 0.5 }

/** Ground from terrain as a scene writes it, with files by name. */
function ground(terrain: unknown, files: Record<string, Uint8Array> = {}, more: Readers = {}, on = grid) {
  const readFile = async (name: string) => {
    const bytes = files[name]
    if (!bytes) throw new Error('no such file')
    return bytes
  }
  return loadTerrain(terrainSchema.parse(terrain), on, { readFile, ...more })
}

async function refusal(loading: Promise<unknown>): Promise<string> {
  const error = await loading.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(SceneError)
  return (error as SceneError).message
}

/** A matrix of width × height values as a .npy file. */
function npy(width: number, height: number, value: (i: number, j: number) => number): Uint8Array {
  return writeNpy(
    Float64Array.from({ length: width * height }, (_, k) => value(k % width, Math.floor(k / width))),
    [height, width],
  )
}

describe('terrain of shapes', () => {
  it('is one layer, or layers added up', async () => {
    const one = await ground({ shape: 'plane', height: 2, slope: [0.1, 0] })
    expect(one.warnings).toEqual([])
    expect(one.bed[0]).toBeCloseTo(2 - 0.1 * 1.75, 12)
    const two = await ground([
      { shape: 'plane', height: 2, slope: [0.1, 0] },
      { shape: 'plane', height: -5 },
    ])
    for (let k = 0; k < two.bed.length; k++) expect(two.bed[k]).toBeCloseTo(one.bed[k]! - 5, 12)
    expect((await ground([])).bed).toEqual(new Float64Array(48))
  })

  it('that adds up to more than a field can hold is refused', async () => {
    expect(
      await refusal(
        ground([
          { shape: 'plane', height: 6e11 },
          { shape: 'plane', height: 6e11 },
        ]),
      ),
    ).toMatch(
      /terrain\[1\]: the ground has the value 1200000000000 at row 0, column 0; every value must be from -1000000000000 to 1000000000000/,
    )
  })
})

describe('terrain of .npy files', () => {
  it('a value for each cell is taken as it is, scaled and offset', async () => {
    const { bed, warnings } = await ground(
      { npy: 'hill.npy', scale: 0.5, offset: -1 },
      { 'hill.npy': npy(8, 6, (i, j) => i + 10 * j) },
    )
    expect(warnings).toEqual([])
    expect(bed[8 * 2 + 3]).toBe(0.5 * 23 - 1)
  })

  for (const [name, width, height] of [
    ['finer', 20, 15],
    ['coarser', 4, 3],
    ['much finer', 64, 48],
  ] as const)
    it(`a plane in a ${name} file stays the plane, and it is said`, async () => {
      // Heights at the centres of the file's own pixels.
      const plane = (x: number, z: number) => 3 + 0.7 * x - 0.4 * z
      const file = npy(width, height, (i, j) => plane(((i + 0.5) / width - 0.5) * 4, ((j + 0.5) / height - 0.5) * 3))
      const { bed, warnings } = await ground([{ npy: 'hill.npy' }], { 'hill.npy': file })
      expect(warnings).toEqual([`terrain[0].npy: hill.npy has ${width} × ${height} values, resampled to 8 × 6 cells`])
      for (let j = 0; j < 6; j++)
        for (let i = 0; i < 8; i++) expect(bed[j * 8 + i]).toBeCloseTo(plane((i - 3.5) / 2, (j - 2.5) / 2), 12)
    })

  it('sides that are the same but for rounding fit', async () => {
    const file = { 'hill.npy': npy(100, 80, (i) => i) }
    const { warnings } = await ground({ npy: 'hill.npy' }, file, {}, { nx: 256, nz: 205, cellSize: 1 })
    expect(warnings).toEqual(['terrain.npy: hill.npy has 100 × 80 values, resampled to 256 × 205 cells'])
  })

  it('a channel takes a plain list of another length', async () => {
    const list = writeNpy(Float32Array.of(1, 2, 3, 4), [4])
    const { bed } = await ground({ npy: 'a.npy' }, { 'a.npy': list }, {}, { nx: 8, nz: 1, cellSize: 1 })
    expect([...bed]).toEqual([0.75, 1.25, 1.75, 2.25, 2.75, 3.25, 3.75, 4.25])
  })

  it('another shape, another size where one is asked for, and more axes are refused', async () => {
    const files = {
      'square.npy': npy(8, 8, () => 0),
      'fine.npy': npy(16, 12, () => 0),
      'cube.npy': writeNpy(new Float32Array(48), [6, 8, 1]),
    }
    expect(await refusal(ground({ npy: 'square.npy' }, files))).toBe(
      'scene: terrain.npy: square.npy has 8 × 8 values, the grid has 8 × 6 cells: the sides must be in the same ratio, or the ground would be distorted',
    )
    expect(await refusal(ground([{ npy: 'fine.npy', fit: 'exact' }], files))).toBe(
      'scene: terrain[0].npy: fine.npy has 16 × 12 values, the grid has 8 × 6 cells: "fit": "exact" needs one for each cell',
    )
    expect(await refusal(ground({ npy: 'cube.npy' }, files))).toMatch(/cube\.npy has shape \(6, 8, 1\)/)
  })

  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY])
    it(`${bad} is refused with its place, resampled or not`, async () => {
      for (const [width, height] of [
        [8, 6],
        [16, 12],
      ] as const) {
        const file = npy(width, height, (i, j) => (i === 5 && j === 2 ? bad : 0))
        expect(await refusal(ground({ npy: 'hill.npy' }, { 'hill.npy': file }))).toBe(
          `scene: terrain.npy: hill.npy has the value ${bad} at row 2, column 5; every value must be finite`,
        )
      }
    })

  it('a missing file and a missing reader are said', async () => {
    expect(await refusal(ground({ npy: 'hill.npy' }))).toMatch(/terrain\.npy: cannot read hill\.npy: no such file/)
    expect(await refusal(ground({ npy: 'hill.npy' }, {}, { readFile: undefined }))).toMatch(
      /pass createSimulation a "readFile"/,
    )
  })
})

describe('terrain of pictures', () => {
  const grey = Uint16Array.from({ length: 48 }, (_, k) => (k === 47 ? 65535 : k * 1365))
  const picture = encode({ width: 8, height: 6, data: grey, depth: 16, channels: 1 })

  it('black is low, white is high, all 16 bits between', async () => {
    const { bed, warnings } = await ground({ image: 'hill.png', low: -2, high: 3.1 }, { 'hill.png': picture })
    expect(warnings).toEqual([])
    expect([bed[0], bed[47]]).toEqual([-2, 3.1])
    for (let k = 0; k < 48; k++) expect(bed[k]).toBeCloseTo(-2 + (5.1 * grey[k]!) / 65535, 12)
    const turned = await ground({ image: 'hill.png', low: -2, high: 3.1, invert: true }, { 'hill.png': picture })
    expect([turned.bed[0], turned.bed[47]]).toEqual([3.1, -2])
  })

  it('means of four where the grid is half as fine', async () => {
    const { bed, warnings } = await ground(
      [{ image: 'hill.png', low: 0, high: 1 }],
      { 'hill.png': picture },
      {},
      { nx: 4, nz: 3, cellSize: 1 },
    )
    expect(warnings).toEqual(['terrain[0].image: hill.png has 8 × 6 pixels, resampled to 4 × 3 cells'])
    expect(bed[5]).toBeCloseTo((grey[18]! + grey[19]! + grey[26]! + grey[27]!) / 4 / 65535, 12)
  })

  it('another shape is refused before it is unpacked', async () => {
    const cut = encode({ width: 8, height: 8, data: new Uint8Array(64), depth: 8, channels: 1 })
    expect(await refusal(ground({ image: 'a.png', low: 0, high: 1 }, { 'a.png': cut }))).toMatch(
      /terrain\.image: a\.png has 8 × 8 pixels, the grid has 8 × 6 cells/,
    )
  })

  it('transparent pixels cause a warning', async () => {
    const data = new Uint8Array(96).fill(255)
    data[7] = 10
    const { bed, warnings } = await ground(
      { image: 'a.png', low: 0, high: 1 },
      { 'a.png': encode({ width: 8, height: 6, data, depth: 8, channels: 2 }) },
    )
    expect(warnings).toEqual(['terrain.image: a.png has 1 pixel that are transparent; only their lightness is used'])
    expect(bed[3]).toBe(1)
  })
})

describe('terrain of elevation models', () => {
  const files = { 'map.tif': new Uint8Array(1) }
  /** 16 × 12 pixels of 0.25 m: as large as the grid. Heights rise by 1 m a pixel to the east, fall by 2 to the south. */
  const slope: Elevation = {
    width: 16,
    height: 12,
    data: Float32Array.from({ length: 192 }, (_, k) => 100 + (k % 16) - 2 * Math.floor(k / 16)),
    pixelSize: [0.25, 0.25],
    geographic: false,
    corner: [0, 0],
  }
  const from = (map: Elevation) => ({ readElevation: async () => map })
  const expected = (i: number, j: number) => 100 + (2 * i + 0.5) - 2 * (2 * j + 0.5)
  /** The slope with some pixels changed. */
  const withGap = (
    value: number,
    gap: (i: number, j: number) => boolean,
    more: Partial<Elevation> = {},
  ): Elevation => ({
    ...slope,
    data: slope.data.map((height, k) => (gap(k % 16, Math.floor(k / 16)) ? value : height)),
    ...more,
  })

  it('lie with their middle on the origin, north towards -z', async () => {
    const { bed, warnings } = await ground({ geotiff: 'map.tif' }, files, from(slope))
    expect(warnings).toEqual([])
    for (let j = 0; j < 6; j++) for (let i = 0; i < 8; i++) expect(bed[j * 8 + i]).toBeCloseTo(expected(i, j), 10)
  })

  it('may be moved; cells beyond the edge have the nearest height, and it is said', async () => {
    const { bed, warnings } = await ground([{ geotiff: 'map.tif', offset: [1, 0] }], files, from(slope))
    expect(warnings).toEqual([
      'terrain[0].geotiff: map.tif covers 4 × 3 m; 12 cells beyond its edge have the nearest height',
    ])
    for (let j = 0; j < 6; j++) {
      for (let i = 2; i < 8; i++) expect(bed[j * 8 + i]).toBeCloseTo(expected(i - 2, j), 10)
      for (let i = 0; i < 2; i++) expect(bed[j * 8 + i]).toBeCloseTo(100 - 2 * (2 * j + 0.5), 10)
    }
  })

  it('pixels that are not square are laid by their size', async () => {
    const map: Elevation = {
      ...slope,
      width: 4,
      pixelSize: [1, 0.25],
      data: Float32Array.from({ length: 48 }, (_, k) => 4 * (k % 4) - 2 * Math.floor(k / 4)),
    }
    const { bed } = await ground({ geotiff: 'map.tif' }, files, from(map))
    // Pixel k has its centre at x = k - 1.5; 4 m of height for each metre.
    for (let j = 0; j < 6; j++)
      for (let i = 0; i < 8; i++) expect(bed[j * 8 + i]).toBeCloseTo(4 * ((i - 3.5) / 2 + 1.5) - 2 * (2 * j + 0.5), 10)
  })

  it('a map that misses the grid is refused', async () => {
    expect(await refusal(ground({ geotiff: 'map.tif', offset: [5, 0] }, files, from(slope)))).toMatch(
      /terrain\.geotiff: map\.tif covers 4 × 3 m around \(5, 0\): no cell of the grid lies on it/,
    )
  })

  for (const [name, map] of [
    ['declared', withGap(-1, (i, j) => i > 4 && i < 9 && j > 3 && j < 7, { noData: -1 })],
    ['NaN', withGap(Number.NaN, (i, j) => i > 4 && i < 9 && j > 3 && j < 7)],
    ['the usual -9999', withGap(-9999, (i, j) => i > 4 && i < 9 && j > 3 && j < 7)],
    ['a float of decimals', withGap(-3.4e38, (i, j) => i > 4 && i < 9 && j > 3 && j < 7, { noData: -3.4e38 })],
    ['a fraction', withGap(-0.1, (i, j) => i > 4 && i < 9 && j > 3 && j < 7, { noData: -0.1 })],
  ] as const)
    it(`no data (${name}) is filled from the surroundings, and it is said`, async () => {
      const { bed, warnings } = await ground({ geotiff: 'map.tif' }, files, from(map))
      expect(warnings).toEqual(['terrain.geotiff: map.tif has 12 cells without data, filled from their surroundings'])
      // A plane solves Laplace's equation, so the gap closes without a trace.
      for (let j = 0; j < 6; j++) for (let i = 0; i < 8; i++) expect(bed[j * 8 + i]).toBeCloseTo(expected(i, j), 6)
    })

  it('no data may be given a height', async () => {
    const map = withGap(-9999, (i) => i < 2)
    const { bed, warnings } = await ground({ geotiff: 'map.tif', noData: 7 }, files, from(map))
    expect(warnings).toEqual(['terrain.geotiff: map.tif has 24 cells without data, set to 7 m'])
    for (let j = 0; j < 6; j++) expect(bed[j * 8]).toBe(7)
  })

  it('no data anywhere is refused, unless it is given a height', async () => {
    const map = withGap(Number.NaN, () => true)
    expect(await refusal(ground({ geotiff: 'map.tif' }, files, from(map)))).toMatch(
      /map\.tif has no data anywhere under the grid; "noData" can give a height/,
    )
    expect((await ground({ geotiff: 'map.tif', noData: 2 }, files, from(map))).bed).toEqual(
      new Float64Array(48).fill(2),
    )
  })

  it('only what lies under the grid counts', async () => {
    const map: Elevation = {
      ...slope,
      width: 64,
      height: 12,
      data: Float32Array.from({ length: 64 * 12 }, (_, k) => (k % 64 < 16 ? Number.NaN : 5)),
    }
    const { bed, warnings } = await ground({ geotiff: 'map.tif' }, files, from(map))
    expect(warnings).toEqual([])
    expect(bed).toEqual(new Float64Array(48).fill(5))
  })

  it('a map in degrees is said to be local', async () => {
    const { warnings } = await ground(
      { geotiff: 'map.tif' },
      files,
      from({ ...slope, geographic: true, latitude: 46.51 }),
    )
    expect(warnings).toEqual([
      'terrain.geotiff: map.tif is in degrees: laid as a local map of 4 × 3 m, true at its middle latitude 46.5°',
    ])
  })

  it('without a reader the scene is refused, and it says which is missing', async () => {
    expect(await refusal(ground({ geotiff: 'map.tif' }, files))).toBe(
      'scene: terrain.geotiff: cannot read map.tif: pass createSimulation a "readElevation" option, readGeotiff of "seiche/geotiff"',
    )
  })

  it('what the reader finds wrong is said', async () => {
    const readElevation = async () => {
      throw new Error('not a TIFF file')
    }
    expect(await refusal(ground({ geotiff: 'map.tif' }, files, { readElevation }))).toMatch(
      /terrain\.geotiff: cannot read map\.tif: not a TIFF file/,
    )
  })
})
