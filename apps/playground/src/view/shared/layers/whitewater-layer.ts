// Drops and bubbles of water that breaks over terrain.

import { BubbleCloud, type CompactHeights, type WaterSurface, Whitewater } from '@seiche/three'
import { Group } from 'three/webgpu'

/** Longest extent of water whose bubbles are seen from the camera [m]. Over a wider one, those as large as a pixel would be balloons. */
const widestBubbling = 12

export class WhitewaterLayer extends Group {
  readonly #bubbles: BubbleCloud | undefined
  readonly #drops: Whitewater

  constructor(water: WaterSurface, input: CompactHeights) {
    super()
    this.name = 'whitewater'
    if (Math.max(...water.extent) <= widestBubbling) this.add((this.#bubbles = new BubbleCloud(water)))
    this.#drops = new Whitewater(water, input, { bubbles: this.#bubbles })
    this.add(this.#drops)
  }

  /** Part of the particles that are drawn [1]. */
  set share(share: number) {
    this.#drops.share = share
    if (this.#bubbles) this.#bubbles.share = share
  }

  /** Shows the particles of a time [s], after the water of that time. */
  update(time: number): void {
    this.#bubbles?.update(time)
    this.#drops.update(time)
  }

  override dispose(): void {
    super.dispose()
    this.#bubbles?.dispose()
    this.#drops.dispose()
  }
}
