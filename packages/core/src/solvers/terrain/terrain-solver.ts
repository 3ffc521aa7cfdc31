import type { Field } from '../../fields/field.js'
import type { Grid } from '../../fields/grid.js'
import type { MeasuredSurface } from '../diagnostics.js'
import type { Run, WaterEvent } from '../solver.js'
import type { TerrainBasin } from './terrain-basin.js'

/** The part of the solver interface that the basin provides for `kass-miller` and `shallow-water` alike. */
export abstract class TerrainSolver {
  readonly kind = 'surface'
  protected abstract readonly basin: TerrainBasin

  get grid(): Grid {
    return this.basin.water.grid
  }

  get fields(): ReadonlyMap<string, Field> {
    return this.basin.fields
  }

  get state(): readonly Field[] {
    return this.basin.water.state
  }

  get scalars(): number[] {
    return this.basin.scalars
  }

  set scalars(scalars: number[]) {
    this.basin.scalars = scalars
  }

  get coupling() {
    return this.basin.coupling
  }

  get warnings(): readonly string[] {
    return this.basin.warnings
  }

  /** The surface follows from the depth; the basin keeps it up to date. */
  refresh(_step: number, _run: Run): void {}

  apply(event: WaterEvent): void {
    this.basin.apply(event)
  }

  measure(run: Run): MeasuredSurface {
    return this.basin.measure(run)
  }

  heightAt(x: number, z: number): number {
    return this.basin.water.heightAt(x, z)
  }

  normalAt(x: number, z: number): [number, number, number] {
    return this.basin.water.normalAt(x, z)
  }

  velocityAt(x: number, z: number): [number, number, number] {
    return this.basin.water.velocityAt(x, z)
  }
}
