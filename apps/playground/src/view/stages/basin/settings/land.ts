// Land around water, as a ring of hills, banks or coast. Beyond an open edge of the water it sinks below the surface.

import { Fn, mix, normalWorld, positionWorld, smoothstep, texture, uniform, vec2, vec3 } from 'three/tsl'
import { BufferAttribute, BufferGeometry, type Color, MathUtils, Mesh, type Node, NodeMaterial } from 'three/webgpu'
import type { Side } from '../../../../session/scenes/setting.js'
import type { Lighting } from '../../../shared/lighting.js'
import { noiseAt, noiseTexture, smoothNoise } from '../../../shared/noise-texture.js'
import { type TreePlan, Trees } from '../../../shared/plants/trees.js'
import { pointsOn, type WoodedQuad } from '../../../shared/plants/wooded-quads.js'
import type { BasinSize } from '../../../shared/solids/basin.js'

/** Vertices around the water, and from its edge outwards. */
const [around, outwards] = [256, 44]
/** Distance of the outer edge, in parts of the extent [1]: farther than the sea goes on below the land, which would be seen above the hills. */
const outer = 44

export interface LandPlan {
  /** Height of the bank at the edge of the water [m]. */
  bank: number
  /** Whether a basin has the wall from the bank down to the ground; otherwise the land has it. */
  isLined?: boolean
  /** Width of the bare shore or quay, in parts of the extent [1]. */
  strip: number
  /** Height of the hills [m]. */
  hills: number
  /** Distance over which the hills rise, in parts of the extent [1]. */
  rise: number
  /** Edges beyond which there is water. */
  open: readonly Side[]
  /** Largest distance of the shore from the edges of the grid, in parts of the extent [1]: it winds. Default 0, a straight bank. */
  bays?: number
  /** Colors from the shore upwards. */
  shore: Color
  meadow: Color
  forest: Color
  rock: Color
  /** Whether the highest summits have snow. */
  snow: boolean
  /** Distance at which the land has faded into the sky by two thirds, in parts of the extent [1]. */
  haze: number
  /** Trees in the forest. Default: none. */
  trees?: TreePlan
}

/** Distance from the water beyond which a forest is ground of its color, in parts of the extent [1]. */
const farTrees = 1.6

export class Land extends Mesh<BufferGeometry, NodeMaterial> {
  readonly #size: BasinSize
  readonly #plan: LandPlan
  /** Heights of the ring over its perimeter and outwards [m]. */
  readonly #positions: Float32Array
  readonly #trees: Trees | undefined

  /** `behind`: radiance of the sky just above the land, where it is not that of the horizon. */
  constructor(
    size: BasinSize,
    lighting: Lighting,
    plan: LandPlan,
    behind: Node<'vec3'> = lighting.sky.horizonColor.rgb,
  ) {
    const geometry = ringGeometry(plan.isLined ? 1 : 0)
    super(geometry, landMaterial(size, lighting, plan, behind))
    this.name = 'land'
    this.frustumCulled = false
    this.#size = size
    this.#plan = plan
    this.#positions = (geometry.getAttribute('position') as BufferAttribute).array as Float32Array
    if (plan.trees) {
      const reach = Math.max(size.width, size.length)
      this.#trees = new Trees(plan.trees, {
        color: plan.forest,
        size: 0.03 * reach,
        light: (normal) => lighting.outdoors(normal),
        hazed: (radiance) => throughAir(radiance, lighting, plan.haze * reach, behind),
      })
      this.add(this.#trees)
    }
    this.setSolids(() => 0)
  }

  /** Land lies behind solids at open edges, too. `solid`: solidity of the cell of the grid next to a point (x, z) [m]. */
  setSolids(solid: (x: number, z: number) => number): void {
    const { width, length } = this.#size
    const reach = Math.max(width, length)
    const edge = Array.from({ length: around }, (_, k) => perimeterPoint(k / around, width, length))
    const isLand = edge.map(({ x, z, sides }) =>
      Math.max(sides.some((side) => !this.#plan.open.includes(side)) ? 1 : 0, solid(x, z)),
    )
    const coasts = (['x-', 'x+', 'z-', 'z+'] as const).filter((side) => {
      const beside = isLand.filter((_, k) => edge[k]!.sides.includes(side))
      return beside.reduce((sum, land) => sum + land, 0) > 0.5 * beside.length
    })
    const sums = [0]
    for (let k = 0; k < 3 * around; k++) sums.push(sums[k]! + isLand[k % around]!)
    for (let k = 0; k <= around; k++) {
      const { x, z, dx, dz } = edge[k % around]!
      for (let ring = 0; ring <= outwards; ring++) {
        const away = ring < 2 ? 0 : reach * outer * ((ring - 1) / (outwards - 1)) ** 4
        // Far from the edge, a point has the mean of a longer piece of it: small solids end soon, coasts go on.
        const half = Math.min(around / 2 - 1, Math.round((away / reach) * 0.12 * around))
        const at = around + (k % around)
        const mean = (sums[at + half + 1]! - sums[at - half]!) / (2 * half + 1)
        const place = 3 * (k * (outwards + 1) + ring)
        const [u, v] = [x + away * dx, z + away * dz]
        this.#positions[place] = u
        this.#positions[place + 2] = v
        const land = ring < 2 ? mean : Math.max(mean, this.#mainland(coasts, u, v))
        this.#positions[place + 1] = this.#heightAt(u, v, away, land, ring)
      }
    }
    this.geometry.getAttribute('position').needsUpdate = true
    this.geometry.computeVertexNormals()
    if (this.#plan.trees) this.#trees?.plant(pointsOn(this.#forest(), this.#plan.trees.most))
  }

  /** The quads near the water that are drawn as forest. */
  #forest(): WoodedQuad[] {
    const { width, length } = this.#size
    const reach = Math.max(width, length)
    const corner = (k: number, ring: number): [number, number, number] => {
      const place = 3 * (k * (outwards + 1) + ring)
      return [this.#positions[place]!, this.#positions[place + 1]!, this.#positions[place + 2]!]
    }
    const quads: WoodedQuad[] = []
    for (let k = 0; k < around; k++)
      for (let ring = 2; ring < outwards; ring++) {
        const corners = [corner(k, ring), corner(k, ring + 1), corner(k + 1, ring + 1), corner(k + 1, ring)] as const
        const [[x, , z], opposite] = [corners[0], corners[2]]
        const away = Math.hypot(Math.max(0, Math.abs(x) - width / 2), Math.max(0, Math.abs(z) - length / 2)) / reach
        if (away > farTrees) break
        const low = Math.min(...corners.map(([, y]) => y))
        const climb = Math.abs(opposite[1] - corners[0][1]) / Math.hypot(opposite[0] - x, opposite[2] - z)
        const cover = low > 0 && climb < 0.9 ? this.#woodedAt(...corners[0]) : 0
        // Trees far away would be smaller than a pixel.
        if (cover > 0.05) quads.push({ corners, cover: cover / (1 + (4 * away) ** 2) })
      }
    return quads
  }

  /** Share of forest at a point, as the material draws it [1]. */
  #woodedAt(x: number, y: number, z: number): number {
    const reach = Math.max(this.#size.width, this.#size.length)
    const { bays, bank, hills, snow } = this.#plan
    const patches = noiseAt(x / (2.1 * reach), z / (2.1 * reach))
    const tufts = noiseAt(z / (0.31 * reach), x / (0.31 * reach))
    const upwards = bays
      ? MathUtils.smoothstep(y, 0.8 * bank, 1.3 * bank)
      : MathUtils.smoothstep(y, 0, 0.25 * hills + bank)
    const treeLine = snow ? 1 - MathUtils.smoothstep(y, 0.35 * hills, 0.5 * hills) : 1
    return MathUtils.smoothstep(patches + 0.3 * tufts - 0.15, 0.42, 0.62) * upwards * treeLine
  }

  override dispose(): void {
    super.dispose()
    this.#trees?.dispose()
    this.geometry.dispose()
    this.material.dispose()
  }

  /** Distance from a point to the shore outside of it [m]; below 0 on land. `away`: distance from the edge of the grid [m]. */
  #toShore(x: number, z: number, away: number): number {
    const { bays } = this.#plan
    if (!bays) return -away
    const reach = Math.max(this.#size.width, this.#size.length)
    const [u, v] = [x / (3 * reach), z / (3 * reach)]
    const wave = 0.5 + 0.5 * smoothNoise(u, v, 16) + 0.3 * smoothNoise(u, v, 48)
    return reach * bays * Math.min(1, Math.max(0.08, wave)) - away
  }

  /**
   * Share of land beyond the edges that are mostly land [1], 1/2 on its coast. A coast goes on from the ends of its edge, winds, and falls back the
   * more the farther it is from them: the sea widens.
   */
  #mainland(coasts: readonly Side[], x: number, z: number): number {
    const { width, length } = this.#size
    const reach = Math.max(width, length)
    const [outX, outZ] = [Math.abs(x) - width / 2, Math.abs(z) - length / 2]
    const winding = smoothNoise(x / (5 * reach), z / (5 * reach), 16)
    const beyond = (side: Side, outside: number, beside: number): number =>
      outside <= 0 || !coasts.includes(side)
        ? Number.NEGATIVE_INFINITY
        : outside - (0.3 - 0.45 * winding) * Math.max(0, beside)
    const inland = Math.max(beyond(x < 0 ? 'x-' : 'x+', outX, outZ), beyond(z < 0 ? 'z-' : 'z+', outZ, outX))
    return MathUtils.clamp(0.5 + (4 * inland) / (reach + Math.hypot(x, z)), 0, 1)
  }

  #heightAt(x: number, z: number, away: number, land: number, ring: number): number {
    const { bank, hills, rise } = this.#plan
    const reach = Math.max(this.#size.width, this.#size.length)
    const sunk = -0.02 * reach
    if (ring === 0) return sunk
    const toShore = this.#toShore(x, z, away)
    if (toShore > 0) return Math.max(sunk, -0.25 * toShore)
    const [u, v] = [x / (9 * reach), z / (9 * reach)]
    let noise = 0
    for (let cells = 8, weight = 0.5; cells <= 128; cells *= 2, weight *= 0.5)
      noise += weight * smoothNoise(u, v, cells)
    const up = 1 - Math.exp(-((away / (rise * reach)) ** 2))
    const uneven = bank * 0.5 * noise * Math.min(1, away / (0.05 * reach))
    // A winding shore rises by and by, a straight bank is a step.
    const foot = this.#plan.bays ? 1 - Math.exp(toShore / (0.03 * reach)) : 1
    const height = bank * foot + uneven + hills * up * Math.max(0, 0.45 + 1.1 * noise)
    const share = Math.min(1, Math.max(0, (land - 0.3) / 0.4))
    return sunk + (height - sunk) * share * share * (3 - 2 * share)
  }
}

/** A point of the perimeter, the direction outwards, and the sides that it is on. `t`: from 0 to 1 around it. */
function perimeterPoint(t: number, width: number, length: number) {
  const way = t * 2 * (width + length)
  const [x, z] =
    way < width
      ? [way - width / 2, length / 2]
      : way < width + length
        ? [width / 2, length / 2 - (way - width)]
        : way < 2 * width + length
          ? [width / 2 - (way - width - length), -length / 2]
          : [-width / 2, -length / 2 + (way - 2 * width - length)]
  // Along a side it is the normal, near a corner it turns by and by.
  const [u, v] = [(2 * x) / width, (2 * z) / length]
  const [a, b] = [Math.sign(u) * Math.abs(u) ** 4, Math.sign(v) * Math.abs(v) ** 4]
  const norm = Math.hypot(a, b)
  const sides: Side[] = []
  if (u > 0.999) sides.push('x+')
  if (u < -0.999) sides.push('x-')
  if (v > 0.999) sides.push('z+')
  if (v < -0.999) sides.push('z-')
  return { x, z, dx: a / norm, dz: b / norm, sides }
}

/** `first`: the ring that triangles begin at. */
function ringGeometry(first: number): BufferGeometry {
  const indices: number[] = []
  for (let k = 0; k < around; k++)
    for (let ring = first; ring < outwards; ring++) {
      const at = k * (outwards + 1) + ring
      const next = at + outwards + 1
      indices.push(at, at + 1, next, next, at + 1, next + 1)
    }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * (around + 1) * (outwards + 1)), 3))
  geometry.setIndex(indices)
  return geometry
}

function landMaterial(size: BasinSize, lighting: Lighting, plan: LandPlan, behind: Node<'vec3'>): NodeMaterial {
  const reach = Math.max(size.width, size.length)
  const color = (value: Color): Node<'vec3'> => uniform(value).rgb
  const material = new NodeMaterial()
  material.name = 'land'
  material.colorNode = Fn(() => {
    const { xz, y } = positionWorld
    const patches = texture(noiseTexture(), xz.div(2.1 * reach)).toVar()
    const tufts = texture(noiseTexture(), xz.yx.div(0.31 * reach)).toVar()
    const grain = texture(noiseTexture(), xz.div(0.061 * reach)).toVar()
    const blades = texture(noiseTexture(), xz.yx.div(0.0173 * reach)).x
    const bump = tufts.yz.sub(0.5).add(patches.yz.sub(0.5)).add(grain.yz.sub(0.5)).mul(0.45)
    const normal = normalWorld
      .add(vec3(bump.x, 0, bump.y))
      .normalize()
      .toVar()
    const uneven = patches.x.add(tufts.x).sub(1).toVar()
    const wooded = smoothstep(0.42, 0.62, patches.x.add(tufts.x.mul(0.3)).sub(0.15)).mul(
      plan.bays ? smoothstep(0.8 * plan.bank, 1.3 * plan.bank, y) : smoothstep(0, 0.25 * plan.hills + plan.bank, y),
    )
    const grown = mix(color(plan.meadow), color(plan.forest), wooded).mul(
      tufts.x.mul(0.35).add(grain.x.mul(0.4)).add(blades.mul(0.4)).add(0.45),
    )
    const out = xz
      .abs()
      .sub(vec2(size.width / 2, size.length / 2))
      .max(0)
      .length()
      .div(plan.strip * reach)
    // A coast that sinks into the sea is bare at its foot, too.
    const low = smoothstep(0.5 * plan.bank, 0.1 * plan.bank, plan.bays ? y.add(uneven.mul(0.6 * plan.bank)) : y)
    const beach = plan.bays ? low : smoothstep(1.3, 0.8, out.add(uneven.mul(0.9))).max(low)
    const sand = color(plan.shore).mul(grain.x.mul(0.25).add(blades.mul(0.25)).add(0.75))
    const steep = smoothstep(0.2, 0.36, normalWorld.y.oneMinus().add(uneven.mul(0.12)))
    const stone = color(plan.rock).mul(tufts.x.mul(0.5).add(grain.x.mul(0.4)).add(0.55))
    const bare = mix(mix(grown, stone, steep), sand, beach)
    const high = plan.snow
      ? smoothstep(0.62, 0.72, y.div(plan.hills).add(uneven.mul(0.12)).sub(steep.mul(0.1)))
      : undefined
    const albedo = high ? mix(bare, vec3(0.86, 0.89, 0.93), high) : bare
    // The foot of the bank is wet.
    const wet = smoothstep(0.55 * plan.bank, 0.1 * plan.bank, y)
      .mul(-0.3)
      .add(1)
    return throughAir(albedo.mul(wet).mul(lighting.outdoors(normal)), lighting, plan.haze * reach, behind)
  })()
  return material
}

/**
 * A radiance as it is seen from the water, through the air. `haze`: distance at which two thirds of it are lost [m]. Air scatters blue
 * light first: hills are blue before they are as bright as what is behind them.
 */
function throughAir(radiance: Node<'vec3'>, lighting: Lighting, haze: number, behind: Node<'vec3'>): Node<'vec3'> {
  const far = positionWorld.xz.length().div(haze).toVar()
  const clear = far.mul(far).negate().exp()
  const { horizonColor, zenithColor } = lighting.sky
  const air = mix(mix(horizonColor.rgb, zenithColor.rgb, 0.35), behind, smoothstep(0.4, 1.6, far))
  return mix(air, radiance, clear)
}
