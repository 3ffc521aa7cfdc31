// The surroundings of a fluid: for a flat one the shadow of a sheet on a table; for a volume the edges of a box, a floor that fades into
// the air, and lights.

import type { SmokeVolume } from '@seiche/three'
import { IsosurfaceMesh } from '@seiche/three'
import { Isosurface } from 'seiche'
import { Fn, float, mix, positionWorld, screenUV, smoothstep, uniform, uv, vec2, vec3 } from 'three/tsl'
import {
  BoxGeometry,
  Color,
  DirectionalLight,
  DirectionalLightNode,
  EdgesGeometry,
  Group,
  HemisphereLight,
  HemisphereLightNode,
  LineBasicNodeMaterial,
  LineSegments,
  Mesh,
  MeshBasicNodeMaterial,
  MeshStandardNodeMaterial,
  type Node,
  NodeMaterial,
  PlaneGeometry,
} from 'three/webgpu'
import type { FluidData } from '../../shared/fluid-data.js'

// The library of the page's renderer knows no lights (view/renderer.ts); these are the only ones.
DirectionalLight.registerNode(DirectionalLightNode)
HemisphereLight.registerNode(HemisphereLightNode)

/** Air, floor and glass by day and by night. */
const themes = {
  day: { air: 0xc6d0da, high: 0x93a5b8, floor: 0xc9cac9, edge: 0x32465c, table: 0xdbe8ef, shade: 0x1c3444 },
  night: { air: 0x171e2b, high: 0x0a0e17, floor: 0x2a303b, edge: 0x9fb6cf, table: 0x1a2233, shade: 0x000000 },
} as const

/** Gap between the box and the floor, in parts of its height. */
const gap = 0.012

export class FluidBackdrop extends Group {
  /** Radiance behind everything. */
  readonly background: Node<'vec3'>
  readonly #air = uniform(new Color())
  readonly #high = uniform(new Color())
  readonly #floor = uniform(new Color())
  readonly #table = uniform(new Color())
  readonly #edge = new Color()
  readonly #shade = uniform(new Color())
  readonly #disposables: { dispose(): void }[] = []
  readonly #edges: LineBasicNodeMaterial | undefined
  readonly #floorMaterial: NodeMaterial | undefined
  #solids: { surface: Isosurface; mesh: IsosurfaceMesh } | undefined

  constructor(data: FluidData) {
    super()
    this.name = 'backdrop'
    if (data.isFlat) {
      this.background = this.#table.rgb
      this.#addSheetShadow(data)
      return
    }
    // The air is paler near the floor.
    this.background = mix(this.#high.rgb, this.#air.rgb, smoothstep(0, 0.75, screenUV.y))
    this.#edges = this.#addEdges(data)
    this.#floorMaterial = this.#addFloor(data)
    const sun = new DirectionalLight(0xfff0dc, 2.4)
    sun.position.set(0.75, 0.9, 0.6)
    this.add(sun, new HemisphereLight(0xc4d4ea, 0x5a5048, 1.3))
  }

  setTheme(dark: boolean): void {
    const theme = themes[dark ? 'night' : 'day']
    this.#air.value.set(theme.air)
    this.#high.value.set(theme.high)
    this.#floor.value.set(theme.floor)
    this.#table.value.set(theme.table)
    this.#shade.value.set(theme.shade)
    this.#edges?.color.copy(this.#edge.set(theme.edge))
  }

  /** Sets the cloud that casts a shadow on the floor, or none. */
  setCloud(cloud: SmokeVolume | undefined): void {
    if (!this.#floorMaterial) return
    this.#floorMaterial.colorNode = this.#floorColor(cloud)
    this.#floorMaterial.needsUpdate = true
  }

  /** Shows the solids in a volume. */
  showSolids(data: FluidData): void {
    const { open } = data.fields
    if (data.isFlat || !open) return
    this.#solids ??= this.#addSolids()
    // Openness rises from 0 to 1 within a cell, which is too steep for smooth normals: blur it a little.
    const values = blurred(blurred(open, data.cells), data.cells)
    this.#solids.mesh.update(this.#solids.surface.update({ values, cells: data.cells, cellSize: data.cellSize }, 0.5))
  }

  #addSolids() {
    const surface = new Isosurface({ inside: 'below' })
    const material = new MeshStandardNodeMaterial({ color: 0xd8cfc0, roughness: 0.7, metalness: 0 })
    const mesh = new IsosurfaceMesh(surface, { material })
    mesh.name = 'solids'
    this.add(mesh)
    this.#disposables.push(mesh)
    return { surface, mesh }
  }

  /** A soft shadow around a sheet. */
  #addSheetShadow(data: FluidData): void {
    const [width, height] = data.size
    const reach = 0.05 * Math.max(width, height)
    const material = new MeshBasicNodeMaterial({ transparent: true, depthWrite: false, toneMapped: false })
    const outer = vec2(width + 2 * reach, height + 2 * reach)
    material.colorNode = this.#shade.rgb
    material.opacityNode = Fn(() => {
      const beside = uv()
        .sub(0.5)
        .mul(outer)
        .abs()
        .sub(vec2(width / 2, height / 2))
        .max(0)
        .length()
        .div(reach)
      return smoothstep(1, 0, beside).pow(2).mul(0.4)
    })()
    const geometry = new PlaneGeometry(width + 2 * reach, height + 2 * reach)
    const shadow = new Mesh(geometry, material)
    shadow.position.set(0.1 * reach, -0.25 * reach, -0.1 * reach)
    shadow.renderOrder = -1
    this.add(shadow)
    this.#disposables.push(geometry, material)
  }

  #addEdges(data: FluidData): LineBasicNodeMaterial {
    const box = new BoxGeometry(...data.size)
    const geometry = new EdgesGeometry(box)
    box.dispose()
    const material = new LineBasicNodeMaterial({ transparent: true, opacity: 0.45, depthWrite: false })
    this.add(new LineSegments(geometry, material))
    this.#disposables.push(geometry, material)
    return material
  }

  #addFloor(data: FluidData): NodeMaterial {
    const [width, height, depth] = data.size
    const reach = 7 * Math.max(width, height, depth)
    const geometry = new PlaneGeometry(2 * reach, 2 * reach).rotateX(-Math.PI / 2)
    const material = new NodeMaterial()
    material.name = 'floor'
    material.transparent = true
    material.depthWrite = false
    const far = positionWorld.xz.length().div(reach)
    material.opacityNode = smoothstep(0.55, 0.08, far)
    const floor = new Mesh(geometry, material)
    floor.position.y = -height / 2 - gap * height
    floor.renderOrder = -1
    this.add(floor)
    this.#disposables.push(geometry, material)
    this.#size = [width, depth]
    material.colorNode = this.#floorColor(undefined)
    return material
  }

  #size: [number, number] = [1, 1]

  #floorColor(cloud: SmokeVolume | undefined): Node<'vec3'> {
    const [width, depth] = this.#size
    return Fn(() => {
      const beside = positionWorld.xz
        .abs()
        .sub(vec2(width / 2, depth / 2))
        .max(0)
        .length()
        .div(0.25 * Math.max(width, depth))
      const contact = smoothstep(0, 1, beside).mul(0.2).add(0.8)
      const sun = cloud ? cloud.shadowAt(positionWorld) : float(1)
      return this.#floor.rgb.mul(contact).mul(mix(vec3(0.45, 0.47, 0.52), vec3(1), sun))
    })()
  }

  override dispose(): void {
    super.dispose()
    for (const resource of this.#disposables) resource.dispose()
  }
}

/** Box blur: means of three cells along one axis after the other; values are continued beyond the box. */
function blurred(values: Float32Array, cells: readonly [number, number, number]): Float32Array {
  let from = values
  for (const [axis, step] of [1, cells[0], cells[0] * cells[1]].entries()) {
    const to = new Float32Array(from.length)
    const count = cells[axis]!
    for (let cell = 0; cell < from.length; cell++) {
      const place = Math.floor(cell / step) % count
      const before = from[place > 0 ? cell - step : cell]!
      const after = from[place < count - 1 ? cell + step : cell]!
      to[cell] = (before + from[cell]! + after) / 3
    }
    from = to
  }
  return from
}
