import { outsideLevel, type SceneEdges } from '../../fields/boundaries.js'
import { SceneError } from '../../scene/parse/error.js'
import type { IwaveSettings } from '../../scene/schema/solver.js'

/**
 * Validates that the water beyond all edges has one level. The waves are measured against it; a flow between edges of different level is
 * not a wave, and the sponge layers of open edges have the rest level.
 *
 * @throws SceneError
 */
export function validateCommonLevel(edges: SceneEdges, { method, ambient }: IwaveSettings): void {
  const held = Object.entries(edges).find(([, edge]) => typeof edge !== 'string' && edge.fixed !== 0)
  if (!held) return
  const [name] = held
  const refuse = (reason: string) => {
    throw SceneError.at(['boundaries', name, 'fixed'], reason)
  }
  if (outsideLevel(edges) === 0)
    refuse(
      'with solver "iwave" all edges that water can pass have one level: hold them at the same height, make the others "reflect" or "periodic", or use solver "columns"',
    )
  if (method === 'exponential')
    refuse(
      'method "exponential" holds edges at the rest level only: use "method": "fft" or "window", or "fixed" without a height',
    )
  if (ambient)
    refuse(
      'ambient waves have the rest level: leave "ambient" out, or hold the edge at the rest level by "fixed" without a height',
    )
}
