import { mix, normalFlat, normalViewGeometry, smoothstep } from 'three/tsl'
import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  type ColorRepresentation,
  type Material,
  Mesh,
  MeshPhysicalNodeMaterial,
  MeshStandardNodeMaterial,
  type Node,
  Sphere,
} from 'three/webgpu'
import { lightIfDark } from '../light/light-if-dark.js'
import { refractiveIndex } from '../light/optics.js'
import { uploadUsed } from '../shared/used-part.js'

/** Triangles with shared vertices; `Isosurface`, `Metaballs` and the result of `isosurface` of the package `seiche` fit. */
export interface TriangleMeshLike {
  /** x, y, z of each vertex [m]. */
  readonly positions: Float32Array
  /** x, y, z of the unit normal at each vertex. */
  readonly normals: Float32Array
  /** Indices of the three vertices of each triangle. */
  readonly indices: Uint32Array
}

/** Options of {@link IsosurfaceMesh}. */
export interface IsosurfaceMeshOptions {
  /** `water` is transparent and refracts the background; `plain` is opaque. Both use three's lights and environment. Default `water`. */
  look?: 'water' | 'plain'
  /** Colour of the plain surface, or of white light that has passed through the water. */
  color?: ColorRepresentation
  /** Length of the light path in the water [m], for colour and refraction. Default: half the radius of the first surface. */
  thickness?: number
  /** A custom material instead. */
  material?: Material
}

const plainColor = 0x8fb8c9
const waterColor = 0x86d3ea
/** A little roughness hides the facets. */
const waterRoughness = 0.04

/**
 * A triangle mesh that changes from frame to frame, such as an isosurface.
 *
 * Call `update()` after it has changed. GPU buffers grow by doubling, and only the used part is uploaded and drawn.
 *
 * @example
 * ```ts
 * const balls = new Metaballs({ radius: 0.1 })
 * const mesh = new IsosurfaceMesh(balls.update(points), { look: 'water' })
 * scene.add(mesh)
 * balls.update(points) // when the points have moved
 * mesh.update()
 * ```
 */
export class IsosurfaceMesh extends Mesh<BufferGeometry, Material> {
  override readonly type: string = 'IsosurfaceMesh'
  #surface: TriangleMeshLike
  /** Water whose thickness is set from the first surface that is not empty. */
  #unscaled: MeshPhysicalNodeMaterial | undefined

  /**
   * @param surface Triangles; their number may change.
   * @param options Material.
   */
  constructor(surface: TriangleMeshLike, options: IsosurfaceMeshOptions = {}) {
    const material = options.material ?? (options.look === 'plain' ? plain(options) : water(options))
    super(roomFor(surface.positions.length / 3, surface.indices.length), material)
    this.#surface = surface
    if (!options.material) lightIfDark(this)
    if (material instanceof MeshPhysicalNodeMaterial && !options.material && options.thickness === undefined)
      this.#unscaled = material
    this.update()
  }

  /**
   * Uploads the present triangles.
   * @param surface Another surface to draw from now on.
   */
  update(surface: TriangleMeshLike = this.#surface): void {
    this.#surface = surface
    const { positions, normals, indices } = surface
    const vertices = positions.length / 3
    const room = this.geometry.getAttribute('position').count
    const corners = this.geometry.index!.count
    if (vertices > room || indices.length > corners) {
      // A new geometry: the renderer frees the old buffers when their geometry is disposed of.
      this.geometry.dispose()
      this.geometry = roomFor(grown(vertices, room), grown(indices.length, corners))
    }
    write(this.geometry.getAttribute('position') as BufferAttribute, positions)
    write(this.geometry.getAttribute('normal') as BufferAttribute, normals)
    write(this.geometry.index!, indices)
    this.geometry.setDrawRange(0, indices.length)
    // WebGPU warns of empty draw calls: an empty surface has no instances.
    this.count = indices.length > 0 ? 1 : 0
    this.#bound(positions)
  }

  /** Bounds of the used part; three would use the whole buffers. */
  #bound(positions: Float32Array): void {
    const box = (this.geometry.boundingBox ??= new Box3()).makeEmpty()
    const { min, max } = box
    for (let v = 0; v < positions.length; v += 3) {
      min.set(Math.min(min.x, positions[v]!), Math.min(min.y, positions[v + 1]!), Math.min(min.z, positions[v + 2]!))
      max.set(Math.max(max.x, positions[v]!), Math.max(max.y, positions[v + 1]!), Math.max(max.z, positions[v + 2]!))
    }
    const sphere = box.getBoundingSphere((this.geometry.boundingSphere ??= new Sphere()))
    if (this.#unscaled && sphere.radius > 0) {
      scaleWater(this.#unscaled, sphere.radius / 2)
      this.#unscaled = undefined
    }
  }

  /** Frees the geometry and the material, also a custom one. */
  override dispose(): void {
    super.dispose?.()
    this.geometry.dispose()
    this.material.dispose()
  }
}

/**
 * Normals with creases. Where a cap meets the surface, both share vertices, and the interpolated normals turn within one cell.
 * A pixel whose normal differs from that of its triangle by more than on a smooth surface takes that of the triangle: blended
 * from 25° to 40°, given as cosines.
 */
function creased(): Node<'vec3'> {
  const along = normalViewGeometry.dot(normalFlat)
  return mix(normalFlat.mul(along.sign()), normalViewGeometry, smoothstep(0.77, 0.91, along.abs())).normalize()
}

const grown = (needed: number, room: number): number => (needed > room ? Math.max(needed, 2 * room) : room)

function roomFor(vertices: number, corners: number): BufferGeometry {
  const buffer = (array: Float32Array | Uint32Array, size: number) => new BufferAttribute(array, size)
  const geometry = new BufferGeometry()
  // Empty GPU buffers are not allowed.
  geometry.setAttribute('position', buffer(new Float32Array(3 * Math.max(vertices, 1)), 3))
  geometry.setAttribute('normal', buffer(new Float32Array(3 * Math.max(vertices, 1)), 3))
  geometry.setIndex(buffer(new Uint32Array(Math.max(corners, 3)), 1))
  return geometry
}

function write(attribute: BufferAttribute, values: Float32Array | Uint32Array): void {
  attribute.array.set(values)
  uploadUsed(attribute, values.length / attribute.itemSize)
}

function plain({ color = plainColor }: IsosurfaceMeshOptions): MeshStandardNodeMaterial {
  const material = new MeshStandardNodeMaterial({ color, roughness: 0.45, metalness: 0 })
  material.name = 'plain surface'
  material.normalNode = creased()
  return material
}

function water({ color = waterColor, thickness }: IsosurfaceMeshOptions): MeshPhysicalNodeMaterial {
  const material = new MeshPhysicalNodeMaterial({
    color: 0xffffff,
    roughness: waterRoughness,
    metalness: 0,
    ior: refractiveIndex,
    transmission: 1,
    attenuationColor: new Color(color),
  })
  material.name = 'clear water'
  material.normalNode = creased()
  if (thickness !== undefined) scaleWater(material, thickness)
  return material
}

/** Sets the thickness, over which light takes on the colour of the water. */
function scaleWater(material: MeshPhysicalNodeMaterial, thickness: number): void {
  material.thickness = thickness
  material.attenuationDistance = thickness
}
