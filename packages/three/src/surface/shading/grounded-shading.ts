// Shading of water over ground: clear where it is shallow, with ripples and foam that move with the flow.

import {
  cameraPosition,
  Fn,
  float,
  mix,
  modelScale,
  modelWorldMatrix,
  modelWorldMatrixInverse,
  positionGeometry,
  positionWorld,
  smoothstep,
  vec2,
  vec3,
  vec4,
} from 'three/tsl'
import type { Node } from 'three/webgpu'
import { wetAlbedo } from '../../ground/ground-material.js'
import { meanFresnel } from '../../light/optics.js'
import { onlyWhere } from '../../light/rays/only-where.js'
import { insideVarying } from '../../shared/inside-varying.js'
import type { GroundedWater } from '../grounded-water.js'
import type { HeightField } from '../height-field.js'
import { lightFromPlainGround } from './plain-ground.js'
import { lightFromBelow, lightOnFoam, reflectionOfRoughWater, sunGlitter, withinPixel } from './water-light.js'
import type { WaterLook } from './water-look.js'
import type { WaterMaterial } from './water-material.js'

/** Sets the nodes of water that ends at a shore: masked on dry land, transparent at its edge. */
export function shadeOverGround(
  material: WaterMaterial,
  field: HeightField,
  water: GroundedWater,
  look: WaterLook,
): void {
  material.positionNode = positionGeometry.add(vec3(0, water.surface(positionGeometry.xz), 0))
  const place = insideVarying(positionGeometry.xz)
  const depth = water.depth(positionGeometry.xz)
  material.maskNode = depth.greaterThan(0)
  const flow = water.flow(place).toVar()
  // The spline over the cells ends the water along a smooth line, between the straight edges of the mesh.
  material.opacityNode = material.alpha.mul(smoothstep(float(0), water.visible, flow.w))
  const { heightScale: scale, material: sand } = water.ground
  const toSide = (direction: Node<'vec3'>): Node<'float'> => {
    const along = toLocal(direction).toVar()
    const left = vec2(...water.ground.extent)
      .div(2)
      .sub(place.mul(along.sign()))
    const ways = left.div(along.abs().max(1e-5)).toVar()
    return ways.x.min(ways.y)
  }
  if (look.absorption) {
    water.attenuation = vec3(material.absorption)
    water.isRelative = false
  }
  material.colorNode = Fn(() => {
    const footprint = positionWorld.fwidth().length().toVar()
    // A channel of one cell is drawn wider than it is: its ripples are not.
    const stretch = modelScale.xz.div(modelScale.y).toVar()
    const drawn = place.mul(stretch).toVar()
    const phases = water.phases(drawn, flow)
    const ripples = water.ripples(drawn, flow, phases).toVar()
    const grid = field.slope(place).div(stretch).toVar()
    // Waves of the grid are smaller than a pixel, too, far away and at crests; and no front is as smooth within a cell as its spline.
    const resolved = withinPixel(vec3(grid.x.negate(), 1, grid.y.negate()).normalize())
    const unresolved = ripples.z.add(resolved).add(water.withinCell(grid, footprint))
    const variance = (look.rain ? unresolved.add(look.rain.unseen(footprint)) : unresolved).toVar()
    const waves = grid.add(ripples.xy)
    const struck = look.rain ? waves.add(look.rain.rings(drawn, footprint)) : waves
    const slope = struck.mul(material.distortionScale).toVar()
    // Normals are divided by the stretch that directions are multiplied with.
    const local = slope.div(stretch)
    const normal = vec3(local.x.negate(), 1, local.y.negate()).transformDirection(modelWorldMatrix).toVar()
    const toEye = cameraPosition.sub(positionWorld).normalize().toVar()
    const facing = normal.dot(toEye).max(0.02).toVar()

    // Rays pass through the drawn water; its colours are those of the true depth, without the height factor.
    const seen = lightFromBelow(material, normal, toEye, footprint, look, {
      absorption: water.attenuation.div(scale),
      depth: depth.mul(scale),
      color: sand.sandColor.rgb.mul(sand.light(vec3(0, 1, 0), float(1), float(1))).mul(vec3(...wetAlbedo)),
      side: water.ground.hasSides ? toSide : undefined,
    })
    // Towards the edge of the grid the water becomes that of the distant sea, which does not look up what is below it.
    const { faded } = water.ground
    const below = seen.toVar()
    if (faded)
      onlyWhere(faded.greaterThan(0), () => {
        below.assign(mix(below, lightFromPlainGround(material, water, normal, toEye, depth, footprint), faded))
      })
    const peak = modelWorldMatrix.mul(vec4(0, water.ground.highest.mul(scale), 0, 1)).y
    const horizon = (direction: Node<'vec3'>): Node<'float'> =>
      water.ground.horizon.at(place, toLocal(direction)).mul(scale)
    const terrain = look.objects && { peak, horizon, objects: look.objects }
    const above = reflectionOfRoughWater(material, normal, toEye, footprint, variance, look, terrain)
    const body = mix(below, above, meanFresnel(facing, variance))
    const lit = body.add(sunGlitter(material, normal, toEye, variance))

    // Besides the foam of the solver, drifting flecks, without which the flow of smooth water would be invisible.
    // There are none on a film, whose speed at the shore would draw a white line around the water.
    const deepEnough = smoothstep(water.visible, water.visible.mul(6), flow.w)
    const drifting = smoothstep(0.08, 0.9, water.relativeSpeed(flow)).mul(deepEnough).mul(0.16)
    const cover = flow.z.mul(0.85).max(drifting).toVar()
    const white = float(0).toVar()
    onlyWhere(cover.greaterThan(0), () => {
      white.assign(water.froth(drawn, phases, cover, footprint).mul(flow.z.mul(0.3).add(0.6)))
    })
    return mix(lit, material.foamColor.rgb.mul(lightOnFoam(material, normal)), white)
  })()
}

/** The part of a direction in world space along the local x and z. */
function toLocal(direction: Node<'vec3'>): Node<'vec2'> {
  return modelWorldMatrixInverse.mul(vec4(direction, 0)).xz
}
