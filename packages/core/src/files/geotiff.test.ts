import { describe, expect, it } from 'vitest'
import { type TiffOptions, writeTiff } from '../../testing/write-tiff.js'
import { readGeotiff } from './geotiff.js'

const [width, height] = [37, 21]
const count = width * height
const MODEL = 1024
const RASTER = 1025
const PROJECTED = { [MODEL]: 1, [RASTER]: 1, 3072: 2056, 3076: 9001 }
const DEGREES = { [MODEL]: 2, [RASTER]: 1, 2048: 4326, 2054: 9102 }
const map = {
  width,
  height,
  data: Float32Array.from({ length: count }, (_, k) => 400 + ((k * 37) % 101) / 7),
  keys: PROJECTED,
  pixelScale: [10, 10, 0],
  tiePoint: [0, 0, 0, 2600000, 1200000, 0],
} satisfies TiffOptions
const whole = Int16Array.from({ length: count }, (_, k) => ((k * 7919) % 5000) - 900)

const refused = (options: TiffOptions) => expect(readGeotiff(writeTiff(options))).rejects

describe('readGeotiff', () => {
  it('reads heights, sizes and the place', async () => {
    expect(await readGeotiff(writeTiff(map))).toEqual({
      width,
      height,
      data: map.data,
      pixelSize: [10, 10],
      noData: undefined,
      geographic: false,
      corner: [2600000, 1200000],
      latitude: undefined,
    })
  })

  const layouts: Record<string, Partial<TiffOptions>> = {
    'one strip': {},
    strips: { rowsPerStrip: 8 },
    tiles: { tile: [16, 16] },
  }
  for (const [layout, blocks] of Object.entries(layouts))
    for (const deflate of [false, true])
      for (const bigEndian of [false, true])
        it(`reads ${layout}${deflate ? ', deflated' : ''}${bigEndian ? ', big-endian' : ''}`, async () => {
          for (const data of [
            map.data,
            Float64Array.from(map.data, (value) => value + 1e-9),
            whole,
            Uint16Array.from(whole, (value) => value + 900),
            Int32Array.from(whole, (value) => value * 100003),
            Uint8Array.from(whole),
          ]) {
            const read = await readGeotiff(writeTiff({ ...map, ...blocks, data, deflate, bigEndian }))
            expect([...read.data]).toEqual([...data])
          }
        })

  for (const [layout, blocks] of Object.entries(layouts)) {
    it(`undoes the predictor of whole numbers in ${layout}`, async () => {
      const { data } = await readGeotiff(writeTiff({ ...map, ...blocks, data: whole, deflate: true, predictor: 2 }))
      expect([...data]).toEqual([...whole])
    })
    it(`undoes the predictor of floats in ${layout}`, async () => {
      const { data } = await readGeotiff(writeTiff({ ...map, ...blocks, deflate: true, predictor: 3 }))
      expect(data).toEqual(map.data)
    })
  }

  for (const [text, expected] of [
    ['-32768', -32768],
    ['-3.4028234663852886e+38', -3.4028234663852886e38],
    ['nan', Number.NaN],
    ['0', 0],
  ] as const)
    it(`reads the no-data value ${text}`, async () => {
      expect((await readGeotiff(writeTiff({ ...map, noData: text }))).noData).toBe(expected)
    })

  it('a pixel that is a point is placed by its middle', async () => {
    const keys = { ...PROJECTED, [RASTER]: 2 }
    const { corner, pixelSize } = await readGeotiff(writeTiff({ ...map, keys }))
    expect(corner).toEqual([2600000 - 5, 1200000 + 5])
    expect(pixelSize).toEqual([10, 10])
    // So the latitude of the middle moves by half a pixel too.
    const degrees = { ...map, pixelScale: [0.5, 0.5, 0], tiePoint: [0, 0, 0, 7, 50, 0] }
    const area = await readGeotiff(writeTiff({ ...degrees, keys: DEGREES }))
    const point = await readGeotiff(writeTiff({ ...degrees, keys: { ...DEGREES, [RASTER]: 2 } }))
    expect(area.latitude).toBe(50 - 21 * 0.25)
    expect(point.latitude).toBe(50.25 - 21 * 0.25)
  })

  it('a tie point need not be the first pixel', async () => {
    const { corner } = await readGeotiff(writeTiff({ ...map, tiePoint: [10, 20, 0, 2600000, 1200000, 0] }))
    expect(corner).toEqual([2600000 - 100, 1200000 + 200])
  })

  it('a map in degrees has pixels of its middle latitude', async () => {
    // 0.1° around the equator and around 60° N.
    const at = async (latitude: number) => {
      const tiePoint = [0, 0, 0, 7, latitude + 0.1 * (height / 2), 0]
      return readGeotiff(writeTiff({ ...map, keys: DEGREES, pixelScale: [0.1, 0.1, 0], tiePoint }))
    }
    const equator = await at(0)
    expect(equator.geographic).toBe(true)
    // Of WGS 84, the length of a degree: 111.3195 km along the equator, 110.5743 km across it;
    // at 60° 55.8000 km and 111.4122 km.
    expect(equator.pixelSize[0] * 10).toBeCloseTo(111319.49, 1)
    expect(equator.pixelSize[1] * 10).toBeCloseTo(110574.28, 1)
    const north = await at(60)
    expect(north.latitude).toBeCloseTo(60, 10)
    expect(north.pixelSize[0] * 10).toBeCloseTo(55799.98, 0)
    expect(north.pixelSize[1] * 10).toBeCloseTo(111412.27, 0)
  })

  it('lengths in feet become metres', async () => {
    const { pixelSize } = await readGeotiff(writeTiff({ ...map, keys: { ...PROJECTED, 3076: 9002 } }))
    expect(pixelSize).toEqual([10 * 0.3048, 10 * 0.3048])
    const own = { ...PROJECTED, 3076: 32767, 3077: 2.5 }
    expect((await readGeotiff(writeTiff({ ...map, keys: own }))).pixelSize).toEqual([25, 25])
  })

  it('heights in feet and scaled heights become metres, and no data stays none', async () => {
    const data = whole.slice()
    data[5] = -32768
    const feet = await readGeotiff(writeTiff({ ...map, data, noData: '-32768', keys: { ...PROJECTED, 4099: 9002 } }))
    expect(feet.data[4]).toBeCloseTo(whole[4]! * 0.3048, 9)
    expect(feet.data[5]).toBeNaN()
    expect(feet.noData).toBeUndefined()
    const metadata =
      '<GDALMetadata><Item name="OFFSET" sample="0" role="offset">100</Item><Item name="SCALE" sample="0" role="scale">0.1</Item></GDALMetadata>'
    const scaled = await readGeotiff(writeTiff({ ...map, data, noData: '-32768', metadata }))
    expect(scaled.data[4]).toBeCloseTo(100 + 0.1 * whole[4]!, 9)
    expect(scaled.data[5]).toBeNaN()
  })

  it('a matrix places the map as well, south up too', async () => {
    const { pixelScale: _, tiePoint: __, ...bare } = map
    const matrix = (dx: number, dy: number) => [dx, 0, 0, 500, 0, dy, 0, 900, 0, 0, 0, 0, 0, 0, 0, 1]
    const north = await readGeotiff(writeTiff({ ...bare, transformation: matrix(10, -20) }))
    expect([north.pixelSize, north.corner]).toEqual([
      [10, 20],
      [500, 900],
    ])
    expect(north.data).toEqual(map.data)
    const south = await readGeotiff(writeTiff({ ...bare, transformation: matrix(10, 20) }))
    expect(south.corner).toEqual([500, 900 + 20 * height])
    for (const [i, j] of [
      [0, 0],
      [5, 3],
      [36, 20],
    ] as const)
      expect(south.data[j * width + i]).toBe(map.data[(height - 1 - j) * width + i])
    const west = await readGeotiff(writeTiff({ ...bare, transformation: matrix(-10, -20) }))
    expect(west.data[3]).toBe(map.data[width - 4])
    const turned = [8, 6, 0, 500, 6, -8, 0, 900, 0, 0, 0, 0, 0, 0, 0, 1]
    await refused({ ...bare, transformation: turned }).toThrow('the map is turned; make it north up first')
  })

  it('says what is wrong with a file', async () => {
    await expect(readGeotiff(new Uint8Array(100))).rejects.toThrow('not a TIFF file')
    const { pixelScale: _, tiePoint: __, ...bare } = map
    await refused(bare).toThrow('does not say how large its pixels are')
    await refused({ ...map, pixelScale: [0, 10, 0] }).toThrow('pixels of 0 × -10')
    await refused({ ...map, photometric: 2 }).toThrow('a colour picture')
    await refused({ ...map, keys: { ...PROJECTED, 3076: 9098 } }).toThrow('EPSG:9098')
    await refused({ ...map, keys: { ...PROJECTED, 4099: 9098 } }).toThrow('heights in EPSG:9098')
    await refused({ ...map, keys: { ...DEGREES, 2054: 9101 } }).toThrow('EPSG:9101; convert them to degrees')
    await refused({ ...map, keys: DEGREES, tiePoint: [0, 0, 0, 0, 90, 0], pixelScale: [0.01, 0.01, 0] }).toThrow(
      'where no local map',
    )
    await expect(readGeotiff(writeTiff(map), { mostPixels: 10 })).rejects.toThrow('cut the part that the scene needs')
  })

  it('a file that claims more than it holds is refused before anything is allocated', async () => {
    await expect(readGeotiff(changed({ 256: 60000, 257: 60000 }))).rejects.toThrow(
      /claims 60000 × 60000 pixels, more than its \d+ bytes can hold/,
    )
    // A hundred million tie points: the library made a list of them.
    const file = writeTiff(map)
    const view = new DataView(file.buffer)
    const directory = view.getUint32(4, true)
    for (let entry = directory + 2; entry < directory + 2 + 12 * view.getUint16(directory, true); entry += 12)
      if (view.getUint16(entry, true) === 33922) view.setUint32(entry + 4, 1e8, true)
    await expect(readGeotiff(file)).rejects.toThrow('tag 33922 claims 100000000 values, more than the file has')
  })

  it('a file that is cut short is refused wherever it is cut', async () => {
    for (const options of [map, { ...map, deflate: true, tile: [16, 16] as const }]) {
      const file = writeTiff(options)
      for (const share of [0.02, 0.3, 0.8, 0.999])
        await expect(readGeotiff(file.subarray(0, Math.floor(file.length * share)))).rejects.toThrow(
          'the TIFF file is damaged',
        )
    }
    // Pixels that begin too late to be all there.
    await expect(readGeotiff(changed({ 273: 1000 }))).rejects.toThrow('the TIFF file is damaged')
  })
})

/** The map with other values of tags that fit into the directory. */
function changed(values: Record<number, number>): Uint8Array {
  const file = writeTiff(map)
  const view = new DataView(file.buffer)
  const directory = view.getUint32(4, true)
  for (let entry = directory + 2; entry < directory + 2 + 12 * view.getUint16(directory, true); entry += 12) {
    const value = values[view.getUint16(entry, true)]
    if (value !== undefined) view.setUint32(entry + 8, value, true)
  }
  return file
}
