import { type FloatingBody, viewOf } from '../bodies/floating-body.js'
import type { BodyWorld, LoadedBody } from '../bodies/world.js'
import type { Submersion } from './submersion/submersion.js'
import type { UserForces } from './user-forces.js'

/** The bodies as programs see them: one live view each, made on first use. */
export class BodyViews {
  readonly #views: FloatingBody[] = []
  readonly #world: BodyWorld
  readonly #submersion: Submersion
  readonly #userForces: UserForces

  constructor(world: BodyWorld, submersion: Submersion, userForces: UserForces) {
    this.#world = world
    this.#submersion = submersion
    this.#userForces = userForces
  }

  of(bodies: readonly LoadedBody[]): readonly FloatingBody[] {
    while (this.#views.length < bodies.length)
      this.#views.push(this.#view(bodies[this.#views.length]!, this.#views.length))
    this.#views.length = bodies.length
    return this.#views
  }

  #view(loaded: LoadedBody, index: number): FloatingBody {
    const submersion = this.#submersion
    const userForces = this.#userForces
    return viewOf(loaded, index, this.#world, {
      get submerged() {
        return (submersion.bodies[index]?.volume[0] ?? 0) / loaded.solid.volume
      },
      get held() {
        return userForces.holds(index)
      },
      get controls() {
        return userForces.controlsOf(index)
      },
    })
  }
}
