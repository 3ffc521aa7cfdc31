// Ropes and springs between bodies, as tubes along curves: a slack rope sags, a spring is a coil.

import { Fn, normalWorld, positionWorld, vec3, vertexColor } from 'three/tsl'
import { BufferAttribute, BufferGeometry, Color, Mesh, NodeMaterial, Quaternion, Vector3 } from 'three/webgpu'
import { Sky } from '../light/sky.js'
import { type BodyLook, defaultLight } from './body-material.js'
import type { BodiesLike, BodyLike, JointLike } from './body-source.js'
import { boundingRadius } from './bounding-radius.js'

/** Points around the tube. */
const around = 6
/** Points along it. */
const along = { rope: 24, spring: 160 } as const
/** Windings of a spring. */
const windings = 12
/** Radius of the tube, in bounding radii of the smaller body. */
const thickness = { rope: 0.055, spring: 0.03 } as const
/** Radius of the coil of a spring, in radii of its tube. */
const coil = 3.2
const colors = { rope: new Color(0xd2b681), spring: new Color(0xa9b4ba) } as const

const none: readonly JointLike[] = []

type Drawn = 'rope' | 'spring'

interface Tether {
  type: Drawn
  joint: JointLike
  /** Radius of the tube [m]. */
  radius: number
  /** Index of its first vertex. */
  first: number
}

export class Tethers extends Mesh<BufferGeometry, NodeMaterial> {
  readonly #source: BodiesLike
  #tethers: Tether[] = []
  /** The joints that the geometry was made for. */
  #joints: readonly JointLike[] | undefined
  /** The number of bodies at that time. */
  #bodies = 0

  constructor(source: BodiesLike, look: BodyLook = {}) {
    super(new BufferGeometry(), new NodeMaterial())
    this.name = 'tethers'
    this.frustumCulled = false
    this.visible = false
    this.#source = source
    this.material.name = 'tether'
    const light = look.light ?? defaultLight(look.sky ?? look.water?.material.sky ?? new Sky(), look.water)
    this.material.colorNode = Fn(() => vec3(vertexColor().rgb).mul(light(positionWorld, normalWorld)))()
  }

  /** Moves the tubes to the present poses of the bodies. */
  update(): void {
    const { bodies, scene } = this.#source
    const joints = scene?.joints ?? none
    if (joints !== this.#joints || bodies.length !== this.#bodies) this.#make(joints)
    if (this.#tethers.length === 0) return
    const positions = this.geometry.getAttribute('position') as BufferAttribute
    const normals = this.geometry.getAttribute('normal') as BufferAttribute
    for (const tether of this.#tethers) this.#lay(tether, positions, normals)
    positions.needsUpdate = true
    normals.needsUpdate = true
  }

  override dispose(): void {
    super.dispose?.()
    this.geometry.dispose()
    this.material.dispose()
  }

  #make(joints: readonly JointLike[]): void {
    this.#joints = joints
    this.#bodies = this.#source.bodies.length
    // Bodies may be added later than their joints.
    const isThere = (name: string): boolean => name === 'tank' || this.#find(name) !== undefined
    const drawn = joints.filter(({ type, bodies }) => (type === 'rope' || type === 'spring') && bodies.every(isThere))
    this.visible = drawn.length > 0
    let first = 0
    this.#tethers = drawn.map((joint) => {
      const type = joint.type as Drawn
      const sizes = joint.bodies
        .flatMap((name) => this.#find(name) ?? [])
        .map(({ solid }) => boundingRadius(solid.pieces))
      // Windings of a short spring between large bodies would merge into a cone.
      const most = type === 'spring' && joint.length ? joint.length / (3 * windings) : Number.POSITIVE_INFINITY
      const tether = { type, joint, radius: Math.min(most, thickness[type] * Math.min(...sizes)), first }
      first += (along[type] + 1) * around
      return tether
    })
    this.geometry.dispose()
    this.geometry = new BufferGeometry()
    const room = (): BufferAttribute => new BufferAttribute(new Float32Array(3 * first), 3)
    const paint = new Float32Array(3 * first)
    const indices: number[] = []
    for (const { type, first: start } of this.#tethers)
      for (let k = 0; k <= along[type]; k++)
        for (let side = 0; side < around; side++) {
          const vertex = start + k * around + side
          colors[type].toArray(paint, 3 * vertex)
          if (k === along[type]) continue
          const next = start + k * around + ((side + 1) % around)
          indices.push(vertex, next, vertex + around, next, next + around, vertex + around)
        }
    this.geometry.setAttribute('position', room())
    this.geometry.setAttribute('normal', room())
    this.geometry.setAttribute('color', new BufferAttribute(paint, 3))
    this.geometry.setIndex(indices)
  }

  #find(name: string): BodyLike | undefined {
    return this.#source.bodies.find((body) => body.name === name)
  }

  /** The ends of a joint in the scene [m]. */
  #ends({ bodies, anchors }: JointLike): [Vector3, Vector3] {
    return [0, 1].map((end) => {
      const at = new Vector3(...(anchors?.[end] ?? [0, 0, 0]))
      const body = this.#find(bodies[end]!)
      if (!body) return at
      const { position: p, rotation: q } = body
      return at.applyQuaternion(new Quaternion(q[0], q[1], q[2], q[3])).add(new Vector3(p[0], p[1], p[2]))
    }) as [Vector3, Vector3]
  }

  /** Lays the tube along its curve. */
  #lay({ type, joint, radius, first }: Tether, positions: BufferAttribute, normals: BufferAttribute): void {
    const [from, to] = this.#ends(joint)
    const curve = type === 'rope' ? hanging(from, to, joint.length ?? 0) : coiled(from, to, coil * radius)
    const [middle, before, after] = [new Vector3(), new Vector3(), new Vector3()]
    const [side, up] = [new Vector3(), new Vector3()]
    for (let k = 0; k <= along[type]; k++) {
      const t = k / along[type]
      const step = 1 / along[type]
      curve(t, middle)
      curve(Math.max(0, t - step), before)
      curve(Math.min(1, t + step), after)
      const tangent = after.sub(before).normalize()
      // Any normal direction that changes smoothly along the curve suffices.
      side.set(0, 1, 0)
      if (Math.abs(tangent.y) > 0.95) side.set(1, 0, 0)
      side.cross(tangent).normalize()
      up.copy(tangent).cross(side)
      for (let a = 0; a < around; a++) {
        const angle = (2 * Math.PI * a) / around
        const [c, s] = [Math.cos(angle), Math.sin(angle)]
        const normal = before.copy(side).multiplyScalar(c).addScaledVector(up, s)
        normals.setXYZ(first + k * around + a, normal.x, normal.y, normal.z)
        const place = after.copy(middle).addScaledVector(normal, radius)
        positions.setXYZ(first + k * around + a, place.x, place.y, place.z)
      }
    }
  }
}

/**
 * A slack rope, longer than the distance of its ends. Its catenary is approximated by a parabola, whose length is about
 * d + 8 s²/(3 d) for a sag s over a distance d; s = √(3 (L² - d²) / 16) has that limit and stays finite when the ends meet.
 */
function hanging(from: Vector3, to: Vector3, length: number): (t: number, target: Vector3) => void {
  const distance = from.distanceTo(to)
  const sag = Math.sqrt((3 * Math.max(0, length * length - distance * distance)) / 16)
  return (t, target) => {
    target.copy(from).lerp(to, t)
    target.y -= 4 * sag * t * (1 - t)
  }
}

/** A coil, straight at its ends. */
function coiled(from: Vector3, to: Vector3, radius: number): (t: number, target: Vector3) => void {
  const axis = to.clone().sub(from).normalize()
  const side = new Vector3(0, 1, 0)
  if (Math.abs(axis.y) > 0.95) side.set(1, 0, 0)
  side.cross(axis).normalize()
  const up = axis.clone().cross(side)
  return (t, target) => {
    const angle = 2 * Math.PI * windings * t
    const swell = radius * Math.min(1, 12 * t, 12 * (1 - t))
    target
      .copy(from)
      .lerp(to, t)
      .addScaledVector(side, swell * Math.cos(angle))
      .addScaledVector(up, swell * Math.sin(angle))
  }
}
