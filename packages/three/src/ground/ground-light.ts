/** Depth below the edge of a shadow at which no sunlight is left [cells]. The soft edge hides that shadows are computed per cell. */
const penumbra = 0.5
/** Radius within which hollows are darker, in parts of the grid's longer side. */
const hollowRadius = 1 / 36
/** Loss of visible sky in a hollow as deep as that radius [1]. */
const hollowStrength = 1.2

/**
 * Light that reaches the ground: sunlight, which hills occlude, and skylight, which is less in hollows. Writes a pair of bytes
 * (sun, sky) for each cell.
 * @param bed Ground [m], nz rows of nx.
 * @param toSun Unit vector (x, y up, z) towards the sun.
 */
export function lightGround(
  bed: Float32Array,
  nx: number,
  nz: number,
  cellSize: number,
  toSun: readonly [number, number, number],
  light: Uint8Array,
): void {
  castShadows(bed, nx, nz, cellSize, toSun, light)
  const radius = Math.max(1, Math.round(Math.max(nx, nz) * hollowRadius))
  const around = blur(blur(bed, nx, nz, radius), nx, nz, radius)
  for (let cell = 0; cell < bed.length; cell++) {
    const hollow = (around[cell]! - bed[cell]!) / (radius * cellSize)
    light[2 * cell + 1] = 255 * Math.min(1, Math.max(0.35, 0.9 - hollowStrength * hollow))
  }
}

/**
 * Sweeps away from the sun, by rows or by columns, whichever the light crosses more steeply. The height of the shadow's edge is that
 * of the ground or of the edge one step before, less the descent of the light in between.
 */
function castShadows(
  bed: Float32Array,
  nx: number,
  nz: number,
  cellSize: number,
  [sunX, sunY, sunZ]: readonly [number, number, number],
  light: Uint8Array,
): void {
  const alongX = Math.abs(sunX) > Math.abs(sunZ)
  const [rows, columns] = alongX ? [nx, nz] : [nz, nx]
  const [rowStep, columnStep] = alongX ? [1, nx] : [nx, 1]
  const [ahead, aside] = alongX ? [sunX, sunZ] : [sunZ, sunX]
  const shift = Math.abs(ahead) > 0 ? aside / Math.abs(ahead) : 0
  const drop = Math.abs(ahead) > 1e-6 ? (cellSize * sunY) / Math.abs(ahead) : Number.POSITIVE_INFINITY
  let before: Float32Array = new Float32Array(columns).fill(Number.NEGATIVE_INFINITY)
  let edge: Float32Array = new Float32Array(columns)
  for (let step = 0; step < rows; step++) {
    const row = ahead > 0 ? rows - 1 - step : step
    for (let column = 0; column < columns; column++) {
      const cell = row * rowStep + column * columnStep
      const source = Math.min(columns - 1, Math.max(0, column + shift))
      const left = Math.floor(source)
      const right = Math.min(left + 1, columns - 1)
      const t = source - left
      const [a, b] = [before[left]!, before[right]!]
      const shadow = step === 0 ? Number.NEGATIVE_INFINITY : (t === 0 ? a : a + t * (b - a)) - drop
      const height = bed[cell]!
      edge[column] = Math.max(shadow, height)
      light[2 * cell] = 255 * (1 - Math.min(1, Math.max(0, (shadow - height) / (penumbra * cellSize))))
    }
    ;[before, edge] = [edge, before]
  }
}

/** Mean over a square of 2 radius + 1 cells, first along rows, then along columns; the edge cells continue outside. */
export function blur(values: Float32Array, nx: number, nz: number, radius: number): Float32Array {
  const along = (source: Float32Array, count: number, step: number, lines: number, lineStep: number): Float32Array => {
    const target = new Float32Array(source.length)
    for (let line = 0; line < lines; line++) {
      const at = (k: number): number => source[line * lineStep + Math.min(count - 1, Math.max(0, k)) * step]!
      let sum = 0
      for (let k = -radius; k <= radius; k++) sum += at(k)
      for (let k = 0; k < count; k++) {
        target[line * lineStep + k * step] = sum / (2 * radius + 1)
        sum += at(k + radius + 1) - at(k - radius)
      }
    }
    return target
  }
  return along(along(values, nx, 1, nz, nx), nz, nx, nx, 1)
}
