// A box of one metre with points, cells, a surface or an image in it, seen through a camera.

import { Canvas, type CanvasPointer, type Draw, type Size } from '../../figures/canvas.js'
import type { Theme } from '../../figures/theme.js'
import { type Camera, dot, type Triple } from './camera.js'

/** A surface: x, y, z of vertices and their normals, three vertices a triangle. */
export interface VolumeMesh {
  positions: Float32Array
  normals: Float32Array
  indices: Uint32Array
}

/** Cells of a volume, x fastest, each drawn as a square that hides the more, the larger its value. */
export interface VolumeCells {
  cells: readonly [number, number, number]
  values: ArrayLike<number>
}

export interface VolumeProps {
  camera: Camera
  /** Extents of the box along x, y, z [m]; its middle is the origin. */
  box: Triple
  /** x, y, z of each point [m]. */
  points?: Float32Array
  mesh?: VolumeMesh
  cells?: VolumeCells
  /** A square picture as seen by the same camera: red, green, blue, alpha. */
  image?: { side: number; pixels: Uint8ClampedArray }
  label: string
  caption?: string
  testId?: string
  over?(context: CanvasRenderingContext2D, size: Size, theme: Theme): void
  /** A pressed pointer where it meets the plane z = 0 [m]. */
  onPlane?(x: number, y: number, kind: CanvasPointer['kind']): void
  onKey?(key: string): boolean
}

/** Direction of the light, from the surface. */
const light: Triple = [0.37, 0.74, 0.56]

export function VolumeFigure(props: VolumeProps) {
  const { label, caption, testId, onPlane, onKey, camera } = props
  const draw: Draw = (context, size, theme) => {
    drawVolume(context, size, theme, props)
    props.over?.(context, size, theme)
  }
  const onPointer = onPlane
    ? ({ x, y, width, height, kind }: CanvasPointer) => {
        const [across, high] = [(2 * x) / width - 1, 1 - (2 * y) / height]
        // Where the ray meets z = 0; a camera from the side sees that plane as a line.
        const scale = camera.reach
        const along = Math.abs(camera.right[0]) < 0.2 ? 0.2 * Math.sign(camera.right[0] || 1) : camera.right[0]
        const atX = (across * scale) / along
        onPlane(atX, (high * scale - atX * camera.up[0]) / camera.up[1], kind)
      }
    : undefined
  return (
    <figure class="figure">
      {caption && <figcaption>{caption}</figcaption>}
      <Canvas
        draw={draw}
        label={label}
        aspect={1}
        {...(testId && { testId })}
        {...(onPointer && { onPointer })}
        {...(onKey && { onKey })}
      />
    </figure>
  )
}

/** From a point of the box to the picture [CSS px]. */
function placeOf({ right, up, reach }: Camera, { width }: Size): (point: Triple) => [number, number] {
  const scale = width / 2 / reach
  return (point) => [width / 2 + scale * dot(right, point), width / 2 - scale * dot(up, point)]
}

function drawVolume(context: CanvasRenderingContext2D, size: Size, theme: Theme, props: VolumeProps): void {
  const { camera, points, mesh, cells, image } = props
  drawBox(context, size, theme, props, false)
  if (image) drawImage(context, size, image)
  if (cells) drawCells(context, size, theme, camera, props.box, cells)
  if (mesh) drawMesh(context, size, camera, mesh)
  if (points) drawPoints(context, size, theme, camera, points)
  drawBox(context, size, theme, props, true)
}

/** The edges of the box: those at the corner nearest to the eye in front, the others behind. */
function drawBox(
  context: CanvasRenderingContext2D,
  size: Size,
  theme: Theme,
  { camera, box }: VolumeProps,
  isFront: boolean,
): void {
  const place = placeOf(camera, size)
  const half = box.map((side) => side / 2)
  const nearest = camera.toward.map((part) => (part >= 0 ? 1 : -1))
  context.strokeStyle = theme.muted
  context.lineWidth = isFront ? 1.5 : 1
  for (let axis = 0; axis < 3; axis++)
    for (const a of [-1, 1])
      for (const b of [-1, 1]) {
        const [second, third] = [(axis + 1) % 3, (axis + 2) % 3]
        const isNear = a === nearest[second] && b === nearest[third]
        if (isNear !== isFront) continue
        const end = (sign: number): Triple => {
          const corner: [number, number, number] = [0, 0, 0]
          corner[axis] = sign * half[axis]!
          corner[second] = a * half[second]!
          corner[third] = b * half[third]!
          return corner
        }
        context.beginPath()
        context.moveTo(...place(end(-1)))
        context.lineTo(...place(end(1)))
        context.stroke()
      }
}

function drawPoints(
  context: CanvasRenderingContext2D,
  size: Size,
  theme: Theme,
  camera: Camera,
  points: Float32Array,
): void {
  const place = placeOf(camera, size)
  const radius = Math.max(1, size.width / 260)
  context.fillStyle = theme.series[0]!
  context.beginPath()
  for (let n = 0; n < points.length; n += 3) {
    const [x, y] = place([points[n]!, points[n + 1]!, points[n + 2]!])
    context.moveTo(x + radius, y)
    context.arc(x, y, radius, 0, 2 * Math.PI)
  }
  context.fill()
}

function drawCells(
  context: CanvasRenderingContext2D,
  size: Size,
  theme: Theme,
  camera: Camera,
  box: Triple,
  { cells: [nx, ny, nz], values }: VolumeCells,
): void {
  const place = placeOf(camera, size)
  const side = (size.width / 2 / camera.reach) * (box[0] / nx)
  const filled: { point: Triple; value: number; depth: number }[] = []
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) {
        const value = values[i + nx * (j + ny * k)]!
        if (value < 0.03) continue
        const point: Triple = [
          ((i + 0.5) / nx - 0.5) * box[0],
          ((j + 0.5) / ny - 0.5) * box[1],
          ((k + 0.5) / nz - 0.5) * box[2],
        ]
        filled.push({ point, value, depth: dot(point, camera.toward) })
      }
  filled.sort((a, b) => a.depth - b.depth)
  context.fillStyle = theme.series[0]!
  for (const { point, value } of filled) {
    const [x, y] = place(point)
    context.globalAlpha = Math.min(0.85, 0.5 * value)
    context.fillRect(x - side / 2, y - side / 2, side, side)
  }
  context.globalAlpha = 1
}

/** Triangles from the farthest to the nearest. */
function drawMesh(context: CanvasRenderingContext2D, size: Size, camera: Camera, mesh: VolumeMesh): void {
  const { positions, normals, indices } = mesh
  const place = placeOf(camera, size)
  const at = (values: Float32Array, vertex: number): Triple => [
    values[3 * vertex]!,
    values[3 * vertex + 1]!,
    values[3 * vertex + 2]!,
  ]
  const triangles: { first: number; depth: number; shade: number }[] = []
  for (let first = 0; first < indices.length; first += 3) {
    let [depth, shade, facing] = [0, 0, 0]
    for (let corner = 0; corner < 3; corner++) {
      const vertex = indices[first + corner]!
      const normal = at(normals, vertex)
      depth += dot(at(positions, vertex), camera.toward)
      shade += Math.max(0, dot(normal, light)) / 3
      facing += dot(normal, camera.toward)
    }
    if (facing > -0.5) triangles.push({ first, depth, shade })
  }
  triangles.sort((a, b) => a.depth - b.depth)
  for (const { first, shade } of triangles) {
    const bright = 0.5 + 0.6 * shade
    context.fillStyle = `rgb(${Math.round(90 * bright)} ${Math.round(185 * bright)} ${Math.round(210 * bright)})`
    // The seams between neighbours would show the background.
    context.strokeStyle = context.fillStyle
    context.lineWidth = 0.7
    context.beginPath()
    for (let corner = 0; corner < 3; corner++) context.lineTo(...place(at(positions, indices[first + corner]!)))
    context.closePath()
    context.fill()
    context.stroke()
  }
}

function drawImage(context: CanvasRenderingContext2D, size: Size, image: NonNullable<VolumeProps['image']>): void {
  const canvas = new OffscreenCanvas(image.side, image.side)
  const pixels = new ImageData(image.side, image.side)
  pixels.data.set(image.pixels)
  canvas.getContext('2d')?.putImageData(pixels, 0, 0)
  context.imageSmoothingEnabled = true
  context.drawImage(canvas, 0, 0, size.width, size.width)
}
