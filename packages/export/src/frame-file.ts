/** Name of a frame's file, `surface_000042.exr`: six digits, as in the files of the command line. */
export function frameFile(stem: string, frame: number, extension: string): string {
  return `${stem}_${String(frame).padStart(6, '0')}.${extension}`
}
