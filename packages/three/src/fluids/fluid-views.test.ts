import { DataUtils, type InstancedBufferAttribute, type Texture } from 'three/webgpu'
import { describe, expect, it, vi } from 'vitest'
import { ColorMap } from '../shared/color-map.js'
import { DensityPlane } from './density-plane.js'
import { FlowArrows } from './flow-arrows.js'
import { FlowLines } from './flow-lines.js'
import { FlowParticles } from './flow-particles.js'
import { FlowStreamlines } from './flow-streamlines.js'
import { SmokeVolume } from './smoke-volume.js'

const cells: [number, number, number] = [8, 6, 4]
const count = 8 * 6 * 4

/** A number for each cell that tells cells apart. */
const marks = (from: number) => Float32Array.from({ length: count }, (_, cell) => from + cell / 256)

/** A fluid with depth that turns about z, velocities at the centres. */
function fluid() {
  const place = (index: number, axis: 0 | 1) => index + 0.5 - cells[axis] / 2
  return {
    cells,
    cellSize: 0.25,
    fields: {
      u: Float32Array.from({ length: count }, (_, c) => -place(Math.floor(c / 8) % 6, 1)),
      v: Float32Array.from({ length: count }, (_, c) => place(c % 8, 0)),
      w: new Float32Array(count),
      ink: marks(0),
      dye: marks(2),
      smoke: marks(0.5),
      temperature: marks(20),
    } as Record<string, Float32Array>,
  }
}

function particles(many: number) {
  return {
    positions: Float32Array.from({ length: 3 * many }, (_, c) => c / many),
    velocities: Float32Array.from({ length: 3 * many }, (_, c) => (c % 3 === 0 ? c : 0)),
    ages: new Float32Array(many).fill(0.5),
  }
}

/** Lines along x, of as many points each as said. */
function lines(...lengths: number[]) {
  const starts = [0]
  for (const length of lengths) starts.push(starts.at(-1)! + length)
  const points = starts.at(-1)!
  return {
    positions: Float32Array.from({ length: 3 * points }, (_, c) => (c % 3 === 0 ? c / 3 : 0)),
    speeds: new Float32Array(points).fill(2),
    starts,
  }
}

const values = (texture: Texture) => texture.image as { data: Float32Array }

describe('DensityPlane', () => {
  it('holds what the field holds, in the plane it shows', () => {
    const shown = fluid()
    const plane = new DensityPlane(shown, { show: 'ink', slice: { axis: 'z', at: 0.3 } })
    const held = () => [...values(plane.textures[0]!).data].filter((_, v) => v % 2 === 0)
    // Layer 3 of 4, from 0.25 m to 0.5 m.
    expect(held()).toEqual([...shown.fields.ink!.slice(3 * 48)])
    shown.fields.ink = marks(7)
    plane.update()
    expect(held()).toEqual([...shown.fields.ink.slice(3 * 48)])
  })

  it('takes any number of dyes, four to a texture with the openness', () => {
    const shown = fluid()
    for (const name of ['a', 'b', 'c']) shown.fields[name] = marks(name.charCodeAt(0))
    const open = new Float32Array(count).fill(1)
    open[96] = 0
    shown.fields.open = open
    const dyes = { ink: 0x000080, dye: 0x800000, a: 0x808000, b: 0x008080, c: 0x800080 }
    const plane = new DensityPlane(shown, { dyes, slice: { axis: 'z', at: 0 } })
    expect(plane.textures).toHaveLength(2)
    const [first, second] = plane.textures.map((texture) => values(texture).data)
    expect([...first!.slice(0, 4)]).toEqual([0, shown.fields.ink![96], shown.fields.dye![96], shown.fields.a![96]])
    expect(first![4]).toBe(1)
    expect([...second!.slice(0, 2)]).toEqual([shown.fields.b![96], shown.fields.c![96]])
  })

  it('shows a range that is given, or one that follows', () => {
    const shown = fluid()
    const given = new DensityPlane(shown, { show: 'ink', range: [-1, 4] })
    expect([given.range.low.value, given.range.high.value]).toEqual([-1, 4])
    const following = new DensityPlane(shown, { show: 'speed' })
    expect(following.range.low.value).toBe(0)
    expect(following.range.high.value).toBeCloseTo(Math.hypot(3.5, 2.5), 5)
    const around = new DensityPlane(shown, { show: 'vorticity' })
    // u = -y, v = x in metres of 0.25 m cells.
    expect(around.range.high.value).toBeCloseTo(2 / 0.25, 4)
    expect(around.range.low.value).toBeCloseTo(-2 / 0.25, 4)
    // It widens at once, and narrows slowly.
    const wide = following.range.high.value
    shown.fields.u = shown.fields.u!.map((value) => 3 * value)
    following.update()
    const wider = following.range.high.value
    expect(wider).toBeGreaterThan(wide)
    shown.fields.u = shown.fields.u.map((value) => value / 3)
    following.update()
    expect(following.range.high.value).toBeLessThan(wider)
    expect(following.range.high.value).toBeGreaterThan(0.9 * wider)
  })

  it('says which fields there are when it is asked for another', () => {
    expect(() => new DensityPlane(fluid(), { show: 'milk' })).toThrow(/no field “milk”: it has u, v, w, ink/)
  })
})

describe('FlowArrows', () => {
  it('point along the flow at their cells', () => {
    const arrows = new FlowArrows(fluid(), { spacing: 2, slice: { axis: 'z', at: 0 } })
    expect(arrows.count).toBe(12)
    const place = arrows.geometry.getAttribute('place') as InstancedBufferAttribute
    const velocity = arrows.geometry.getAttribute('velocity') as InstancedBufferAttribute
    for (let arrow = 0; arrow < 12; arrow++) {
      expect(velocity.getX(arrow)).toBeCloseTo(-place.getY(arrow) / 0.25, 5)
      expect(velocity.getY(arrow)).toBeCloseTo(place.getX(arrow) / 0.25, 5)
    }
  })

  it('take the mean of both faces of a cell, and none in solids', () => {
    const u = Float32Array.from({ length: 3 * 2 }, (_, face) => face % 3)
    const open = Float32Array.of(1, 1, 1, 0)
    const arrows = new FlowArrows(
      { cells: [2, 2], cellSize: 1, fields: { u, v: new Float32Array(6), open } },
      { spacing: 1 },
    )
    const velocity = arrows.geometry.getAttribute('velocity') as InstancedBufferAttribute
    expect([0, 1, 2, 3].map((arrow) => velocity.getX(arrow))).toEqual([0.5, 1.5, 0.5, 0])
  })
})

describe('FlowLines', () => {
  it('hold the velocity over the fastest, and move on with time', () => {
    const shown = fluid()
    const view = new FlowLines(shown, { pace: 0.5 })
    const halves = view.texture.image.data as Uint16Array
    const fastest = Math.hypot(3.5, 2.5)
    for (let cell = 0; cell < 48; cell++) {
      expect(DataUtils.fromHalfFloat(halves[4 * cell]!)).toBeCloseTo(shown.fields.u![96 + cell]! / fastest, 3)
      expect(DataUtils.fromHalfFloat(halves[4 * cell + 1]!)).toBeCloseTo(shown.fields.v![96 + cell]! / fastest, 3)
    }
    view.update(0.5)
    view.update(1)
    expect(view.phase.value).toBeCloseTo(0.75, 9)
  })

  it('as an overlay let through what lies behind them', () => {
    const { material } = new FlowLines(fluid(), { overlay: true })
    expect([material.transparent, material.depthWrite]).toEqual([true, false])
    expect(new FlowLines(fluid()).material.transparent).toBe(false)
  })

  it('stand still where nothing moves', () => {
    const shown = fluid()
    for (const name of ['u', 'v']) shown.fields[name] = new Float32Array(count)
    const view = new FlowLines(shown)
    const halves = [...(view.texture.image.data as Uint16Array)].map(DataUtils.fromHalfFloat)
    // No velocity, no speed, all open; divided by the fastest, which is 0.
    expect(halves).toEqual(Array.from({ length: 8 * 6 }, () => [0, 0, 0, 1]).flat())
    expect(view.range.high.value).toBeGreaterThan(view.range.low.value)
  })
})

describe('FlowParticles', () => {
  it('are where they are told, and sends copies', () => {
    const many = particles(20)
    const view = new FlowParticles(many)
    many.positions[0] = 9
    expect(view.geometry.getAttribute('place').getX(0)).toBe(0)
    view.update()
    expect(view.geometry.getAttribute('place').getX(0)).toBe(9)
    expect([...view.geometry.getAttribute('velocity').array]).toEqual([...many.velocities])
    expect(view.range.high.value).toBe(57)
    expect(() => view.update(particles(21))).toThrow('made for 20 particles')
  })
})

describe('FlowStreamlines', () => {
  it('are ribbons, and lines are not joined', () => {
    const view = new FlowStreamlines(lines(3, 2))
    // Two quads of the first line, one of the second.
    expect(view.geometry.drawRange.count).toBe(18)
    const used = [...view.geometry.index!.array.slice(0, 18)]
    expect(used.slice(12)).toEqual([6, 7, 8, 8, 7, 9])
    const ribbon = view.geometry.getAttribute('ribbon')
    expect([0, 2, 4, 6, 8].map((vertex) => ribbon.getZ(vertex))).toEqual([0, 1, 2, 0, 1])
  })

  it('grow by doubling, and free what they outgrew', () => {
    const view = new FlowStreamlines(lines(4))
    const first = view.geometry
    const freed = vi.fn()
    first.addEventListener('dispose', freed)
    view.update(0, lines(3))
    expect(view.geometry).toBe(first)
    view.update(0, lines(5))
    expect(freed).toHaveBeenCalledOnce()
    expect(view.geometry.getAttribute('position').count).toBe(16)
    view.update(0, lines())
    expect(view.count).toBe(0)
  })
})

describe('SmokeVolume', () => {
  it('holds density and temperature to eleven bits', () => {
    const shown = fluid()
    const smoke = new SmokeVolume(shown, { glow: [20, 30] })
    const bytes = smoke.densityTexture.image.data as unknown as Uint8Array
    const { smoke: densities, temperature: heat } = shown.fields
    const [densest, coldest, hottest] = [Math.max(...densities!), Math.min(...heat!), Math.max(...heat!)]
    for (let cell = 0; cell < count; cell++) {
      const share = (first: number) => (256 * bytes[4 * cell + first]! + bytes[4 * cell + first + 1]!) / 65535
      const [density, temperature] = [share(0) * densest, coldest + share(2) * (hottest - coldest)]
      expect(Math.abs(density! / shown.fields.smoke![cell]! - 1)).toBeLessThanOrEqual(2 ** -11)
      expect(Math.abs(temperature! / shown.fields.temperature![cell]! - 1)).toBeLessThanOrEqual(2 ** -11)
    }
  })

  it('refuses a white heat that is not above the beginning of the glow', () => {
    const smoke = new SmokeVolume(fluid())
    expect(() => smoke.setGlow(300, 300)).toThrow(/must be above 300/)
    expect(() => smoke.setGlow(300, Number.NaN)).toThrow(RangeError)
    expect(() => smoke.setGlow(300, 900)).not.toThrow()
  })

  it('is darker below than above', () => {
    const smoke = new SmokeVolume(fluid())
    const bytes = smoke.lightTexture.image.data as unknown as Uint8Array
    // Light of the sky in the column of cell (4, ·, 2).
    const sky = (j: number) => bytes[2 * ((2 * 6 + j) * 8 + 4) + 1]!
    expect(sky(5)).toBeGreaterThan(sky(0) + 20)
  })
})

/** Every view, with a way to look at all the memory it holds. */
const views = {
  DensityPlane: (map: ColorMap) => new DensityPlane(fluid(), { show: 'ink', map }),
  FlowArrows: (map: ColorMap) => new FlowArrows(fluid(), { map }),
  FlowLines: (map: ColorMap) => new FlowLines(fluid(), { map }),
  FlowParticles: (map: ColorMap) => new FlowParticles(particles(10), { map }),
  FlowStreamlines: (map: ColorMap) => new FlowStreamlines(lines(5, 6), { map }),
  SmokeVolume: () => new SmokeVolume(fluid()),
}

/** Arrays that a view sends to the device: of its geometry, and of the textures among its properties. */
function arrays(view: ReturnType<(typeof views)[keyof typeof views]>): ArrayLike<number>[] {
  const attributes = Object.values(view.geometry.attributes).map(({ array }) => array as ArrayLike<number>)
  const textures = [view.geometry.index?.array, ...texturesOf(view).map((texture) => values(texture).data)]
  return [...attributes, ...textures.filter((array) => array !== undefined && array !== null)]
}

function texturesOf(view: object): Texture[] {
  return Object.values(view)
    .flat()
    .filter((value): value is Texture => (value as Texture | undefined)?.isTexture === true)
}

describe.each(Object.keys(views) as (keyof typeof views)[])('%s', (name) => {
  it('keeps its memory from update to update', () => {
    const view = views[name](new ColorMap())
    const before = arrays(view)
    expect(before.length).toBeGreaterThan(0)
    const geometry = view.geometry
    for (let frame = 0; frame < 5; frame++) view.update()
    expect(view.geometry).toBe(geometry)
    arrays(view).forEach((array, k) => {
      expect(array).toBe(before[k])
    })
  })

  it('frees geometry, material and textures, but not a map that is shared', () => {
    const map = new ColorMap()
    const view = views[name](map)
    const freed: string[] = []
    view.geometry.addEventListener('dispose', () => freed.push('geometry'))
    view.material.addEventListener('dispose', () => freed.push('material'))
    for (const texture of texturesOf(view)) texture.addEventListener('dispose', () => freed.push(texture.name))
    map.texture.addEventListener('dispose', () => freed.push('map'))
    view.dispose()
    expect(freed.sort()).toEqual(['geometry', 'material', ...texturesOf(view).map((texture) => texture.name)].sort())
  })
})
