// The renderings of a fluid: a slice in colors, a cloud, a fire, the isosurface of a dye, or metaballs.

import { type ColorMapName, DensityPlane, IsosurfaceMesh, SmokeVolume, type SmokeVolumeOptions } from '@seiche/three'
import { Isosurface, Metaballs, Particles, type Periodic } from 'seiche'
import { color, float, mix, normalView, positionViewDirection, positionWorld, smoothstep } from 'three/tsl'
import { Color, MeshPhysicalNodeMaterial } from 'three/webgpu'
import { colorsOf, dyesOf, type FluidDisplay, renderedDye } from '../../../session/display/fluid-display.js'
import type { SimulationInfo } from '../../../worker/protocol.js'
import type { FluidData } from '../../shared/fluid-data.js'
import type { FluidPart } from './fluid-part.js'
import { SmoothedVolume } from './smoothed-volume.js'

/** Color of solids in a slice. */
const solidColor = 0x5d6670
/** Background of a slice that shows nothing. */
const darkBackground = 0x080b12
/** Most cells of fine dye for each pixel of the window [1]: more would not be seen. */
const cellsPerPixel = 0.5
/** Strength of the relief of dyes [1]. */
const relief = 0.4
/** Share of white in the color of a cloud. */
const whitening = 0.1
/** Soot: dark and thin, so that the glow inside is seen. */
const fireLook = { color: 0x2b2622, lightStrength: 0.8, skyColor: 0x39404d, glowStrength: 60 } as const
/** Extinction coefficient of a cloud, times the longest side [1]: dense enough to have a surface. */
const cloudExtinction = 38
/** Its extinction coefficient, times the longest side [1]. */
const sootExtinction = 5
/** Part of the highest temperature above rest at which smoke begins to glow. */
const glowBegins = 0.2
/** Least heat above rest that glows white [K]: air of the room has no fire. */
const leastHeat = 5
/** Part of the highest temperature that is kept after a cooler frame: a fire that cools grows dull before it glows again. */
const coolingKept = 0.995
/** Number of metaballs, their radius in parts of the longest side, and their mean lifetime [s]. */
const balls = { count: 420, radius: 1 / 42, lifetime: 8 }
/** Cells of the field of metaballs per radius. */
const cellsPerRadius = 2
/** Steps of a ray through a cloud: few enough to animate it. */
const cloudSteps = 72

/** Position of a slice along z [m]. */
export function sliceAt(data: FluidData, { at }: FluidDisplay): number {
  const [, , depth] = data.size
  return (at * (depth - data.cellSize)) / 2
}

/** Axes along which the fluid is periodic. */
export function periodicOf({ scene }: SimulationInfo): Periodic {
  const edges = scene.fluid?.boundaries
  return [edges?.['x-'] === 'periodic', edges?.['y-'] === 'periodic', edges?.['z-'] === 'periodic']
}

/** The rendering that a display asks for; undefined for none. `isFine`: with detail finer than the cells. */
export function makeRendering(
  info: SimulationInfo,
  data: FluidData,
  display: FluidDisplay,
  isFine: boolean,
): FluidPart | undefined {
  if (display.rendering === 'slice') return makePlane(info, data, display, isFine)
  if (display.rendering === 'cloud') return makeCloud(info, data, display, isFine)
  if (display.rendering === 'fire') return makeFire(info, data, display, isFine)
  if (display.rendering === 'metaballs') return makeMetaballs(info, data, display)
  return display.rendering === 'surface' ? makeSurface(info, data, display) : undefined
}

function colorOf({ scene }: SimulationInfo, dye: string): string {
  return scene.fluid?.dyes[dye]?.color ?? '#ffffff'
}

function makePlane(info: SimulationInfo, data: FluidData, display: FluidDisplay, isFine: boolean): FluidPart {
  const colors = colorsOf(display)
  const slice = { axis: 'z', at: data.isFlat ? 0 : sliceAt(data, display) } as const
  const common = { slice, solidColor, periodic: periodicOf(info) }
  const dyes = dyesOf(info.scene)
  if (display.show === 'nothing') data.need(['nothing'])
  const plane =
    display.show === 'nothing'
      ? new DensityPlane(data, { ...common, dyes: { nothing: 0xffffff }, background: darkBackground })
      : display.show === 'dyes'
        ? new DensityPlane(data, {
            ...common,
            dyes: Object.fromEntries(dyes.map((dye) => [dye, dyeColor(colorOf(info, dye), colors === 'white')])),
            mixing: colors === 'white' ? 'ink' : 'light',
            fine: isFine && data.isFlat && cellsPerPixel * pixels(),
            relief,
          })
        : new DensityPlane(data, { ...common, show: display.show, map: colors as ColorMapName })
  let hasJumped = true
  return {
    object: plane,
    update: (simulated) => {
      plane.update(hasJumped ? -1 : simulated)
      hasJumped = false
    },
    restart: () => {
      hasJumped = true
    },
    render: (renderer) => plane.render(renderer),
    dispose: () => plane.dispose(),
  }
}

/** Pixels of the window. */
const pixels = (): number => window.innerWidth * window.innerHeight * window.devicePixelRatio ** 2

/** Pale dyes, such as smoke, would be invisible on white: there their lightness is inverted. */
function dyeColor(written: string, onWhite: boolean): Color {
  const dye = new Color(written)
  const { h, s, l } = dye.getHSL({ h: 0, s: 0, l: 0 })
  return onWhite && l > 0.75 ? dye.setHSL(h, s, 1 - l + 0.12) : dye
}

function makeCloud(info: SimulationInfo, data: FluidData, display: FluidDisplay, isFine: boolean): FluidPart {
  const cloud = new SmokeVolume(data, cloudLook(info, display, isFine))
  return { object: cloud, update: (simulated) => cloud.update(simulated), dispose: () => cloud.dispose() }
}

/** Smoke that glows where it is hot: dull red from a part of the highest temperature on, white at it. */
function makeFire(info: SimulationInfo, data: FluidData, display: FluidDisplay, isFine: boolean): FluidPart {
  const rest = info.scene.fluid?.temperature?.rest ?? 0
  const fire = new SmokeVolume(data, {
    ...cloudLook(info, display, isFine),
    ...fireLook,
    extinction: sootExtinction / Math.max(...data.size),
    glow: [rest, rest + 1],
  })
  let hottest = 0
  const update = (simulated: number) => {
    const heat = data.fields.temperature!.reduce((most, value) => Math.max(most, value), rest) - rest
    hottest = Math.max(heat, hottest * coolingKept, leastHeat)
    fire.setGlow(rest + glowBegins * hottest, rest + hottest)
    fire.update(simulated)
  }
  update(0)
  return { object: fire, update, dispose: () => fire.dispose() }
}

function cloudLook(info: SimulationInfo, display: FluidDisplay, isFine: boolean): SmokeVolumeOptions {
  const dye = renderedDye(info, display)
  const solids = (info.scene.fluid?.solids.length ?? 0) > 0
  return {
    density: dye,
    // Smoke never scatters one color alone: a pure color would hide its shading.
    color: new Color(colorOf(info, dye)).lerp(new Color(0xffffff), whitening),
    steps: cloudSteps,
    extinction: cloudExtinction / Math.max(...info.fluid!.cells) / info.grid.cellSize,
    detail: isFine ? 1 : 0,
    occluded: solids,
    skyColor: 0x8ea5ca,
    lightStrength: 2.9,
  }
}

/** Wax over a lamp: it glows near the floor, and at its rims where light passes through. */
function makeSurface(info: SimulationInfo, data: FluidData, display: FluidDisplay): FluidPart {
  const dye = renderedDye(info, display)
  const surface = new Isosurface()
  const smoothed = new SmoothedVolume(data.cells)
  let { level } = display
  const find = () => {
    const values = smoothed.of(data.fields[dye]!)
    const most = values.reduce((largest, value) => Math.max(largest, value), 0)
    // Where there is less dye, a part of its maximum. A level of zero would enclose everything.
    return surface.update(
      { values, cells: data.cells, cellSize: data.cellSize },
      Math.max(1e-6, Math.min(level, level * most)),
    )
  }
  const mesh = new IsosurfaceMesh(find(), { material: waxOf(info, data, dye) })
  return {
    object: mesh,
    update: () => mesh.update(find()),
    setLevel: (changed) => {
      level = changed
      mesh.update(find())
    },
    dispose: () => mesh.dispose(),
  }
}

/** Balls that the flow carries out of the dye, and that merge where they are close. */
function makeMetaballs(info: SimulationInfo, data: FluidData, display: FluidDisplay): FluidPart {
  const dye = renderedDye(info, display)
  const radius = balls.radius * Math.max(...data.size)
  const half = data.size.map((side) => side / 2) as [number, number, number]
  const box = { low: half.map((side) => -side) as typeof half, high: half }
  const make = (level: number) => new Metaballs({ radius, cellSize: radius / cellsPerRadius, level, box })
  const particles = new Particles({
    count: balls.count,
    flow: data,
    lifetime: balls.lifetime,
    periodic: periodicOf(info),
    ...regionOf(data, dye),
  })
  let surface = make(display.level)
  const find = () => surface.update(particles.positions)
  const mesh = new IsosurfaceMesh(find(), { material: waxOf(info, data, dye) })
  return {
    object: mesh,
    update: (simulated) => {
      if (simulated > 0) particles.step(data, simulated)
      mesh.update(find())
    },
    setLevel: (level) => {
      surface = make(level)
      mesh.update(find())
    },
    dispose: () => mesh.dispose(),
  }
}

/** The box around all cells with dye, in which balls begin; the whole fluid where there is none yet. */
function regionOf({ fields, cells, cellSize }: FluidData, dye: string): { region?: { low: number[]; high: number[] } } {
  const values = fields[dye]!
  const least = 0.3 * values.reduce((most, value) => Math.max(most, value), 0)
  if (least <= 0) return {}
  const [low, high] = [cells.map(() => Number.POSITIVE_INFINITY), cells.map(() => Number.NEGATIVE_INFINITY)]
  for (let cell = 0; cell < values.length; cell++) {
    if (values[cell]! < least) continue
    const place = [cell % cells[0], Math.floor(cell / cells[0]) % cells[1], Math.floor(cell / (cells[0] * cells[1]))]
    for (const [axis, index] of place.entries()) {
      low[axis] = Math.min(low[axis]!, (index - cells[axis]! / 2) * cellSize)
      high[axis] = Math.max(high[axis]!, (index + 1 - cells[axis]! / 2) * cellSize)
    }
  }
  return { region: { low, high } }
}

function waxOf(info: SimulationInfo, data: FluidData, dye: string): MeshPhysicalNodeMaterial {
  const wax = color(new Color(colorOf(info, dye)))
  const material = new MeshPhysicalNodeMaterial({
    roughness: 0.32,
    metalness: 0,
    clearcoat: 0.6,
    clearcoatRoughness: 0.25,
  })
  material.name = 'wax'
  const half = data.size[1] / 2
  const low = smoothstep(half, -half, positionWorld.y)
  const rim = float(1).sub(normalView.dot(positionViewDirection).clamp(0, 1)).pow(2.5)
  material.colorNode = wax
  material.emissiveNode = wax.mul(mix(float(0.06), float(0.5), low.mul(low)).add(rim.mul(0.45)))
  return material
}
