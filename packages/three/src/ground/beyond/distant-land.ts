// Land and sea from the margin of a terrain to the horizon.

import { attribute, float, positionGeometry, smoothstep, vec2, vec3, vec4 } from 'three/tsl'
import { DoubleSide, Group, Mesh, type Node, NodeMaterial } from 'three/webgpu'
import { insideVarying } from '../../shared/inside-varying.js'
import { shadeDistantSea } from '../../surface/shading/distant-sea-shading.js'
import type { RayColor } from '../../surface/shading/water-look.js'
import type { WaterSurface } from '../../surface/water-surface.js'
import type { GroundSurface } from '../ground-surface.js'
import { RingGeometry, type RingPoint } from './ring-geometry.js'
import type { WiderTerrain } from './wider-terrain.js'

/** Lengths by which land and sea go on inside of their inner edge, and hang below it there [cells]. */
const [landOverlap, landHanging] = [3, 1]
const [seaOverlap, seaHanging] = [0.4, 0.05]
/** Part of the sunlight and of the sky that reach the land [1]. */
const [sunny, open] = [1, 0.9]

/** The sea far away falls by less than this, in longer sides [1]. */
const lowTide = 0.05
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
 * Make it after `GroundCaustics`, which light the ground below the sea, too. Give the scene fog of the color of the horizon: the meshes end at `terrain.far` from the grid.
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
    this.#close()
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
    this.#land.geometry.setHeights(bedAt, landHanging * cellSize, (corners) => corners.some(this.#isSeen))
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

  /** Ground of the sea is seen from under water, near the grid: from above, the distant sea is plain. */
  readonly #isSeen = ({ x, y, z }: RingPoint): boolean => {
    const { isSea, seaLevel, extent } = this.#terrain
    const reach = Math.max(...extent)
    const away = Math.max(Math.abs(x) - extent[0] / 2, Math.abs(z) - extent[1] / 2)
    return !isSea || away < reach || y > seaLevel.value - lowTide * reach
  }

  /** Frees geometries and materials on the graphics device. */
  override dispose(): void {
    super.dispose?.()
    for (const mesh of [this.#land, this.#sea]) {
      mesh?.geometry.dispose()
      mesh?.material.dispose()
    }
  }

  /** Along the edge, the meshes of ground and land differ by parts of a cell: from outside one looks below the ground there. */
  #close(): void {
    this.#ground.material.side = DoubleSide
  }

  /** On the margin, ground below water becomes the plain one of the distant sea. */
  #fade(): void {
    const { extent, margin, input } = this.#terrain
    const outside = positionGeometry.xz.abs().sub(vec2(...extent).div(2))
    this.#ground.faded = smoothstep(0, 0.9, insideVarying(outside.x.max(outside.y).div(margin * input.cellSize)))
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
    const { material: ground, heightScale, sandHeight, runUp, extent } = this.#ground
    const reach = Math.max(...extent)
    const material = new NodeMaterial()
    // Where the ground in the middle is higher than the edge of the land, the land below it is seen from its back.
    material.side = DoubleSide
    const { xz, y } = positionGeometry
    material.positionNode = vec3(xz.x, y.mul(heightScale), xz.y)
    const height = insideVarying(y)
    const slope = insideVarying(attribute<'vec2'>('slope', 'vec2'))
    material.colorNode = ground.shaded({
      place: insideVarying(xz),
      slope: () => slope.mul(heightScale),
      height: () => height,
      light: () => vec2(sunny, open),
      cover: () => {
        if (!this.#terrain.isSea) return vec4(0)
        const { seaLevel, firstSeaLevel } = this.#terrain
        const dry = height.sub(firstSeaLevel.add(runUp)).toVar()
        const away = dry.div(slope.length().max(0.01)).div(sandBreadth * reach)
        return coverOfShore(height.sub(seaLevel).div(sandHeight), dry.div(sandHeight).max(away))
      },
      hasCaustics: false,
    })
    return material
  }
}

/**
 * Wetness, sand, soil and water of a shore.
 * @param height Height above the present sea, over the largest height of sand [1].
 * @param away Height above the waves, over the largest height of sand, or distance from them over the largest distance [1].
 */
function coverOfShore(height: Node<'float'>, away: Node<'float'>): Node<'vec4'> {
  const above = height.toVar()
  const wet = smoothstep(0.12, -0.04, above)
  const sand = float(1).sub(away.max(0)).max(0)
  return vec4(wet, sand, 0, smoothstep(0.02, -0.02, above))
}
