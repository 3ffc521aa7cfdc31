/** Shallow water at a place and a time. */
export interface Flow {
  /** Water column d [m]; 0 where the ground is dry. */
  readonly depth: number
  /** Velocity along x [m/s]; 0 where the ground is dry. */
  readonly u: number
  /** Velocity along z [m/s]. */
  readonly w: number
}

/** Gravity of all exact solutions unless told otherwise [m/s²]. */
export const G = 9.81

export const DRY: Flow = { depth: 0, u: 0, w: 0 }
