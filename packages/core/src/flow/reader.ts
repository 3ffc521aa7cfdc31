import { Component } from './component.js'
import { cellsOf, type Flow, type FlowCells, layoutOf, type Periodic, valuesOf } from './flow.js'

/** Interpolates the present flow at any point. Made for one pass over the particles: its views of memory may be detached later. */
export class FlowReader {
  readonly cells: FlowCells
  readonly cellSize: number
  readonly u: Component
  readonly v: Component
  /** Undefined in a 2-D flow. */
  readonly w: Component | undefined
  /** 1 fluid, 0 solid; undefined without solids. */
  readonly open: Component | undefined

  constructor(flow: Flow, periodic: Periodic) {
    this.cells = cellsOf(flow)
    this.cellSize = 'grid' in flow ? flow.grid.cellSize : flow.cellSize
    const find = (name: string, axis: number) => {
      const values = valuesOf(flow, name)
      return values && new Component(layoutOf(values, this.cells, axis, name), periodic)
    }
    const needed = (name: string, axis: number): Component => {
      const component = find(name, axis)
      if (!component) throw new RangeError(`a flow needs a field ${name}`)
      return component
    }
    this.u = needed('u', 0)
    this.v = needed('v', 1)
    this.w = this.cells[2] > 1 ? needed('w', 2) : undefined
    this.open = find('open', 3)
  }
}
