import { int, Loop } from 'three/tsl'
import type { Node } from 'three/webgpu'

/**
 * A branch for expensive work that few pixels need: a loop of one turn or none. SwiftShader, which draws in software, skips texture reads that
 * no pixel of a group needs, in a branch and in a loop, but not the arithmetic around them; in a branch that takes twice as long as in a
 * loop. Graphics devices treat both alike.
 */
export function onlyWhere(condition: Node<'bool'>, work: () => void): void {
  const turns = condition.select(int(1), int(0)).toVar()
  Loop({ type: 'int', start: int(0), end: turns, condition: '<' }, work)
}
