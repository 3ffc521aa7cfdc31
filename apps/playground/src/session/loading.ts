import { signal } from '@preact/signals'

/** Whether a scene is being opened. In a file of its own: controls follow it, and know nothing else of the state. */
export const loading = signal(true)
