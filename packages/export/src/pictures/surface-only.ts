import type { RunInfo } from '../run-info.js'

/** Throws for a fluid in a box, which has no surface to be drawn. */
export function assertSurface({ kind }: Pick<RunInfo, 'kind'>): void {
  if (kind === 'fluid')
    throw new Error('pictures are of water with a surface, and this scene is a fluid in a box; write it as npy')
}
