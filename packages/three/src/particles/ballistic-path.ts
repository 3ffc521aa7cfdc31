// Drops that fly freely: parabolas.

/** Gravity [m/s²]. */
export const gravity = 9.81

/** Height of a thrown drop above its origin after a time [m]. `velocity`: upwards at first [m/s]. */
export function ballisticHeight(velocity: number, time: number): number {
  return velocity * time - 0.5 * gravity * time * time
}

/**
 * Time after which a thrown drop is at a level on its way down [s], by the root of the parabola; 0 if it does not reach the level.
 * @param velocity Velocity upwards at first [m/s].
 * @param level Height of the level above the origin [m].
 */
export function landingTime(velocity: number, level: number): number {
  const left = velocity * velocity - 2 * gravity * level
  return left > 0 ? Math.max(0, (velocity + Math.sqrt(left)) / gravity) : 0
}
