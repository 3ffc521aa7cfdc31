// A garden pond: gravel under the water, stones on its edge, and a meadow around it.

import { attribute, Fn, mix, normalWorld, positionWorld, smoothstep, texture, vec3 } from 'three/tsl'
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  IcosahedronGeometry,
  Mesh,
  type Node,
  NodeMaterial,
  type Object3D,
} from 'three/webgpu'
import type { Lighting } from '../../../shared/lighting.js'
import { chance, noiseTexture } from '../../../shared/noise-texture.js'
import { gardenPaletteFor, type Palette } from '../../../shared/palette.js'
import { pebbleTexture } from '../../../shared/pebble-texture.js'
import { crowns } from '../../../shared/plants/trees.js'
import type { BasinSize } from '../../../shared/solids/basin.js'
import { waterKind } from '../../../shared/surface/water-kind.js'
import type { SettingDesign } from '../basin-setting.js'
import { Pool } from '../pool.js'
import { Land } from './land.js'

const gravel = new Color(0xa89878)
const pebble = new Color(0x8d8a82)
export const design: SettingDesign = {
  rim: 0.02,
  hasRim: true,
  hasFloor: true,
  exposure: 1.6,
  direction: { polar: 1.06, azimuth: 0.42 },
  distance: 0.72,
  palette,
  make(size, lighting, water) {
    const reach = Math.max(size.width, size.length)
    return new Pool(size, lighting, water, {
      lining: (place) => bed(place, reach),
      surroundings: (basin) => bank(basin, lighting),
    })
  },
}

function palette(dark: boolean): Palette {
  const common = gardenPaletteFor(dark)
  return {
    ...common,
    // Clearer than a lake: the gravel is seen from above and from below.
    ...waterKind({ organic: 0.12, turbidity: 0.6 }, dark),
    obstacleColor: new Color(dark ? 0xcdb79c : 0xdcc3a0),
  }
}

/** Pebbles under water, some under mud and weed. */
function bed(place: Node<'vec2'>, reach: number): Node<'vec3'> {
  return Fn(() => {
    const patches = texture(noiseTexture(), place.div(1.3 * reach)).toVar()
    const pebbles = texture(pebbleTexture(), place.div(0.3 * reach)).toVar()
    // Mud on the stones keeps them darker than sand: waves are seen by the sky that they mirror.
    const tint = mix(vec3(gravel.r, gravel.g, gravel.b), vec3(pebble.r, pebble.g, pebble.b), pebbles.y)
    const stones = tint.mul(pebbles.y.mul(0.35).add(0.3)).mul(pebbles.x)
    const mud = smoothstep(0.3, 0.7, patches.x)
    return mix(stones, vec3(0.045, 0.055, 0.025), mud.mul(0.8))
  })()
}

function bank(size: BasinSize, lighting: Lighting): Object3D {
  const reach = Math.max(size.width, size.length)
  const garden = new Group()
  garden.add(
    new Land(size, lighting, {
      bank: size.rim,
      isLined: true,
      strip: 0.03,
      hills: 0.12 * reach,
      rise: 1.6,
      open: [],
      shore: gravel,
      meadow: new Color(0x74874e),
      forest: new Color(0x64803f),
      rock: pebble,
      snow: false,
      haze: 7,
      trees: { most: 420, height: 0.032 * reach, outline: crowns.bush, sides: 11, isLeafy: true },
    }),
    stones(size, lighting),
  )
  return garden
}

/** Stones along the edge of the water, as one mesh. */
function stones({ width, length, rim }: BasinSize, lighting: Lighting): Mesh {
  const reach = Math.max(width, length)
  const stone = new IcosahedronGeometry(1, 1)
  const points = stone.getAttribute('position')
  const positions: number[] = []
  /** Normals of the ellipsoids that the stones are dented from. */
  const rounded: number[] = []
  let seed = 1
  const draw = (): number => chance(seed++)
  const place = (x: number, z: number, size: number): void => {
    const [wide, long, high] = [1 + 0.35 * draw(), 1 + 0.35 * draw(), 0.62 + 0.2 * draw()]
    const turn = Math.PI * draw()
    const [c, s] = [Math.cos(turn), Math.sin(turn)]
    for (let k = 0; k < points.count; k++) {
      const [px, py, pz] = [points.getX(k), points.getY(k), points.getZ(k)]
      const [nx, nz] = [px / wide, pz / long]
      rounded.push(nx * c - nz * s, py / high, nx * s + nz * c)
      // Equal vertices of neighboring triangles get equal dents.
      const dent = 1 + 0.16 * Math.sin(7 * px + 3 * seed + 5 * py) * Math.cos(6 * pz - 4 * py)
      const [a, b] = [px * wide * dent * size, pz * long * dent * size]
      positions.push(x + a * c - b * s, 0.9 * rim + py * high * dent * size, z + a * s + b * c)
    }
  }
  const spacing = 0.034 * reach
  const edges = [
    [width, (along: number, out: number) => [along, length / 2 + out]],
    [width, (along: number, out: number) => [along, -length / 2 - out]],
    [length, (along: number, out: number) => [width / 2 + out, along]],
    [length, (along: number, out: number) => [-width / 2 - out, along]],
  ] as const
  for (const [side, at] of edges)
    for (let along = -side / 2; along <= side / 2; along += spacing * (1 + 0.4 * draw())) {
      const size = 0.024 * reach * (1 + 0.45 * draw())
      const [x, z] = at(along, 0.75 * size + 0.004 * reach * draw())
      place(x!, z!, size)
      if (draw() > 0.2) continue
      const [far, away] = at(along + spacing * draw(), 0.05 * reach * (1 + 0.5 * draw()))
      place(far!, away!, 0.55 * size)
    }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3))
  geometry.computeVertexNormals()
  geometry.setAttribute('rounded', new BufferAttribute(Float32Array.from(rounded), 3))
  stone.dispose()
  const material = new NodeMaterial()
  material.name = 'stones'
  material.colorNode = Fn(() => {
    const noise = texture(noiseTexture(), positionWorld.xz.add(positionWorld.y).div(0.22 * reach)).toVar()
    const each = texture(noiseTexture(), positionWorld.xz.div(1.1 * reach)).x
    const tint = vec3(pebble.r, pebble.g, pebble.b).mul(noise.x.mul(0.5).add(each.mul(0.7)).add(0.4))
    const wet = smoothstep(0, 0.8 * rim, positionWorld.y)
      .mul(0.45)
      .add(0.55)
    // Edges of facets are worn, and their faces rough.
    const rough = vec3(noise.y.sub(0.5), noise.x.sub(0.5), noise.z.sub(0.5)).mul(1.2)
    const normal = normalWorld.mul(0.5).add(attribute<'vec3'>('rounded', 'vec3').normalize()).add(rough).normalize()
    return tint.mul(wet).mul(lighting.outdoors(normal))
  })()
  return new Mesh(geometry, material)
}
