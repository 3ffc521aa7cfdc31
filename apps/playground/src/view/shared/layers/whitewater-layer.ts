// Drops and bubbles of water that breaks over terrain.

import { BubbleCloud, type CompactHeights, type WaterSurface, Whitewater } from '@seiche/three'
import { Group } from 'three/webgpu'

export class WhitewaterLayer extends Group {
  readonly #bubbles: BubbleCloud
  readonly #drops: Whitewater

  constructor(water: WaterSurface, input: CompactHeights) {
    super()
    this.name = 'whitewater'
    this.#bubbles = new BubbleCloud(water)
    this.#drops = new Whitewater(water, input, { bubbles: this.#bubbles })
    this.add(this.#bubbles, this.#drops)
  }

  /** Part of the particles that are drawn [1]. */
  set share(share: number) {
    this.#bubbles.share = this.#drops.share = share
  }

  /** Shows the particles of a time [s], after the water of that time. */
  update(time: number): void {
    this.#bubbles.update(time)
    this.#drops.update(time)
  }

  override dispose(): void {
    super.dispose()
    this.#bubbles.dispose()
    this.#drops.dispose()
  }
}
