// Solids as functions of space: below zero inside, above zero outside, about the distance to the surface [m] near it.

export type Point = readonly [x: number, y: number, z: number]
export type Distance = (x: number, y: number, z: number) => number

export const length = (x: number, y: number, z: number) => Math.sqrt(x * x + y * y + z * z)

export function ball([cx, cy, cz]: Point, radius: number): Distance {
  return (x, y, z) => length(x - cx, y - cy, z - cz) - radius
}

/** Radii along x, y and z; first order in the distance from the surface. `tilt`: rise of its x axis towards y [m/m]. */
export function ellipsoid([cx, cy, cz]: Point, [rx, ry, rz]: Point, tilt = 0): Distance {
  const norm = Math.sqrt(1 + tilt * tilt)
  const [c, s] = [1 / norm, tilt / norm]
  return (x, y, z) => {
    const [u, v, w] = [(x - cx) * c + (y - cy) * s, (y - cy) * c - (x - cx) * s, z - cz]
    const inside = length(u / rx, v / ry, w / rz)
    const slope = length(u / (rx * rx), v / (ry * ry), w / (rz * rz))
    return slope > 0 ? (inside * (inside - 1)) / slope : -Math.min(rx, ry, rz)
  }
}

/** A round rod that tapers from one radius to another. */
export function taper(from: Point, to: Point, fromRadius: number, toRadius: number): Distance {
  const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
  const square = dx * dx + dy * dy + dz * dz
  return (x, y, z) => {
    const [u, v, w] = [x - from[0], y - from[1], z - from[2]]
    const along = Math.min(1, Math.max(0, (u * dx + v * dy + w * dz) / square))
    return length(u - along * dx, v - along * dy, w - along * dz) - (fromRadius + along * (toRadius - fromRadius))
  }
}

/** The same on both sides of z = 0. */
export function mirrored(solid: Distance): Distance {
  return (x, y, z) => solid(x, y, Math.abs(z))
}

/** Both, with a fillet of this radius between them [m]: the quadratic smooth minimum. */
export function blend(one: Distance, other: Distance, radius: number): Distance {
  return (x, y, z) => {
    const [a, b] = [one(x, y, z), other(x, y, z)]
    const near = Math.max(0, radius - Math.abs(a - b))
    return Math.min(a, b) - (near * near) / (4 * radius)
  }
}

/** What of a solid lies above a height, with a rounded rim. */
export function flattened(solid: Distance, height: number, radius: number): Distance {
  const outside = blend(
    (x, y, z) => -solid(x, y, z),
    (_x, y) => y - height,
    radius,
  )
  return (x, y, z) => -outside(x, y, z)
}
