import { describe, expect, it } from 'vitest'
import { ballMesh } from '../../testing/meshes.js'
import { glbOf, gltfOf, textBytes } from '../../testing/write-gltf.js'
import { type BodyInput, bodySchema, type JointInput, jointSchema } from '../scene/schema/body.js'
import { boxPolyhedron } from './geometry/polyhedron.js'
import { loadBodies } from './load.js'
import type { Tank } from './world.js'

const tank: Tank = {
  grid: { nx: 40, nz: 20, cellSize: 0.1 },
  floor: -1,
  walls: { 'x-': true, 'x+': true, 'z-': true, 'z+': true },
}
const files: Record<string, Uint8Array> = {}
const read = async (file: string) => {
  const bytes = files[file]
  if (!bytes) throw new Error('no such file')
  return bytes
}
const load = async (bodies: BodyInput[], joints: JointInput[] = [], where = tank) =>
  loadBodies(
    bodies.map((body) => bodySchema.parse(body)),
    joints.map((joint) => jointSchema.parse(joint)),
    where,
    read,
  )
const refused = (...what: Parameters<typeof load>) => expect(load(...what)).rejects

const box = boxPolyhedron([0.4, 0.4, 0.4])
const corners = Array.from(
  { length: 8 },
  (_, k) => [...box.vertices.subarray(3 * k, 3 * k + 3)] as [number, number, number],
)
const faces = Array.from(
  { length: 12 },
  (_, k) => [...box.triangles.subarray(3 * k, 3 * k + 3)] as [number, number, number],
)

describe('meshes', () => {
  it('are taken from the scene or from a file, and scaled', async () => {
    const { json, bytes } = gltfOf(ballMesh(1, 24))
    files['models/ball.glb'] = glbOf(json, bytes)
    const named = gltfOf(ballMesh(1, 24), {}, 'ball.bin')
    files['models/ball.gltf'] = textBytes(named.json)
    files['models/ball.bin'] = named.bytes
    const [written, binary, text] = await load([
      { shape: 'mesh', vertices: corners, triangles: faces, scale: 0.5 },
      { shape: 'mesh', file: 'models/ball.glb', scale: 0.2 },
      { shape: 'mesh', file: 'models/ball.gltf', scale: 0.2 },
    ])
    expect(written!.solid.volume).toBeCloseTo(0.008, 12)
    expect(binary!.solid.volume / ((4 / 3) * Math.PI * 0.008)).toBeCloseTo(1, 1)
    expect(text!.solid).toEqual(binary!.solid)
  })

  it('inside out are turned', async () => {
    const [one] = await load([{ shape: 'mesh', vertices: corners, triangles: faces.map(([a, b, c]) => [a, c, b]) }])
    expect(one!.solid.volume).toBeCloseTo(0.064, 12)
  })

  it('that enclose nothing are refused with what is wrong, or become their hull', async () => {
    const open = { shape: 'mesh', vertices: corners, triangles: faces.slice(1) } satisfies BodyInput
    await refused([open]).toThrow(
      /bodies\[0\]: the mesh is not closed: 3 edges with a triangle on one side only, the first from \(.*; close it, or give "unclosed": "hull"$/,
    )
    const [hull] = await load([{ ...open, unclosed: 'hull' }])
    expect(hull!.solid.volume).toBeCloseTo(0.064, 12)
    const crowded = { shape: 'mesh', vertices: corners, triangles: [...faces, [0, 1, 7]] } satisfies BodyInput
    await refused([crowded]).toThrow('more than two triangles')
    const twisted = faces.map(([a, b, c], k): [number, number, number] => (k === 0 ? [a, c, b] : [a, b, c]))
    await refused([{ shape: 'mesh', vertices: corners, triangles: twisted }]).toThrow('face opposite ways')
    await refused([{ shape: 'mesh', vertices: [], triangles: [] }]).toThrow('bodies[0]: the mesh is empty')
    await refused([{ shape: 'mesh', vertices: corners, triangles: [[0, 1, 9]] }]).toThrow(
      'triangle 0 of the mesh has the corner 9, but there are 8 vertices',
    )
    await refused([{ shape: 'mesh', vertices: corners, triangles: [[0, 0, 1]] }]).toThrow('has an area')
    const flat = corners.map(([x, y]): [number, number, number] => [x, y, 0])
    await refused([{ shape: 'mesh', vertices: flat, triangles: faces, unclosed: 'hull' }]).toThrow('in a plane')
    await refused([{ shape: 'hull', points: flat }]).toThrow('bodies[0]: all points are in a plane')
  })

  it('of files that cannot be read are refused with the file', async () => {
    await refused([{ shape: 'mesh', file: 'lost.glb' }]).toThrow('bodies[0].file: cannot read lost.glb: no such file')
    files['words.glb'] = textBytes('hello')
    await refused([
      {
        shape: 'compound',
        parts: [
          { shape: 'sphere', radius: 0.1 },
          { shape: 'hull', file: 'words.glb' },
        ],
      },
    ]).toThrow('bodies[0].parts[1].file: cannot read words.glb: not a glTF file')
    files['empty.gltf'] = textBytes({ asset: { version: '2.0' } })
    await refused([{ shape: 'mesh', file: 'empty.gltf' }]).toThrow('cannot read empty.gltf: the mesh is empty')
    await expect(loadBodies([bodySchema.parse({ shape: 'mesh', file: 'a.glb' })], [], tank)).rejects.toThrow(
      '"readFile" option',
    )
  })
})

describe('places', () => {
  it('a body larger than the tank is refused, along the side that is too short', async () => {
    await refused([{ shape: 'box', size: [1, 0.1, 2.5] }]).toThrow(
      'bodies[0]: the body is 2.5 m long in z, the tank only 2 m',
    )
    await load([{ shape: 'box', size: [2.5, 0.1, 1] }])
    await refused([{ shape: 'box', size: [2.5, 0.1, 1], rotation: { axis: [0, 1, 0], angle: 90 } }]).toThrow(
      'long in z',
    )
    const open = { ...tank, walls: { ...tank.walls, 'z-': false, 'z+': false } }
    await load([{ shape: 'box', size: [1, 0.1, 2.5] }], [], open)
  })

  it('a body in a wall or in the floor is refused; one that touches is not', async () => {
    await load([{ shape: 'sphere', radius: 0.5, position: [1.5, -0.5, -0.5] }])
    await refused([
      { shape: 'sphere', radius: 0.5 },
      { shape: 'sphere', radius: 0.5, position: [1.6, 0, 0] },
    ]).toThrow('bodies[1].position: the body reaches to x = 2.1 m, through the wall at 2 m')
    await refused([{ shape: 'sphere', radius: 0.5, position: [0, 0, -0.6] }]).toThrow('z = -1.1 m')
    await refused([{ shape: 'sphere', radius: 0.5, position: [0, -0.75, 0] }]).toThrow('through the floor at -1 m')
    await load([{ shape: 'box', size: [9, 9, 9], kind: 'fixed' }])
  })
})

it('a body in the ground is refused where it is deepest; one that lies on it is not', async () => {
  const { nx, nz } = tank.grid
  const hill = { ...tank, bed: Float64Array.from({ length: nx * nz }, (_, k) => (k % nx >= 20 ? -0.4 : -1)) }
  const block = (x: number, y: number): BodyInput => ({ shape: 'box', size: [0.4, 0.4, 0.4], position: [x, y, 0.1] })
  await load([block(-0.5, -0.8), block(0.5, -0.2)], [], hill)
  await refused([block(-0.5, -0.8), block(0.1, -0.3)], [], hill).toThrow(
    /^scene: bodies\[1\]\.position: the body begins 0\.1 m deep in the ground, or in a solid, at x = 0\.\d+ m, z = -?0\.\d+ m$/,
  )
})

describe('names', () => {
  const ball = (name: string): BodyInput => ({ shape: 'sphere', radius: 0.1, name })
  it('are unique, and joints know them', async () => {
    await load([ball('boat'), ball('buoy')], [{ type: 'rope', bodies: ['boat', 'tank'], length: 1 }])
    await refused([ball('boat'), ball('boat')]).toThrow('bodies[1].name: bodies[0] is named "boat" already')
    await refused([ball('tank')]).toThrow('bodies[0].name: "tank" is what stands still')
    await refused([ball('boat')], [{ type: 'ball', bodies: ['boat', 'boot'] }]).toThrow(
      'joints[0].bodies[1]: no body is named "boot"; there are "tank", "boat"',
    )
    await refused([ball('boat')], [{ type: 'weld', bodies: ['boat', 'boat'] }]).toThrow('cannot be joined to itself')
  })
})

// A cylinder of 1e6 m over cells of 0.3 m was cut into lines for longer than anybody waited.
it.each(['dynamic', 'kinematic', 'fixed'] as const)(
  'a %s body far wider than the grid is refused, walls or not',
  async (kind) => {
    const open = { ...tank, walls: { 'x-': false, 'x+': false, 'z-': false, 'z+': false } }
    for (const body of [
      { shape: 'sphere', radius: 1e6, kind },
      { shape: 'cylinder', radius: 0.1, height: 1e9, rotation: { axis: [1, 0, 0], angle: 90 }, kind },
    ] as BodyInput[])
      await refused([body], [], open).toThrow(
        /bodies\[0\]: the body is .* m wide; at most 16 m, 4 times the longer side/,
      )
    await expect(load([{ shape: 'box', size: [15, 1, 15], kind: 'fixed' }], [], open)).resolves.toHaveLength(1)
  },
)
