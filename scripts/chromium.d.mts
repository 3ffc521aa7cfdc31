/** Path of a Chromium: SEICHE_CHROMIUM if set, else the usual places of this system, else whatever PATH offers. */
export function findChromium(): string | undefined

/** Path of the Chromium for tests: SEICHE_CHROMIUM if set, else a headless shell, else any that `findChromium` finds. */
export function findTestChromium(): string | undefined

/** Quiet, and drawing in software: WebGL2 anywhere. */
export const chromiumArgs: string[]

/** Add these for pages that need not be fast. */
export const chromiumPlainArgs: string[]

/** Add these for WebGPU, also in software. */
export const chromiumWebGpuArgs: string[]
