import type { Grid } from 'seiche'
import {
  Fn,
  float,
  mix,
  mx_noise_float,
  normalWorld,
  positionGeometry,
  positionWorld,
  smoothstep,
  vec2,
  vec3,
} from 'three/tsl'
import { Box3, BufferAttribute, BufferGeometry, Mesh, type Node, NodeMaterial } from 'three/webgpu'
import type { Lighting } from '../lighting.js'
import type { Basin, BasinSize } from './basin.js'
import type { OpennessTexture } from './openness-texture.js'
import { type SolidMesh, solidMeshOf } from './solid-mesh.js'

/** Height of solids above the water at rest, in parts of the rim's. */
const rise = 0.7

/** Levels of the bottom and the top of solids at a point as drawn [m], where they vary. */
export interface Footing {
  bottom(place: Node<'vec2'>): Node<'float'>
  top(place: Node<'vec2'>): Node<'float'>
}

/** All solids in the water, from the floor to above the surface: painted, moving, or of the scene. */
export class Obstacles extends Mesh<BufferGeometry, NodeMaterial> {
  /** Height of the tops over the water at rest [m]. */
  readonly top: number
  readonly #grid: Grid

  /** `footing`: given if they do not stand on the flat floor of a basin. */
  constructor(
    grid: Grid,
    size: BasinSize,
    basin: Pick<Basin, 'light'>,
    lighting: Lighting,
    openness: OpennessTexture,
    footing?: Footing,
  ) {
    super(new BufferGeometry(), new NodeMaterial())
    this.name = 'obstacles'
    this.visible = false
    this.frustumCulled = false
    this.#grid = grid
    this.top = rise * size.rim
    this.material.name = 'obstacle'
    this.material.colorNode = Fn(() => {
      const normal = roundedAtEdge(openness, size, grid)
      const line = footing?.top(positionWorld.xz).sub(this.top)
      return stone(lighting, this.top, size, line).mul(basin.light(positionWorld, normal))
    })()
    // The mesh has unit cells and the height 1. Across a channel it protrudes a little from the glass front of the water.
    const width = size.width * (grid.nx === 1 ? 1.01 : 1)
    const length = size.length * (grid.nz === 1 ? 1.01 : 1)
    this.scale.set(width / grid.nx, size.depth + this.top, length / grid.nz)
    this.position.set(-width / 2, -size.depth, -length / 2)
    if (footing) this.#standOn(footing)
  }

  #standOn({ bottom, top }: Footing): void {
    const { scale, position } = this
    const place = positionGeometry.xz.mul(vec2(scale.x, scale.z)).add(vec2(position.x, position.z))
    const y = mix(bottom(place), top(place), positionGeometry.y)
    scale.y = 1
    position.y = 0
    this.material.positionNode = vec3(positionGeometry.x, y, positionGeometry.z)
  }

  setOpenness(openness: Float32Array): void {
    const mesh = solidMeshOf(openness, this.#grid.nx, this.#grid.nz)
    this.visible = mesh.indices.length > 0
    if (!this.visible) return
    if (!fits(this.geometry, mesh)) {
      this.geometry.dispose()
      this.geometry = roomFor(mesh)
    }
    fill(this.geometry, mesh)
  }

  /** Tells the lowest and the highest level of solids on varying ground [m]: their mesh does not know them. */
  setLevels(low: number, high: number): void {
    const { boundingBox } = this.geometry
    if (!boundingBox) return
    boundingBox.min.y = low
    boundingBox.max.y = high
  }

  override dispose(): void {
    super.dispose()
    this.geometry.dispose()
    this.material.dispose()
  }
}

/** The normal; on the top, tilted outwards near the outline, like that of a worn edge. */
function roundedAtEdge(openness: OpennessTexture, size: BasinSize, grid: Grid): Node<'vec3'> {
  const stepX = (0.8 * size.width) / grid.nx
  const stepZ = (0.8 * size.length) / grid.nz
  const opening = (step: Node<'vec2'>): Node<'float'> =>
    openness.at(positionWorld.xz.add(step)).sub(openness.at(positionWorld.xz.sub(step)))
  const tilt = vec3(opening(vec2(stepX, 0)), 0, opening(vec2(0, stepZ))).mul(0.55)
  return normalWorld.add(tilt.mul(smoothstep(0.5, 0.9, normalWorld.y))).normalize()
}

/** Cast stone: a little uneven, darker where the waves wet it. */
function stone(lighting: Lighting, top: number, size: BasinSize, level: Node<'float'> = float(0)): Node<'vec3'> {
  const reach = Math.max(size.width, size.length)
  const cloudy = mx_noise_float(positionWorld.mul(16 / reach)).mul(0.07)
  const grain = mx_noise_float(positionWorld.mul(190 / reach)).mul(0.05)
  // The line up to which it is wet is uneven.
  const line = level.add(0.3 * top).add(cloudy.mul(4 * top))
  const dry = smoothstep(line.sub(0.3 * top), line.add(0.3 * top), positionWorld.y)
  return lighting.obstacle.rgb.mul(cloudy.add(grain).add(1)).mul(mix(float(0.72), float(1), dry))
}

function fits(geometry: BufferGeometry, { positions, indices }: SolidMesh): boolean {
  const room = geometry.getAttribute('position')?.array.length ?? 0
  return positions.length <= room && indices.length <= (geometry.getIndex()?.array.length ?? 0)
}

/** A geometry with capacity for twice the mesh: painting makes it grow often, by a little. */
function roomFor({ positions, indices }: SolidMesh): BufferGeometry {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(2 * positions.length), 3))
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(2 * positions.length), 3))
  geometry.setIndex(new BufferAttribute(new Uint32Array(2 * indices.length), 1))
  return geometry
}

function fill(geometry: BufferGeometry, { positions, normals, indices }: SolidMesh): void {
  const contents = [
    [geometry.getAttribute('position'), positions],
    [geometry.getAttribute('normal'), normals],
    [geometry.getIndex(), indices],
  ] as const
  for (const [attribute, values] of contents) {
    if (!(attribute instanceof BufferAttribute)) continue
    attribute.array.set(values)
    // Without `DynamicDrawUsage`: the renderer would upload the whole buffer for each picture, and for that of the mirror again.
    attribute.clearUpdateRanges()
    attribute.addUpdateRange(0, values.length)
    attribute.needsUpdate = true
  }
  geometry.setDrawRange(0, indices.length)
  // Not that of the whole buffer, which has room for more.
  geometry.boundingBox = new Box3().setFromArray(positions)
}
