import {
  BoxGeometry,
  Color,
  Mesh,
  MeshBasicNodeMaterial,
  PerspectiveCamera,
  PointLight,
  type Renderer,
  type RenderTarget,
  Scene,
  type Vector2,
  Vector3,
  WebGLCoordinateSystem,
} from 'three/webgpu'
import { describe, expect, it } from 'vitest'
import { WaterSurface } from '../../surface/water-surface.js'
import { PlanarReflection } from './planar-reflection.js'

/** A renderer that notes by which cameras it is asked to draw. */
function noting(width = 640, height = 480) {
  let target: RenderTarget | null = null
  const drawn: { camera: PerspectiveCamera; target: RenderTarget | null; background: unknown }[] = []
  const renderer = {
    coordinateSystem: WebGLCoordinateSystem,
    backend: { generateMipmaps: () => undefined },
    autoClear: false,
    getRenderTarget: () => target,
    setRenderTarget: (next: RenderTarget | null) => (target = next),
    getMRT: () => null,
    setMRT: () => undefined,
    getClearAlpha: () => 1,
    getClearColor: (color: Color) => color,
    setClearColor: () => undefined,
    getDrawingBufferSize: (size: Vector2) => size.set(width, height),
    render: (scene: Scene, camera: PerspectiveCamera) =>
      drawn.push({ camera: camera.clone(), target, background: scene.background }),
  }
  return { renderer: renderer as unknown as Renderer, drawn }
}

function pond(objects: Mesh[]) {
  const reflections = new PlanarReflection(objects)
  const water = new WaterSurface({ nx: 8, nz: 8, cellSize: 1, data: new Float32Array(64) }, { reflections })
  const scene = new Scene().add(water, ...objects)
  scene.background = new Color(0xffffff)
  const camera = new PerspectiveCamera(40, 4 / 3, 0.1, 100)
  camera.position.set(1, 3, 6)
  camera.lookAt(0, 0, 0)
  return { reflections, scene, camera }
}

const box = () => new Mesh(new BoxGeometry(1, 1, 1), new MeshBasicNodeMaterial())

describe('a planar reflection', () => {
  it('draws its objects once, by the mirrored camera, at half the size of the frame, and restores the scene', () => {
    const object = box()
    const { reflections, scene, camera } = pond([object])
    const light = new PointLight()
    scene.add(light)
    const { renderer, drawn } = noting()
    reflections.render(renderer, scene, camera)
    expect(drawn).toHaveLength(1)
    const [{ camera: own, target, background }] = drawn as [(typeof drawn)[0]]
    expect([target?.width, target?.height, background]).toEqual([320, 240, null])
    expect(scene.background).toBeInstanceOf(Color)
    expect(renderer.getRenderTarget()).toBeNull()
    expect(renderer.autoClear).toBe(false)
    for (const each of [object, light]) expect(each.layers.test(own.layers)).toBe(true)
    expect(scene.children[0]!.layers.test(own.layers)).toBe(false)
    // A point of the water has the mirrored column and the same row in both pictures.
    const seen = new Vector3(0.4, 0, -0.7).project(camera)
    const mirrored = new Vector3(0.4, 0, -0.7).applyMatrix4(own.matrixWorld.clone().invert())
    mirrored.applyMatrix4(own.projectionMatrix)
    expect(mirrored.x).toBeCloseTo(-seen.x, 6)
    expect(mirrored.y).toBeCloseTo(seen.y, 6)
  })

  it('draws what is above the water only: its near plane is the water', () => {
    const { reflections, scene, camera } = pond([box()])
    const { renderer, drawn } = noting()
    reflections.render(renderer, scene, camera)
    const { camera: own } = drawn[0]!
    const depthOf = (y: number): number =>
      new Vector3(0, y, 0).applyMatrix4(own.matrixWorld.clone().invert()).applyMatrix4(own.projectionMatrix).z
    // The box is 0.5 m high; a twelfth of that is drawn below the water, for the filter of pixels at the waterline.
    expect(depthOf(-0.06)).toBeLessThan(-1)
    expect(depthOf(0)).toBeGreaterThan(-1)
    expect(depthOf(0.5)).toBeLessThan(1)
  })

  it.each<[string, (given: ReturnType<typeof pond>, object: Mesh) => void, [number, number]?]>([
    ['there are no objects', ({ reflections }) => void reflections.objects.splice(0)],
    ['the object is hidden', (_, object) => void (object.visible = false)],
    ['the object is under water', (_, object) => void object.position.setY(-2)],
    ['the camera is under water', ({ camera }) => void camera.position.setY(-1)],
    ['the canvas has no size', () => undefined, [0, 0]],
  ])('draws nothing while %s', (_, change, size = [640, 480]) => {
    const object = box()
    const given = pond([object])
    change(given, object)
    const { renderer, drawn } = noting(...size)
    given.reflections.render(renderer, given.scene, given.camera)
    expect(drawn).toHaveLength(0)
  })
})
