// Material of bodies: beach balls, crates, logs and painted hulls, lit by sky and sun, darker and without gloss under water.

import {
  attribute,
  cameraPosition,
  Fn,
  float,
  mix,
  mx_noise_float,
  normalGeometry,
  normalWorld,
  positionWorld,
  reflect,
  smoothstep,
  uniform,
  varying,
  vec3,
} from 'three/tsl'
import { Color, type Node, NodeMaterial } from 'three/webgpu'
import { fresnel } from '../light/optics.js'
import { Sky } from '../light/sky.js'
import { meniscusNormal, meniscusRise, meniscusVisibility } from '../surface/shore/meniscus.js'
import type { WaterSurface } from '../surface/water-surface.js'
import { skins } from './body-geometry.js'

/** Irradiance at a point with a unit normal, both in world space. */
export type LightOn = (point: Node<'vec3'>, normal: Node<'vec3'>) => Node<'vec3'>

/** Lighting of bodies. */
export interface BodyLook {
  /** Sky and sun. Default: those of the water, else a blue, hazy sky. */
  sky?: Sky
  /** Water around the bodies: below its surface they are wet and lit by caustics. */
  water?: WaterSurface
  /** Custom light instead of sky, sun and caustics. */
  light?: LightOn
}

/** Paint of one body, in `userData.paint` of its mesh. */
export interface BodyPaint {
  color: Color
  /** Whether the colors of the body's file are painted over. */
  isPainted: boolean
  /** Brightness of its rim, 0 to 1: highlights a body under the pointer. */
  glow: number
}

/** Second colour: of the ends of logs, the gores of balls and the second piece of a body. */
const cream = new Color(0xf7efdd)

/** One material for all bodies of a scene. Colour and highlight of each body come from `userData.paint` of its mesh. */
export class BodyMaterial extends NodeMaterial {
  constructor(look: BodyLook = {}) {
    super()
    this.name = 'body'
    const sky = look.sky ?? look.water?.material.sky ?? new Sky()
    const paintOf = (object: { userData: object } | null): BodyPaint | undefined =>
      (object?.userData as { paint?: BodyPaint } | undefined)?.paint
    const tint = uniform(new Color()).onObjectUpdate(({ object }, self) => {
      self.value.copy(paintOf(object)?.color ?? cream)
    })
    const painted = uniform(0).onObjectUpdate(({ object }) => Number(paintOf(object)?.isPainted ?? false))
    const glow = uniform(0).onObjectUpdate(({ object }) => paintOf(object)?.glow ?? 0)
    const light = look.light ?? defaultLight(sky, look.water)
    this.colorNode = Fn(() => {
      const normal = normalWorld.toVar()
      const toEye = cameraPosition.sub(positionWorld).normalize().toVar()
      const facing = normal.dot(toEye).clamp(0, 1).toVar()
      const above = look.water ? heightAbove(look.water).toVar() : float(1)
      const pixel = above.fwidth().max(1e-5).toVar()
      // 1 in air, 0 under water, with a transition one pixel wide.
      const dry = smoothstep(pixel.negate(), pixel, above)
      const skin = skinColor(tint.rgb, painted)
      const matt = skin.color.mul(mix(float(0.78), float(1), dry)).mul(light(positionWorld, normal))
      const mirrored = reflect(toEye.negate(), normal).toVar()
      const sheen = sky.radiance(mirrored).mul(fresnel(facing.max(0.05)))
      const glint = mirrored.dot(sky.sunDirection).max(0).pow(90).mul(0.55)
      const gloss = sheen.add(sky.sunColor.rgb.mul(glint)).mul(skin.gloss).mul(dry)
      const rim = facing.oneMinus().pow(2).mul(0.75).add(0.1).mul(glow)
      const lit = matt.add(gloss).add(vec3(1, 0.98, 0.92).mul(rim))
      if (!look.water) return lit
      // The water that has risen at the body mirrors the sky, more of it the steeper it is.
      const risen = meniscusNormal(above.clamp(0, meniscusRise), normal).toVar()
      const inRise = dry
        .mul(smoothstep(pixel.negate(), pixel, above.sub(meniscusRise)).oneMinus())
        .mul(meniscusVisibility(pixel))
      const toSky = reflect(toEye.negate(), risen)
      const film = sky.radiance(vec3(toSky.x, toSky.y.abs(), toSky.z).normalize())
      const water = mix(matt.mul(0.78), film, fresnel(risen.dot(toEye).max(0.02)))
      return mix(lit, water, inRise)
    })()
  }
}

/** Height of the fragment above the water [m]. */
function heightAbove(water: WaterSurface): Node<'float'> {
  const place = positionWorld.xz.div(vec3(water.scale.x, 1, water.scale.z).xz)
  const level = water.grounded?.surface(place) ?? water.heightField.height(place)
  return positionWorld.y.sub(level)
}

export function defaultLight(sky: Sky, water: WaterSurface | undefined): LightOn {
  return (point, normal) => {
    const facing = normal.dot(sky.sunDirection).max(0)
    const below = point.y.negate().max(0)
    const waves = water && !water.grounded ? water.caustics(point.xz, below) : float(1)
    const open = normal.y.mul(0.3).add(0.7)
    return sky.sunColor.rgb.mul(facing.mul(waves).mul(0.95)).add(sky.horizonColor.rgb.mul(open).mul(0.75))
  }
}

/** Colour and gloss of a body, by the attributes of its vertices. */
function skinColor(tint: Node<'vec3'>, painted: Node<'float'>): { color: Node<'vec3'>; gloss: Node<'float'> } {
  const place = varying(attribute<'vec3'>('place', 'vec3')).toVar()
  const skin = varying(attribute<'vec2'>('skin', 'vec2'))
  const normal = varying(normalGeometry).toVar()
  const own = varying(attribute<'vec4'>('own', 'vec4'))
  const is = (kind: number): Node<'bool'> => skin.x.sub(kind).abs().lessThan(0.5)
  // The second piece of a body is lighter than the first, the third darker, and so on: a cabin on a hull.
  const part = skin.y.mod(3)
  const base = part
    .lessThan(0.5)
    .select(tint, part.lessThan(1.5).select(mix(tint, vec3(cream.r, cream.g, cream.b), 0.8), tint.mul(0.45)))
    .toVar()
  const wood = is(skins.crate).or(is(skins.log))
  const color = is(skins.ball).select(
    gores(place, base),
    is(skins.crate).select(planks(place, normal, base), is(skins.log).select(bark(place, normal, base), base)),
  )
  return { color: mix(color, own.rgb, own.a.mul(painted.oneMinus())), gloss: wood.select(float(0.25), float(1)) }
}

/** A beach ball: six gores between two caps. */
function gores(place: Node<'vec3'>, tint: Node<'vec3'>): Node<'vec3'> {
  const white = vec3(cream.r, cream.g, cream.b)
  const flat = place.xz.div(place.xz.length().max(1e-4)).toVar()
  // sin 3θ by the triple-angle formula, which is continuous everywhere.
  const wave = flat.y.mul(flat.x.mul(flat.x).mul(3).sub(flat.y.mul(flat.y))).toVar()
  const edge = wave.fwidth().max(1e-4)
  const gore = smoothstep(edge.negate(), edge, wave)
  const height = place.y.abs()
  const capEdge = height.fwidth().max(1e-4)
  const cap = smoothstep(float(0.94).sub(capEdge), float(0.94).add(capEdge), height)
  return mix(mix(tint, white, gore), tint, cap)
}

/** A crate: boards within a frame, on each of its sides. */
function planks(place: Node<'vec3'>, normal: Node<'vec3'>, tint: Node<'vec3'>): Node<'vec3'> {
  const n = normal.abs().toVar()
  const onX = n.x.greaterThan(n.y.max(n.z))
  const onY = n.y.greaterThan(n.x.max(n.z))
  const side = onX.select(place.zy, onY.select(place.xz, place.xy)).toVar()
  const away = side.abs().toVar()
  const soft = side.fwidth().length().max(1e-4).toVar()
  const line = (distance: Node<'float'>, width: number): Node<'float'> =>
    smoothstep(float(width).add(soft), float(width), distance.abs())
  const border = away.x.max(away.y).toVar()
  const frame = smoothstep(float(0.77).sub(soft), float(0.77).add(soft), border)
  // Five boards along the first direction of the side, and the gap between frame and boards.
  const boards = side.y.mul(3.25).toVar()
  const joint = line(boards.fract().sub(0.5).abs().sub(0.5).div(3.25), 0.012).mul(frame.oneMinus())
  const seam = line(border.sub(0.77), 0.014)
  const grain = mx_noise_float(vec3(side.x.mul(2.4), side.y.mul(26), n.x.mul(7).add(n.y.mul(13)))).mul(0.09)
  const board = boards.add(0.5).floor().mul(12.9898).sin().mul(43758.5453).fract().mul(0.1).add(0.92)
  const shade = mix(board, float(1.12), frame).add(grain)
  return tint.mul(shade).mul(joint.max(seam).mul(0.45).oneMinus())
}

/** A log: grain along it, rings at its ends. */
function bark(place: Node<'vec3'>, normal: Node<'vec3'>, tint: Node<'vec3'>): Node<'vec3'> {
  const end = smoothstep(0.9, 0.97, normal.y.abs())
  const r = place.xz.length().toVar()
  const wobble = mx_noise_float(place.mul(2.3)).mul(0.05).toVar()
  const soft = r.fwidth().mul(9).clamp(0, 1)
  const rings = mix(r.add(wobble).mul(44).sin().mul(0.13), float(0), soft).add(1)
  const furrow = mx_noise_float(vec3(place.x.mul(6), place.y.mul(2.2), place.z.mul(6)))
    .mul(0.22)
    .add(0.95)
  const wood = mix(tint, vec3(cream.r, cream.g, cream.b), 0.55)
  return mix(tint.mul(furrow), wood.mul(rings), end)
}
