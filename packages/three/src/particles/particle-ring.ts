// A pool of particles of fixed size. A particle is written once, at its birth; the shader moves it by its age. A new particle takes the
// place of the oldest.

import { uniform } from 'three/tsl'
import type { InstancedBufferAttribute, InstancedBufferGeometry } from 'three/webgpu'
import { attributeOf, particleQuads } from './particle-quads.js'

/** Longer gaps between frames are jumps in time [s]: particles of before are gone. */
const longestGap = 1.5

/** A particle at its birth, in the local space of the mesh. One object is filled again for each. */
export interface Particle {
  x: number
  y: number
  z: number
  /** Radius [m]. */
  radius: number
  /** Velocity at birth [m/s]. */
  vx: number
  vy: number
  vz: number
  /** A number that its kind of particle needs. */
  kind: number
  /** Time from birth until it meets the surface [s]. */
  age: number
  /** A second number that its kind needs. */
  pace: number
  /** A random number, 0 to 1. */
  seed: number
  /** Where it meets the surface [m], and for how long foam remains there [s]; 0 for none. */
  foamX: number
  foamZ: number
  foamLife: number
  /** Half width of the foam [m]. */
  foamSize: number
}

/** The particles of a cloud, as attributes of its quads. */
export class ParticleRing {
  /** `origin`: position and radius; `velocity` and `kind`; `life`: birth, age at the surface, pace, seed; `foam`: x, z, lifetime, size. */
  readonly geometry: InstancedBufferGeometry
  /** Time of the present frame [s]. */
  readonly time = uniform(0)
  /** Most particles at once. */
  readonly capacity: number
  /** Frames so far: each has other random numbers. */
  frame = 0
  readonly #attributes: readonly InstancedBufferAttribute[]
  #limit: number
  #next = 0
  #last: number | undefined

  constructor(capacity: number) {
    this.capacity = this.#limit = capacity
    this.geometry = particleQuads(capacity, { origin: 4, velocity: 4, life: 4, foam: 4 })
    this.#attributes = ['origin', 'velocity', 'life', 'foam'].map((name) => attributeOf(this.geometry, name))
  }

  /** Part of the capacity that is used [1]. */
  get share(): number {
    return this.#limit / this.capacity
  }

  set share(share: number) {
    this.#limit = Math.max(1, Math.round(this.capacity * Math.min(1, Math.max(0, share))))
    this.#next %= this.#limit
    this.geometry.instanceCount = this.#limit
  }

  /** Particles that have not met the surface yet. */
  get alive(): number {
    const life = this.#attributes[2]!
    // Births are rounded to floats, as the time is on the device.
    const now = Math.fround(this.time.value)
    let alive = 0
    for (let k = 0; k < this.#limit; k++) {
      const age = now - life.getX(k)
      if (age >= 0 && age < life.getY(k)) alive++
    }
    return alive
  }

  /** Begins the frame of a time; returns the time since the last one [s], 0 for the first and after a jump, which ends all particles. */
  advance(time: number): number {
    const passed = this.#last === undefined ? 0 : time - this.#last
    const isJump = passed < 0 || passed > longestGap
    this.#last = this.time.value = time
    this.frame++
    if (isJump) this.clear()
    return isJump ? 0 : passed
  }

  /** Adds a particle that is born now. */
  add(p: Particle): void {
    const slot = this.#next
    this.#next = (slot + 1) % this.#limit
    const [origin, velocity, life, foam] = this.#attributes as [
      InstancedBufferAttribute,
      InstancedBufferAttribute,
      InstancedBufferAttribute,
      InstancedBufferAttribute,
    ]
    origin.setXYZW(slot, p.x, p.y, p.z, p.radius)
    velocity.setXYZW(slot, p.vx, p.vy, p.vz, p.kind)
    life.setXYZW(slot, this.time.value, p.age, p.pace, p.seed)
    foam.setXYZW(slot, p.foamX, p.foamZ, p.foamLife, p.foamSize)
    for (const attribute of this.#attributes) attribute.needsUpdate = true
  }

  clear(): void {
    for (const attribute of this.#attributes) {
      attribute.array.fill(0)
      attribute.needsUpdate = true
    }
  }

  dispose(): void {
    this.geometry.dispose()
  }
}

/** A particle to fill. */
export function emptyParticle(): Particle {
  const [x, y, z, radius, vx, vy, vz, kind] = [0, 0, 0, 0, 0, 0, 0, 0]
  const [age, pace, seed, foamX, foamZ, foamLife, foamSize] = [0, 0, 0, 0, 0, 0, 0]
  return { x, y, z, radius, vx, vy, vz, kind, age, pace, seed, foamX, foamZ, foamLife, foamSize }
}
