import { int, Loop } from 'three/tsl'
import type { Node } from 'three/webgpu'

/**
 * A branch for expensive work that few pixels need: a loop of one turn or none. Renderers in software, such as SwiftShader, compute both sides
 * of an `If` for every pixel and select afterwards, but leave a loop that no pixel of a group is in. Graphics devices treat both alike.
 */
export function onlyWhere(condition: Node<'bool'>, work: () => void): void {
  const turns = condition.select(int(1), int(0)).toVar()
  Loop({ type: 'int', start: int(0), end: turns, condition: '<' }, work)
}
