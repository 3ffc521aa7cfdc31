/**
 * Name of a frame's file, `eta_000042.npy`.
 *
 * @param stem The part before the number: usually the name of a field.
 * @param frame Number of the frame.
 * @param extension The part after the dot.
 * @returns The name.
 * @example
 * ```ts
 * import { frameFile } from '@seiche/export'
 *
 * console.log(frameFile('eta', 42, 'npy')) // eta_000042.npy
 * ```
 */
export function frameFile(stem: string, frame: number, extension: string): string {
  return `${stem}_${String(frame).padStart(6, '0')}.${extension}`
}
