/** Above this number, one quad per cell costs more than it shows, because slopes are shaded per pixel. */
const mostByDefault = 256

/**
 * Number of quads of a surface mesh along x and z.
 * @param wanted One number for both directions, or one for each. Default: one quad per cell, at most 256 in each direction.
 */
export function meshSegments(nx: number, nz: number, wanted?: number | [number, number]): [number, number] {
  if (wanted !== undefined) return typeof wanted === 'number' ? [wanted, wanted] : wanted
  return [Math.min(nx, mostByDefault), Math.min(nz, mostByDefault)]
}
