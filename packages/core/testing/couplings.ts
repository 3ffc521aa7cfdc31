import type { Scene } from '../src/scene/schema/scene.js'

/** The couplings of bodies and water that tests, validation and soak runs go through. */
export const couplings: readonly Scene['coupling'][] = ['displacement', 'virtual-height']
