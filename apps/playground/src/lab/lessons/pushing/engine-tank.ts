// The engine in a channel one metre wide, seen in the section through its middle.

import { createSimulation, type SurfaceSimulation } from 'seiche'
import type { PushingValues } from './pushing.settings.js'
import { type BodyShape, box, columns, dt, dx, middleOf, radius, stillDepth, type Tank } from './tank.js'

/** Columns across the channel, and the length of the body across it [m]. */
const across = 20
const width = 0.8
/** A held body is lowered at this speed [m/s]: the level of a scene already holds the water that its bodies displace. */
const lowering = 0.5
const middle = (columns * dx) / 2

export class EngineTank implements Tank {
  private readonly firstVolume: number

  private constructor(
    private readonly values: PushingValues,
    private readonly simulation: SurfaceSimulation,
  ) {
    this.firstVolume = simulation.diagnostics().volume
  }

  static async open(values: PushingValues): Promise<EngineTank> {
    const isBox = values.coupling === 'virtual-height'
    const half = isBox ? box.height / 2 : radius
    const end = half - values.depth
    const place = (y: number): [number, number, number] => [0, y, 0]
    const held = values.motion === 'held' && values.depth > 0
    const motion = held
      ? {
          kind: 'kinematic' as const,
          position: place(half),
          path: [
            { time: 0, at: place(half) },
            { time: values.depth / lowering, at: place(end) },
          ],
        }
      : { kind: values.motion === 'held' ? ('fixed' as const) : ('dynamic' as const), position: place(end) }
    const shape = isBox
      ? { shape: 'box' as const, size: [box.length, box.height, width] as [number, number, number] }
      : {
          shape: 'cylinder' as const,
          radius,
          height: width,
          rotation: { axis: [1, 0, 0] as [number, number, number], angle: 90 },
        }
    const simulation = await createSimulation(
      {
        seiche: 1,
        grid: { cells: [columns, across], cellSize: dx },
        timeStep: dt,
        solver: { type: 'columns', depth: stillDepth },
        coupling: isBox ? 'virtual-height' : 'displacement',
        splashes: false,
        bodies: [{ ...shape, ...motion, density: values.density * 1000 }],
      },
      { threads: 1, rigidBodies: async (setup) => (await import('seiche/bodies')).rapier(setup) },
    )
    return new EngineTank(values, simulation as SurfaceSimulation)
  }

  step(): void {
    this.simulation.step()
  }

  /** The level, but no higher than the body's lower side: the level of a covered column is a pressure head. */
  heights(): Float64Array {
    const under = this.undersides()
    return Float64Array.from({ length: columns }, (_, i) => Math.min(this.level(i), under[i]!))
  }

  heads(): Float64Array {
    const under = this.undersides()
    return Float64Array.from({ length: columns }, (_, i) => Math.max(0, this.level(i) - under[i]!))
  }

  covered(): boolean[] {
    return Array.from(this.undersides(), (under, i) => this.level(i) > under)
  }

  body(): BodyShape {
    const { position, rotation } = this.simulation.bodies[0]!
    const at = { x: position[0]! + middle, y: position[1]! + stillDepth }
    if (this.values.coupling !== 'virtual-height') return { shape: 'disc', ...at, radius }
    return { shape: 'box', ...at, ...box, angle: 2 * Math.atan2(rotation[2]!, rotation[3]!) }
  }

  volume(): number {
    return columns * dx * stillDepth + (this.simulation.diagnostics().volume - this.firstVolume) / (across * dx)
  }

  lift(): number {
    return (this.simulation.diagnostics().exchange?.bodies ?? 0) / dt / width
  }

  residuals(): readonly number[] {
    const { iterations = 0, residual = 0 } = this.simulation.diagnostics()
    return iterations > 0 ? [...Array.from({ length: iterations - 1 }, () => Number.NaN), residual] : []
  }

  dispose(): void {
    this.simulation.dispose()
  }

  private level(i: number): number {
    return this.simulation.heightAt(middleOf(i) - middle, 0) + stillDepth
  }

  /** Lower side of the body over each column [m over the floor]; Infinity beside it. */
  private undersides(): Float64Array {
    const body = this.body()
    return Float64Array.from({ length: columns }, (_, i) => {
      const from = middleOf(i) - body.x
      if (body.shape === 'disc') {
        const half2 = radius * radius - from * from
        return half2 > 0 ? body.y - Math.sqrt(half2) : Number.POSITIVE_INFINITY
      }
      if (Math.abs(from) > body.length / 2) return Number.POSITIVE_INFINITY
      return body.y + from * Math.tan(body.angle) - body.height / 2 / Math.cos(body.angle)
    })
  }
}
