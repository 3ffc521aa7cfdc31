// Signed distance to a polygon, negative inside. With it, the rim is anti-aliased like that of a disc.

type Point = readonly [number, number]

/** The distance [m] as a function of x and z. Inside is where a ray crosses the edges an odd number of times (even-odd). */
export function signedDistance(points: readonly Point[]): (x: number, z: number) => number {
  return (x, z) => {
    let nearest = Number.POSITIVE_INFINITY
    let inside = false
    let [ax, az] = points[points.length - 1]!
    for (const [bx, bz] of points) {
      const [ux, uz] = [bx - ax, bz - az]
      const [px, pz] = [x - ax, z - az]
      const length2 = ux * ux + uz * uz
      const along = length2 > 0 ? Math.min(1, Math.max(0, (px * ux + pz * uz) / length2)) : 0
      const [rx, rz] = [px - along * ux, pz - along * uz]
      nearest = Math.min(nearest, rx * rx + rz * rz)
      // An edge contains its lower end only: a ray through a corner crosses once. The crossing lies beyond x when
      // the point is left of an edge that goes up, or right of one that goes down; no division, no tie to break.
      if (az > z !== bz > z && ux * pz > uz * px === uz > 0) inside = !inside
      ax = bx
      az = bz
    }
    return inside ? -Math.sqrt(nearest) : Math.sqrt(nearest)
  }
}
