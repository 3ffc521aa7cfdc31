/** A level of the water at a body, a plane: its height at the body's centre of mass [m] and its slopes along x and z. */
export class LocalLevel {
  height = 0
  slopeX = 0
  slopeZ = 0

  /** Level over a point at (x, z) from the centre of mass [m]. */
  at(x: number, z: number): number {
    return this.height + this.slopeX * x + this.slopeZ * z
  }

  set(height: number, slopeX: number, slopeZ: number): void {
    this.height = height
    this.slopeX = slopeX
    this.slopeZ = slopeZ
  }

  copy({ height, slopeX, slopeZ }: Readonly<Pick<LocalLevel, 'height' | 'slopeX' | 'slopeZ'>>): void {
    this.set(height, slopeX, slopeZ)
  }

  /** Sets this level to one + fraction × (two - one). */
  interpolate(one: LocalLevel, two: LocalLevel, fraction: number): void {
    this.height = one.height + fraction * (two.height - one.height)
    this.slopeX = one.slopeX + fraction * (two.slopeX - one.slopeX)
    this.slopeZ = one.slopeZ + fraction * (two.slopeZ - one.slopeZ)
  }
}
