// Loaded with the first scene that can have bodies.

import { validateBodyEvents } from '../bodies/find-body.js'
import { loadBodies } from '../bodies/load.js'
import { tankOf } from '../bodies/static-colliders.js'
import type { CreateBodyWorld } from '../bodies/world.js'
import { BodyCoupling } from '../coupling/body-coupling.js'
import type { ForceMemory } from '../coupling/force-memory.js'
import type { PoissonResponses } from '../coupling/virtual-height/poisson-responses.js'
import type { ReadFile } from '../scene/read-file.js'
import type { Scene } from '../scene/schema/scene.js'
import type { Solver } from '../solvers/solver.js'

/** The bodies of a scene in its water. */
export async function createBodyCoupling(
  { bodies, joints, events, timeStep }: Scene,
  solver: Solver,
  engine: CreateBodyWorld,
  read: ReadFile | undefined,
  forces: ForceMemory,
  responses: PoissonResponses | undefined,
): Promise<BodyCoupling> {
  validateBodyEvents(events, timeStep, bodies)
  const tank = tankOf(solver)
  const loaded = await loadBodies(bodies, joints, tank, read)
  const world = await engine({ bodies: loaded, joints, tank, gravity: solver.coupling!.gravity })
  return new BodyCoupling(loaded, world, tank, solver.coupling!, forces, responses)
}
