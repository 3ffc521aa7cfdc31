// Validation of scenes for a fluid in a box and for water with a surface: settings of the other kind are rejected with advice.

import { SceneError, type SceneIssue } from '../../scene/parse/error.js'
import { isEventOf } from '../../scene/schema/event.js'
import type { Scene } from '../../scene/schema/scene.js'

/**
 * Validates a scene of a fluid in a box.
 *
 * @throws SceneError with everything that only water with a surface has.
 */
export function validateFluid({
  terrain,
  initial,
  boundaries,
  obstacles,
  sources,
  inflows,
  probes,
  events,
  fluid,
  grid,
}: Scene): void {
  const issues: SceneIssue[] = []
  const report = (path: string, instead: string) =>
    issues.push({ path, message: `solver "stable-fluids" does not support this; ${instead}` })
  if (terrain !== undefined) report('terrain', 'use "fluid.solids"')
  if (initial.depth !== undefined) report('initial.depth', 'use "fluid.dyes" with "initial"')
  for (const name of ['eta', 'phi'] as const)
    if (!Array.isArray(initial[name]) || initial[name].length > 0)
      report(`initial.${name}`, 'use "fluid.dyes" with "initial", or "fluid.flow"')
  if (Object.values(boundaries).some((kind) => kind !== 'reflect'))
    report('boundaries', 'its edges are in "fluid.boundaries"')
  if (obstacles.length > 0) report('obstacles', 'its solids are in "fluid.solids"')
  if (sources.length > 0) report('sources', 'its emitters are in "fluid.emitters"')
  if (inflows.length > 0) report('inflows', 'an edge of "fluid.boundaries" may be an inflow')
  if (probes.length > 0) report('probes', 'probes read the elevation of a surface')
  events.forEach((event, index) => {
    if (event.type === 'build' || event.type === 'erase') {
      if (grid.cells.length > 2) issues.push({ path: `events[${index}].type`, message: ONLY_IN_2D })
    } else if (!isEventOf('fluid', event)) report(`events[${index}].type`, FLUID_EVENTS)
    else if (event.type === 'inject' && !hasScalar(fluid, event.dye))
      issues.push({ path: `events[${index}].dye`, message: noDye(fluid) })
  })
  const dyes = Object.keys(fluid?.dyes ?? {})
  const validateDyes = (names: object, path: string) => {
    for (const name of Object.keys(names))
      if (!dyes.includes(name))
        issues.push({
          path: `${path}.${name}`,
          message: noDye(fluid),
        })
  }
  fluid?.emitters.forEach((emitter, index) => {
    validateDyes(emitter.dyes, `fluid.emitters[${index}].dyes`)
    if (emitter.heat !== 0 && !fluid.temperature)
      issues.push({
        path: `fluid.emitters[${index}].heat`,
        message: 'the fluid has no temperature: add "fluid.temperature"',
      })
  })
  if ((grid.cells[2] ?? 1) === 1)
    for (const name of ['z-', 'z+'] as const)
      if (fluid && fluid.boundaries[name] !== 'free-slip')
        issues.push({
          path: `fluid.boundaries["${name}"]`,
          message: 'a fluid one cell deep has no edges along z: leave them out, or give "grid.cells" a third number',
        })
  for (const [name, edge] of Object.entries(fluid?.boundaries ?? {}))
    if (typeof edge !== 'string' && 'inflow' in edge) validateDyes(edge.dyes, `fluid.boundaries["${name}"].dyes`)
  if (dyes.some((name) => RESERVED.includes(name)))
    issues.push({
      path: 'fluid.dyes',
      message: `a dye may not be called ${RESERVED.join(', ')}: these are names of other fields`,
    })
  if (issues.length > 0) throw new SceneError(issues)
}

export const FLUID_EVENTS = 'its events are "stir" and "inject", and in 2-D "build" and "erase"'

const ONLY_IN_2D = 'strokes build and erase solids in 2-D only; in a volume use "fluid.solids"'

/** The error for a stroke that builds or erases in a volume. */
export function strokeError(): SceneError {
  return new SceneError([{ path: 'type', message: ONLY_IN_2D }], 'event')
}

/** Whether a fluid has a dye or a temperature of this name. */
export function hasScalar(fluid: Scene['fluid'], name: string): boolean {
  return name === 'temperature' ? fluid?.temperature !== undefined : Object.hasOwn(fluid?.dyes ?? {}, name)
}

function noDye(fluid: Scene['fluid']): string {
  const names = Object.keys(fluid?.dyes ?? {})
  return names.length > 0
    ? `there is no dye of this name; there are ${names.join(', ')}`
    : 'there is no dye of this name: add it to "fluid.dyes"'
}

/** The error for an unknown dye. */
export function dyeError(fluid: Scene['fluid']): SceneError {
  return new SceneError([{ path: 'dye', message: noDye(fluid) }], 'event')
}

/** The message for parts of a fluid in a scene of a solver of water with a surface. */
export function needsFluid(solver: string): string {
  return `this is for solver "stable-fluids"; solver "${solver}" has water with a surface`
}

const RESERVED = ['u', 'v', 'w', 'p', 'open', 'temperature']

/**
 * Validates that a scene of water with a surface has no volume and no fluid.
 *
 * @throws SceneError
 */
export function validateSurface({ solver, grid, fluid, events }: Scene): void {
  const at = events.findIndex((event) => isEventOf('fluid', event))
  if (at >= 0) throw SceneError.at(['events', at, 'type'], needsFluid(solver.type))
  if (grid.cells.length > 2)
    throw SceneError.at(
      ['grid', 'cells'],
      `solver "${solver.type}" needs two numbers, along x and z; a volume is for "stable-fluids"`,
    )
  if (fluid !== undefined) throw SceneError.at(['fluid'], needsFluid(solver.type))
}
