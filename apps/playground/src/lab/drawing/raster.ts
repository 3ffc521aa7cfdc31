// Triangles with depth, drawn in the worker: pictures of small surfaces without a graphics card.
//
// Colors are linear over a triangle, the nearer one wins. Pixels without any are transparent, so that a picture lies on light and
// dark pages alike.

/** Corners and triangles. x to the right, y up, z toward the viewer's right hand, as in scenes. */
export interface Mesh {
  /** x, y, z of each corner [m]. */
  positions: Float32Array
  /** Red, green, blue of each corner, 0 to 255. */
  colors: Float32Array
  /** Three corners of each triangle. */
  triangles: Uint32Array
}

/** A camera that looks at a point. */
export interface Camera {
  /** The point it looks at [m]. */
  target: readonly [number, number, number]
  /** Distance from it [m]. */
  distance: number
  /** Direction from which it looks [rad]: around the vertical from +z toward +x, and above the horizon. */
  azimuth: number
  elevation: number
  /** Width of the view at the distance of the target [m]. */
  width: number
}

/** A picture: red, green, blue and opacity of each pixel, row by row. */
export interface Picture {
  width: number
  height: number
  rgba: Uint8ClampedArray<ArrayBuffer>
}

export class Raster {
  readonly picture: Picture
  readonly #depth: Float32Array

  constructor(width: number, height: number) {
    this.picture = { width, height, rgba: new Uint8ClampedArray(4 * width * height) }
    this.#depth = new Float32Array(width * height)
  }

  clear(): void {
    this.picture.rgba.fill(0)
    this.#depth.fill(Number.POSITIVE_INFINITY)
  }

  draw({ positions, colors, triangles }: Mesh, camera: Camera): void {
    const screen = project(positions, camera, this.picture)
    for (let n = 0; n < triangles.length; n += 3)
      this.#fill(screen, colors, 3 * triangles[n]!, 3 * triangles[n + 1]!, 3 * triangles[n + 2]!)
  }

  /** Fills one triangle. Corners are offsets into `screen` (x, y, distance) and `colors`. */
  #fill(screen: Float32Array, colors: Float32Array, a: number, b: number, c: number): void {
    const { width, height, rgba } = this.picture
    const [ax, ay, bx, by] = [screen[a]!, screen[a + 1]!, screen[b]!, screen[b + 1]!]
    const [cx, cy] = [screen[c]!, screen[c + 1]!]
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    // Behind the camera or without area.
    if (!(Math.abs(area) > 1e-6) || !(Math.min(screen[a + 2]!, screen[b + 2]!, screen[c + 2]!) > 0)) return
    const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5))
    const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5))
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
    const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
    for (let y = top; y <= bottom; y++)
      for (let x = left; x <= right; x++) {
        const [px, py] = [x + 0.5, y + 0.5]
        const wa = ((bx - px) * (cy - py) - (by - py) * (cx - px)) / area
        const wb = ((cx - px) * (ay - py) - (cy - py) * (ax - px)) / area
        const wc = 1 - wa - wb
        if (wa < -1e-5 || wb < -1e-5 || wc < -1e-5) continue
        const depth = wa * screen[a + 2]! + wb * screen[b + 2]! + wc * screen[c + 2]!
        const at = y * width + x
        if (depth >= this.#depth[at]!) continue
        this.#depth[at] = depth
        for (let part = 0; part < 3; part++)
          rgba[4 * at + part] = wa * colors[a + part]! + wb * colors[b + part]! + wc * colors[c + part]!
        rgba[4 * at + 3] = 255
      }
  }
}

/** Pixels and distance along the view of each corner. */
function project(positions: Float32Array, camera: Camera, { width, height }: Picture): Float32Array {
  const { target, distance } = camera
  const [sinA, cosA] = [Math.sin(camera.azimuth), Math.cos(camera.azimuth)]
  const [sinE, cosE] = [Math.sin(camera.elevation), Math.cos(camera.elevation)]
  const scale = (width / camera.width) * distance
  const screen = new Float32Array(positions.length)
  for (let n = 0; n < positions.length; n += 3) {
    const [x, y, z] = [positions[n]! - target[0], positions[n + 1]! - target[1], positions[n + 2]! - target[2]]
    const right = x * cosA - z * sinA
    const toward = x * sinA + z * cosA
    const up = y * cosE - toward * sinE
    const away = distance - toward * cosE - y * sinE
    screen[n] = width / 2 + (scale * right) / away
    screen[n + 1] = height / 2 - (scale * up) / away
    screen[n + 2] = away
  }
  return screen
}

/** The point from which a camera looks [m]. */
export function eyeOf({ target, distance, azimuth, elevation }: Camera): [number, number, number] {
  const level = distance * Math.cos(elevation)
  return [
    target[0] + level * Math.sin(azimuth),
    target[1] + distance * Math.sin(elevation),
    target[2] + level * Math.cos(azimuth),
  ]
}
