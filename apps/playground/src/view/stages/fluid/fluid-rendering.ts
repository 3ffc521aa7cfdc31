// The renderings of a fluid: a slice in colors, a cloud, or the isosurface of a dye.

import { type ColorMapName, DensityPlane, IsosurfaceMesh, SmokeVolume } from '@seiche/three'
import { Isosurface, type Periodic } from 'seiche'
import { color, float, mix, normalView, positionViewDirection, positionWorld, smoothstep } from 'three/tsl'
import { Color, MeshPhysicalNodeMaterial } from 'three/webgpu'
import { colorsOf, dyesOf, type FluidDisplay, renderedDye } from '../../../session/fluid-display.js'
import type { SimulationInfo } from '../../../worker/protocol.js'
import type { FluidData } from '../../shared/fluid-data.js'
import type { FluidPart } from './fluid-part.js'

/** Color of solids in a slice. */
const solidColor = 0x5d6670
/** Background of a slice that shows nothing. */
const darkBackground = 0x080b12
/** Level of the isosurface; where there is less dye, this part of its maximum. */
const surfaceLevel = 0.5
/** Share of white in the color of a cloud. */
const whitening = 0.1
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

/** The rendering that a display asks for; undefined for none. */
export function makeRendering(info: SimulationInfo, data: FluidData, display: FluidDisplay): FluidPart | undefined {
  if (display.rendering === 'slice') return makePlane(info, data, display)
  if (display.rendering === 'cloud') return makeCloud(info, data, display)
  return display.rendering === 'surface' ? makeSurface(info, data, display) : undefined
}

function colorOf({ scene }: SimulationInfo, dye: string): string {
  return scene.fluid?.dyes[dye]?.color ?? '#ffffff'
}

function makePlane(info: SimulationInfo, data: FluidData, display: FluidDisplay): FluidPart {
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
          })
        : new DensityPlane(data, { ...common, show: display.show, map: colors as ColorMapName })
  return { object: plane, update: () => plane.update(), dispose: () => plane.dispose() }
}

/** Pale dyes, such as smoke, would be invisible on white: there their lightness is inverted. */
function dyeColor(written: string, onWhite: boolean): Color {
  const dye = new Color(written)
  const { h, s, l } = dye.getHSL({ h: 0, s: 0, l: 0 })
  return onWhite && l > 0.75 ? dye.setHSL(h, s, 1 - l + 0.12) : dye
}

function makeCloud(info: SimulationInfo, data: FluidData, display: FluidDisplay): FluidPart {
  const dye = renderedDye(info, display)
  const solids = (info.scene.fluid?.solids.length ?? 0) > 0
  const cloud = new SmokeVolume(data, {
    density: dye,
    // Smoke never scatters one color alone: a pure color would hide its shading.
    color: new Color(colorOf(info, dye)).lerp(new Color(0xffffff), whitening),
    steps: cloudSteps,
    occluded: solids,
    skyColor: 0x9fb4d6,
    lightStrength: 3,
  })
  return { object: cloud, update: () => cloud.update(), dispose: () => cloud.dispose() }
}

/** Wax over a lamp: it glows near the floor, and at its rims where light passes through. */
function makeSurface(info: SimulationInfo, data: FluidData, display: FluidDisplay): FluidPart {
  const dye = renderedDye(info, display)
  const surface = new Isosurface()
  const find = () => {
    const values = data.fields[dye]!
    const most = values.reduce((largest, value) => Math.max(largest, value), 0)
    // A level of zero would enclose everything.
    const level = Math.max(1e-6, Math.min(surfaceLevel, surfaceLevel * most))
    return surface.update({ values, cells: data.cells, cellSize: data.cellSize }, level)
  }
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
  const mesh = new IsosurfaceMesh(find(), { material })
  return { object: mesh, update: () => mesh.update(find()), dispose: () => mesh.dispose() }
}
