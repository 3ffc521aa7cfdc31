// Land and sea from the margin of a terrain to the horizon.

import { attribute, float, mix, positionGeometry, smoothstep, varying, vec2, vec3, vec4 } from 'three/tsl'
import { DoubleSide, Group, Mesh, type Node, NodeMaterial } from 'three/webgpu'
import { shadeDistantSea } from '../../surface/shading/distant-sea-shading.js'
import type { RayColor } from '../../surface/shading/water-look.js'
import type { WaterSurface } from '../../surface/water-surface.js'
import type { GroundSurface } from '../ground-surface.js'
import { RingGeometry } from './ring-geometry.js'
import type { WiderTerrain } from './wider-terrain.js'

/** Lengths by which land and sea go on inside of their inner edge, and hang below it there [cells]. */
const [landOverlap, landHanging] = [3, 1]
const [seaOverlap, seaHanging] = [0.4, 0.05]
/** Part of the sunlight and of the sky that reach the land [1]. */
const [sunny, open] = [1, 0.9]

/** Largest distance of sand from the sea, in longer sides, as in the middle [1]. */
const sandBreadth = 1 / 14

/** Options of {@link DistantLand}. */
export interface DistantLandOptions {
  /** Radiance along rays that the sea reflects, as for the water. Default: its sky. */
  reflect?: RayColor
}

/**
 * What is around the margin of a `WiderTerrain`: land with the material of the ground and, if it is at a sea, the sea. Coarse meshes,
 * which change when the land does, and programs with a third of the texture reads of those of ground and water.
 *
 * Make it after `GroundCaustics`, which it fades. Give the scene fog of the color of the horizon: the meshes end at `terrain.far` from the grid.
 *
 * @example
 * ```ts
 * const terrain = new WiderTerrain({ nx: 128, nz: 96, cellSize: 2, fields: ['bed', 'depth'] }, { sea: true })
 * const ground = new GroundSurface(terrain.input, { thickness: 0 })
 * const water = new WaterSurface(terrain.input, { ground })
 * const land = new DistantLand(terrain, ground, water)
 * scene.add(ground, water, land)
 * land.update() // after terrain, ground and water
 * ```
 */
export class DistantLand extends Group {
  readonly #terrain: WiderTerrain
  readonly #ground: GroundSurface
  readonly #land: Mesh<RingGeometry, NodeMaterial>
  readonly #sea: Mesh<RingGeometry, NodeMaterial> | undefined
  #version = -1

  /**
   * @param terrain Terrain of ground and water.
   * @param ground Ground of `terrain.input`.
   * @param water Water on that ground.
   * @param options Look.
   */
  constructor(terrain: WiderTerrain, ground: GroundSurface, water: WaterSurface, options: DistantLandOptions = {}) {
    super()
    this.name = 'distant land'
    this.#terrain = terrain
    this.#ground = ground
    this.#fade()
    this.#land = this.#addMesh('land', this.#landMaterial(), landOverlap)
    if (terrain.isSea) {
      const material = new NodeMaterial()
      shadeDistantSea(material, water, terrain.seaLevel, options.reflect)
      this.#sea = this.#addMesh('distant sea', material, seaOverlap)
    }
    this.update()
  }

  /** Follows changes of the terrain. Call it after those of terrain and ground. */
  update(): void {
    const terrain = this.#terrain
    if (this.#version === terrain.version) return
    this.#version = terrain.version
    const { cellSize } = terrain.input
    let highest = Number.NEGATIVE_INFINITY
    const bedAt = (x: number, z: number): number => {
      const height = terrain.bedAt(x, z)
      highest = Math.max(highest, height)
      return height
    }
    this.#land.geometry.setHeights(bedAt, landHanging * cellSize)
    const { highest: most, horizon } = this.#ground
    horizon.setBeyond(this.#land.geometry.getAttribute('position').array as Float32Array)
    this.#ground.highestBeyond = highest
    most.value = Math.max(most.value, highest)
    // Land that is high above the sea stays dry at any tide.
    const tide = 0.1 * (highest - terrain.seaLevel.value)
    this.#sea?.geometry.setHeights(
      (x, z) => terrain.bedAt(x, z),
      seaHanging * cellSize,
      (corners) => corners.some(({ y }) => y < terrain.seaLevel.value + tide),
    )
  }

  /** Frees geometries and materials on the graphics device. */
  override dispose(): void {
    super.dispose?.()
    for (const mesh of [this.#land, this.#sea]) {
      mesh?.geometry.dispose()
      mesh?.material.dispose()
    }
  }

  /** On the margin, light that waves focus on the ground fades, and so does the ground below water: the distant sea has neither. */
  #fade(): void {
    const { material } = this.#ground
    const { extent, margin, input } = this.#terrain
    const outside = positionGeometry.xz.abs().sub(vec2(...extent).div(2))
    const faded = smoothstep(0, 0.9, varying(outside.x.max(outside.y).div(margin * input.cellSize)))
    this.#ground.faded = faded
    const { caustics } = material
    if (caustics) material.caustics = () => mix(caustics(), float(1), faded)
  }

  #addMesh(name: string, material: NodeMaterial, overlap: number): Mesh<RingGeometry, NodeMaterial> {
    const { far, input } = this.#terrain
    const mesh = new Mesh(new RingGeometry(this.#ground.extent, far, overlap * input.cellSize), material)
    mesh.name = material.name = name
    mesh.frustumCulled = false
    this.add(mesh)
    return mesh
  }

  #landMaterial(): NodeMaterial {
    const { material: ground, heightScale, sandHeight, extent } = this.#ground
    const reach = Math.max(...extent)
    const material = new NodeMaterial()
    // Where the ground in the middle is higher than the edge of the land, the land below it is seen from its back.
    material.side = DoubleSide
    const { xz, y } = positionGeometry
    material.positionNode = vec3(xz.x, y.mul(heightScale), xz.y)
    const height = varying(y)
    const slope = varying(attribute<'vec2'>('slope', 'vec2'))
    material.colorNode = ground.shaded({
      place: varying(xz),
      slope: () => slope.mul(heightScale),
      height: () => height,
      light: () => vec2(sunny, open),
      cover: () => {
        if (!this.#terrain.isSea) return vec4(0)
        const above = height.sub(this.#terrain.seaLevel).toVar()
        return coverOfShore(above.div(sandHeight).toVar(), above.div(slope.length().max(0.01)).div(sandBreadth * reach))
      },
      hasCaustics: false,
    })
    return material
  }
}

/**
 * Wetness, sand, soil and water of a shore.
 * @param above Height above the sea, over the largest height of sand [1].
 * @param away Distance from the sea, over the largest distance of sand [1].
 */
function coverOfShore(above: Node<'float'>, away: Node<'float'>): Node<'vec4'> {
  const wet = smoothstep(0.12, -0.04, above)
  const sand = float(1).sub(above.max(away).max(0)).max(0)
  return vec4(wet, sand, 0, smoothstep(0.02, -0.02, above))
}
