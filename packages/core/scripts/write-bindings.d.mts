import type { Kernel, Layouts } from './read-kernels.mjs'

export function dispatchText(kernels: readonly Kernel[]): string
export function checkText(layouts: readonly Layouts[]): string
export function layoutPath(layouts: Layouts): string | undefined
export function layoutText(layouts: Layouts): string
