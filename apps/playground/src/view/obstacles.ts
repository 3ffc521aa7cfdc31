import type { Scene } from 'seiche'
import { Fn, normalWorld, positionWorld } from 'three/tsl'
import {
  BoxGeometry,
  type BufferGeometry,
  CylinderGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  NodeMaterial,
} from 'three/webgpu'
import type { Opened } from '../worker/protocol.js'
import type { Basin } from './basin.js'
import type { Lighting } from './lighting.js'

type Obstacle = Scene['obstacles'][number]
/** What can be drawn as a body of its own: it stands still and has a simple outline. */
type Solid = Extract<Obstacle, { shape: 'disc' | 'box' | 'gaussian' }>

/** The solid things of a scene, standing on the floor of the pool and rising out of the water. */
export class Obstacles extends Group {
  readonly #material = new NodeMaterial()

  /** `depth` and `top`: from the water at rest down to the floor and up to the top [m]. */
  constructor(opened: Opened, depth: number, top: number, basin: Basin, lighting: Lighting) {
    super()
    this.name = 'obstacles'
    this.#material.name = 'obstacle'
    this.#material.colorNode = Fn(() => lighting.obstacle.rgb.mul(basin.light(positionWorld, normalWorld)))()
    const { obstacles } = opened.scene
    // Files, polygons and what moves are drawn as solid cells; then all solid cells are, shapes among them.
    if (obstacles.every(isShape)) for (const obstacle of obstacles) this.add(this.#standing(obstacle, depth, top))
    else if (opened.matte) this.add(this.#blocks(opened, opened.matte, depth, top))
  }

  override dispose(): void {
    super.dispose()
    for (const child of this.children) if (child instanceof Mesh) (child as Mesh<BufferGeometry>).geometry.dispose()
    this.#material.dispose()
  }

  #standing(obstacle: Solid, depth: number, top: number): Mesh {
    const [x, z] = obstacle.center
    const mesh = new Mesh<BufferGeometry>(geometryOf(obstacle, depth + top), this.#material)
    mesh.position.set(x, (top - depth) / 2, z)
    // Scenes turn from x towards z, three.js from z towards x.
    if (obstacle.shape === 'box') mesh.rotation.y = (-obstacle.angle * Math.PI) / 180
    return mesh
  }

  /** One block for every run of solid cells in a row. */
  #blocks({ grid }: Opened, matte: Float32Array, depth: number, top: number): InstancedMesh {
    const { nx, nz, cellSize } = grid
    const places: Matrix4[] = []
    for (const [j, from, to] of solidRuns(matte, nx, nz)) {
      const length = (to - from) * cellSize
      const x = ((from + to) / 2 - nx / 2) * cellSize
      const z = (j + 0.5 - nz / 2) * cellSize
      places.push(new Matrix4().makeScale(length, depth + top, cellSize).setPosition(x, (top - depth) / 2, z))
    }
    const mesh = new InstancedMesh(new BoxGeometry(1, 1, 1), this.#material, places.length)
    for (const [index, place] of places.entries()) mesh.setMatrixAt(index, place)
    return mesh
  }
}

function isShape(obstacle: Obstacle): obstacle is Solid {
  return 'shape' in obstacle && obstacle.shape !== 'polygon' && !obstacle.motion
}

/** Row, first column and column after the last of each run of cells that are more solid than open. */
function* solidRuns(matte: Float32Array, nx: number, nz: number): Generator<[j: number, from: number, to: number]> {
  for (let j = 0; j < nz; j++) {
    let from = -1
    for (let i = 0; i <= nx; i++) {
      const solid = i < nx && (matte[j * nx + i] ?? 1) < 0.5
      if (solid && from < 0) from = i
      if (!solid && from >= 0) {
        yield [j, from, i]
        from = -1
      }
    }
  }
}

function geometryOf(obstacle: Solid, height: number): BufferGeometry {
  switch (obstacle.shape) {
    case 'box':
      return new BoxGeometry(obstacle.size[0], height, obstacle.size[1])
    case 'disc':
      return new CylinderGeometry(obstacle.radius, obstacle.radius, height, 96)
    case 'gaussian': {
      // Solidity falls off smoothly; the drawn wall stands where it has fallen to one half.
      const radius = obstacle.radius * Math.sqrt(Math.LN2)
      return new CylinderGeometry(radius, radius, height, 96)
    }
  }
}
