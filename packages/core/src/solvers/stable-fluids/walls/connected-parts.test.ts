import { describe, expect, it } from 'vitest'
import { connectedParts, type EdgeVelocity, edgeFaceOf, type FlowBox, isImbalanced } from './connected-parts.js'

/** A box with walls on all sides, all of it open. */
function closedBox(cells: readonly number[], changes: Partial<FlowBox> = {}): FlowBox {
  const count = cells.reduce((product, n) => product * n)
  const wall = (axis: number): EdgeVelocity => new Array(count / cells[axis]!).fill(0)
  return {
    cells,
    periodic: cells.map(() => false),
    open: new Array(count).fill(1),
    openFaces: cells.map(() => new Array(count).fill(1)),
    edges: cells.map((_, axis) => [wall(axis), wall(axis)] as const),
    ...changes,
  }
}

/** Openness of cells from a drawing, x to the right and y downwards: # is solid. */
const drawn = (...rows: string[]) => [...rows.join('')].map((cell) => Number(cell !== '#'))

const sizes = (box: FlowBox) => connectedParts(box).map(({ cells }) => cells)

describe('connected parts in 2-D', () => {
  it('is one part with nothing flowing in a closed box', () => {
    expect(connectedParts(closedBox([4, 3]))).toEqual([{ cells: 12, hasFreeEdge: false, netInflow: 0, grossFlow: 0 }])
  })

  it('is none where no cell is open', () => {
    expect(connectedParts(closedBox([4, 3], { open: new Array(12).fill(0) }))).toEqual([])
  })

  it('are separated by solid cells, in the order of their first cells', () => {
    expect(sizes(closedBox([5, 3], { open: drawn('..#..', '.##..', '.#...') }))).toEqual([4, 7])
  })

  it('are not connected across corners', () => {
    expect(sizes(closedBox([2, 2], { open: drawn('.#', '#.') }))).toEqual([1, 1])
  })

  it('follow a winding channel', () => {
    expect(sizes(closedBox([5, 5], { open: drawn('.....', '####.', '.....', '.####', '.....') }))).toEqual([17])
  })

  it('are separated by closed faces between open cells', () => {
    // The wall is between columns 1 and 2: the faces before column 2.
    const wall = drawn('..#.', '..#.', '..#.')
    const faces = new Array(12).fill(1)
    expect(sizes(closedBox([4, 3], { openFaces: [wall, faces] }))).toEqual([6, 6])
    const gap = drawn('..#.', '....', '..#.')
    expect(sizes(closedBox([4, 3], { openFaces: [gap, faces] }))).toEqual([12])
    // A wall between rows 0 and 1, which stops before the last column.
    expect(sizes(closedBox([3, 2], { openFaces: [new Array(6).fill(1), drawn('...', '##.')] }))).toEqual([6])
    expect(sizes(closedBox([3, 2], { openFaces: [new Array(6).fill(1), drawn('...', '###')] }))).toEqual([3, 3])
  })

  it('reads any openness above zero as open', () => {
    const faces = [new Array(3).fill(0.05), new Array(3).fill(0.05)]
    expect(sizes(closedBox([3, 1], { open: [0.05, 1, 0.3], openFaces: faces }))).toEqual([3])
  })
})

describe('connected parts of periodic boxes', () => {
  const open = drawn('.#.', '.#.')

  it('are joined around the periodic axis and no other', () => {
    expect(sizes(closedBox([3, 2], { open }))).toEqual([2, 2])
    expect(sizes(closedBox([3, 2], { open, periodic: [false, true] }))).toEqual([2, 2])
    expect(sizes(closedBox([3, 2], { open, periodic: [true, false] }))).toEqual([4])
  })

  it('are joined around y and z', () => {
    expect(sizes(closedBox([2, 3], { open: drawn('..', '##', '..'), periodic: [false, true] }))).toEqual([4])
    const layers = [1, 1, 0, 0, 1, 1]
    expect(sizes(closedBox([2, 1, 3], { open: layers }))).toEqual([2, 2])
    expect(sizes(closedBox([2, 1, 3], { open: layers, periodic: [false, false, true] }))).toEqual([4])
  })

  it('are separated by closed faces at the seam, which are those before the first cells', () => {
    const seam = drawn('#..', '#..')
    const openFaces = [seam, new Array(6).fill(1)]
    expect(sizes(closedBox([3, 2], { open, openFaces, periodic: [true, false] }))).toEqual([2, 2])
  })

  it('have no edge faces along a periodic axis', () => {
    const [xEdges, yEdges] = [
      [[5], [undefined]],
      [
        [2, 0, 0],
        [0, 0, 0],
      ],
    ] as const
    const [part] = connectedParts(closedBox([3, 1], { periodic: [true, false], edges: [xEdges, yEdges] }))
    expect(part).toEqual({ cells: 3, hasFreeEdge: false, netInflow: 2, grossFlow: 2 })
  })

  it('may be one cell wide', () => {
    expect(sizes(closedBox([1, 2], { periodic: [true, true] }))).toEqual([2])
  })
})

describe('connected parts in 3-D', () => {
  it('are separated by a plane of solid cells, and joined by a hole in it', () => {
    const plane = Array.from({ length: 27 }, (_, cell) => Number(Math.floor(cell / 9) !== 1))
    expect(sizes(closedBox([3, 3, 3], { open: plane }))).toEqual([9, 9])
    const hole = plane.map((open, cell) => (cell === 13 ? 1 : open))
    expect(sizes(closedBox([3, 3, 3], { open: hole }))).toEqual([19])
  })

  it('are separated by a plane of closed faces across each axis', () => {
    const cells = [2, 3, 4]
    const expected = [
      [12, 12],
      [8, 16],
      [6, 18],
    ]
    for (const [axis, stride] of [1, 2, 6].entries()) {
      const openFaces = cells.map((n, other) =>
        Array.from({ length: 24 }, (_, cell) => Number(other !== axis || Math.floor(cell / stride) % n !== 1)),
      )
      expect(sizes(closedBox(cells, { openFaces }))).toEqual(expected[axis])
    }
  })

  it('number the faces of an edge by the remaining indices, x fastest', () => {
    const cells = [2, 3, 4]
    const at = (i: number, j: number, k: number) => i + 2 * (j + 3 * k)
    expect([0, 1].map((i) => edgeFaceOf(cells, at(i, 2, 3), 0))).toEqual([11, 11])
    expect([0, 1, 2].map((j) => edgeFaceOf(cells, at(1, j, 3), 1))).toEqual([7, 7, 7])
    expect([0, 3].map((k) => edgeFaceOf(cells, at(1, 2, k), 2))).toEqual([5, 5])
  })
})

describe('the net inflow of a part', () => {
  /** A channel along x, two cells wide, with the velocities of its four end faces. */
  const channel = (before: EdgeVelocity, after: EdgeVelocity, open = drawn('...', '...')) => {
    const walls = [0, 0, 0]
    return connectedParts(
      closedBox([3, 2], {
        open,
        edges: [
          [before, after],
          [walls, walls],
        ],
      }),
    )
  }

  it('is positive for fluid that enters at either end, and negative for fluid that is drawn off', () => {
    expect(channel([1, 2], [0, 0])).toEqual([{ cells: 6, hasFreeEdge: false, netInflow: 3, grossFlow: 3 }])
    expect(channel([0, 0], [-1, -2])).toEqual([{ cells: 6, hasFreeEdge: false, netInflow: 3, grossFlow: 3 }])
    expect(channel([-1, 0], [2, 0])).toEqual([{ cells: 6, hasFreeEdge: false, netInflow: -3, grossFlow: 3 }])
  })

  it('is counted for each part alone', () => {
    // Solid cells in the middle column: what enters on the left cannot leave on the right.
    const parts = channel([1, 1], [1, 1], drawn('.#.', '.#.'))
    expect(parts.map(({ netInflow }) => netInflow)).toEqual([2, -2])
    expect(parts.map(isImbalanced)).toEqual([true, true])
  })

  it('is the sum over all six sides of a volume', () => {
    const sides = [
      [[1], [2]],
      [[4], [8]],
      [[16], [32]],
    ] as const
    const [part] = connectedParts(closedBox([1, 1, 1], { edges: sides }))
    expect(part).toEqual({ cells: 1, hasFreeEdge: false, netInflow: 1 - 2 + 4 - 8 + 16 - 32, grossFlow: 63 })
  })

  it('is balanced by as much that leaves, up to rounding', () => {
    expect(channel([1, 1], [2, 0]).some(isImbalanced)).toBe(false)
    expect(channel([1, 1], [2 + 1e-7, 0]).some(isImbalanced)).toBe(false)
    expect(channel([1, 1], [2 + 1e-5, 0]).some(isImbalanced)).toBe(true)
  })

  it('does not matter where one face is free, in that part alone', () => {
    const [part] = channel([1, 1], [0, undefined])
    expect(part).toEqual({ cells: 6, hasFreeEdge: true, netInflow: 2, grossFlow: 2 })
    expect(isImbalanced(part!)).toBe(false)
    const parts = channel([1, 1], [0, undefined], drawn('...', '.#.'))
    expect(parts.map(isImbalanced)).toEqual([false])
    const separated = channel([1, 1], [0, undefined], drawn('.#.', '.#.'))
    expect(separated.map(({ hasFreeEdge }) => hasFreeEdge)).toEqual([false, true])
    expect(separated.map(isImbalanced)).toEqual([true, false])
  })

  it('ignores edge faces of solid cells', () => {
    expect(channel([1, 5], [1, undefined], drawn('...', '###'))).toEqual([
      { cells: 3, hasFreeEdge: false, netInflow: 0, grossFlow: 2 },
    ])
  })
})
