// A channel one cell wide, like a wave flume in a laboratory: a trough with a glass front that shows the waves in profile.

import { meniscusRise, meniscusVisibility, type RayColor, type WaterSurface } from '@seiche/three'
import {
  Fn,
  float,
  mix,
  normalWorld,
  positionGeometry,
  positionWorld,
  smoothstep,
  varying,
  vec2,
  vec3,
} from 'three/tsl'
import { BoxGeometry, type BufferGeometry, Group, Mesh, type Node, NodeMaterial, PlaneGeometry } from 'three/webgpu'
import type { Lighting } from '../../../shared/lighting.js'
import { type Basin, type BasinSize, roundLength } from '../../../shared/solids/basin.js'
import { makeFloor } from '../../../shared/solids/paving.js'
import type { SettingDesign } from '../basin-setting.js'
import { makeHallWall } from './hall-wall.js'
import { concrete, laboratoryPalette } from './laboratory.js'

export const design: SettingDesign = {
  rim: 0.025,
  hasRim: false,
  hasFloor: true,
  hasGlass: true,
  lowered: 0,
  direction: { polar: 1.28, azimuth: 0.16 },
  lengthways: { polar: 1.25, azimuth: 1.05 },
  distance: 0.8,
  palette: laboratoryPalette,
  make: (size, lighting, { surface }, { grid }) => new Flume(size, lighting, surface(), grid.cells[1] === 1),
}

export class Flume extends Group implements Basin {
  readonly #size: BasinSize
  readonly #lighting: Lighting

  /** The channel lies along x if `alongX`, else along z; its glass front faces +z or +x. */
  constructor(size: BasinSize, lighting: Lighting, surface: WaterSurface, alongX: boolean) {
    super()
    this.name = 'flume'
    this.#size = size
    this.#lighting = lighting
    this.add(this.#makeTrough(alongX), this.#makeProfile(surface, alongX), this.#makeHall(alongX))
  }

  readonly reflect: RayColor = (_origin, direction) => this.#lighting.sky.radiance(direction)

  light(_point: Node<'vec3'>, normal: Node<'vec3'>): Node<'vec3'> {
    return this.#lighting.outdoors(normal)
  }

  override dispose(): void {
    super.dispose()
    this.traverse((part) => {
      if (!(part instanceof Mesh)) return
      const mesh = part as Mesh<BufferGeometry, NodeMaterial>
      mesh.geometry.dispose()
      mesh.material.dispose()
    })
  }

  /** Thickness of walls and floor [m]. */
  get #wall(): number {
    return 0.012 * Math.max(this.#size.width, this.#size.length)
  }

  /** Floor, back and ends; the front is glass and not drawn. */
  #makeTrough(alongX: boolean): Group {
    const { width, length, depth, rim } = this.#size
    const wall = this.#wall
    const height = depth + rim + wall
    const middle = (rim - depth - wall) / 2
    const board = this.#makeBoard(alongX)
    // The floor goes on below the ends: between edges that only touch, the hall would be seen as dots.
    const parts: [geometry: BoxGeometry, x: number, y: number, z: number][] = alongX
      ? [
          [new BoxGeometry(width + 2 * wall, wall, length), 0, -depth - wall / 2, 0],
          [new BoxGeometry(width + 2 * wall, height, wall), 0, middle, -(length + wall) / 2],
          [new BoxGeometry(wall, height, length), -(width + wall) / 2, middle, 0],
          [new BoxGeometry(wall, height, length), (width + wall) / 2, middle, 0],
        ]
      : [
          [new BoxGeometry(width, wall, length + 2 * wall), 0, -depth - wall / 2, 0],
          [new BoxGeometry(wall, height, length + 2 * wall), -(width + wall) / 2, middle, 0],
          [new BoxGeometry(width, height, wall), 0, middle, -(length + wall) / 2],
          [new BoxGeometry(width, height, wall), 0, middle, (length + wall) / 2],
        ]
    const trough = new Group()
    for (const [geometry, x, y, z] of parts) {
      const part = new Mesh(geometry, board)
      part.position.set(x, y, z)
      trough.add(part)
    }
    return trough
  }

  /** A white board with a measuring grid of round spacing. */
  #makeBoard(alongX: boolean): NodeMaterial {
    const material = new NodeMaterial()
    material.name = 'board'
    const mark = roundLength(Math.max(this.#size.width, this.#size.length) / 40)
    material.colorNode = Fn(() => {
      const place = alongX ? positionWorld.xy : positionWorld.zy
      const inMarks = place.div(mark).toVar()
      const fromLine = float(0.5).sub(inMarks.fract().sub(0.5).abs()).toVar()
      const soft = positionWorld.fwidth().length().div(mark).mul(0.8).add(0.01).toVar()
      const line = smoothstep(float(0), soft, fromLine.x.min(fromLine.y))
      const paint = mix(float(0.8), float(1), line)
      const facingFront = (alongX ? normalWorld.z : normalWorld.x).greaterThan(0.5)
      const tint = this.#lighting.stone.rgb.mul(facingFront.select(paint, float(1)))
      // The wave is seen against the board: it is lit as if it faced the sun.
      const light = facingFront.select(this.#lighting.outdoors(vec3(0, 1, 0)), this.#lighting.outdoors(normalWorld))
      return tint.mul(light.add(this.#lighting.lamp.rgb.mul(0.5)))
    })()
    return material
  }

  /** The water behind the glass: a sheet whose upper edge is the surface. */
  #makeProfile(surface: WaterSurface, alongX: boolean): Mesh {
    const { width, length, depth } = this.#size
    const span = alongX ? width : length
    const material = new NodeMaterial()
    material.name = 'profile'
    material.transparent = true
    const along = positionGeometry.x
    const upwards = positionGeometry.y.add(0.5)
    const cell = alongX ? vec2(along, 0) : vec2(0, along.negate())
    const height = surface.heightField.height(cell)
    // The water rises at the glass.
    const y = mix(float(-depth), height.add(meniscusRise), upwards)
    material.positionNode = alongX ? vec3(along, y, length / 2) : vec3(width / 2, y, along.negate())
    const belowSurface = varying(height.sub(y))
    material.colorNode = Fn(() => {
      const deep = belowSurface.div(depth).clamp(0, 1)
      // Red light is lost first: pale at the surface, blue-green at the floor.
      const body = this.#lighting.tile.rgb.mul(mix(vec3(0.85, 0.95, 1), vec3(0.16, 0.5, 0.7), deep))
      const edge = smoothstep(float(0.012 * span), float(0), belowSurface)
      const light = this.#lighting.skylight.add(this.#lighting.sunlight.mul(0.4)).add(this.#lighting.lamp.rgb.mul(0.6))
      const lit = body.mul(light).add(this.#lighting.grout.rgb.mul(light).mul(edge.mul(0.35)))
      // What has risen is a concave mirror: dark at its foot, where it shows the water, and bright above, where it shows the sky.
      const risen = belowSurface.div(-meniscusRise)
      return mix(
        lit,
        this.#lighting.skylight.mul(smoothstep(0.1, 0.9, risen).mul(1.1).add(0.15)),
        smoothstep(0, 0.2, risen),
      )
    })()
    const pixel = belowSurface.fwidth()
    const inRise = smoothstep(pixel.negate(), pixel, belowSurface).oneMinus()
    material.opacityNode = mix(float(0.8), meniscusVisibility(pixel).mul(0.7), inRise)
    const profile = new Mesh(new PlaneGeometry(span, 1, 512, 1), material)
    profile.frustumCulled = false
    profile.renderOrder = 1
    return profile
  }

  /** The floor of the hall, and its walls behind the flume and beyond its end. */
  #makeHall(alongX: boolean): Group {
    const { width, length, depth } = this.#size
    const reach = Math.max(width, length)
    const level = -depth - this.#wall
    const floor = makeFloor(this.#lighting, {
      reach,
      level,
      footprint: [width / 2 + this.#wall, length / 2 + this.#wall],
      color: (beside, blur) => concrete(0.5 * reach, beside, blur),
    })
    const walls = [
      { alongX, at: -0.75 * reach },
      { alongX: !alongX, at: -1.25 * reach },
    ].map((place) => makeHallWall(this.#lighting, { reach, level, dado: 0.12, ...place }))
    const hall = new Group()
    hall.add(floor, ...walls)
    return hall
  }
}
