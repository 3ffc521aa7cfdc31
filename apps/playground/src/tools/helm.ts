/** Directions to steer a boat. */
export type Course = 'ahead' | 'astern' | 'left' | 'right'

/** Full astern is weaker than full ahead: propellers are shaped for one direction. */
const astern = 0.6

/** Throttle and rudder from the keys and buttons that are held. */
export class Helm {
  readonly #held = new Set<Course>()
  readonly #steer: (throttle: number, rudder: number) => void
  #last = '0 0'

  /** `steer` is called when throttle or rudder change, both -1 to 1. */
  constructor(steer: (throttle: number, rudder: number) => void) {
    this.#steer = steer
  }

  press(course: Course): void {
    this.#held.add(course)
    this.#update()
  }

  release(course: Course): void {
    this.#held.delete(course)
    this.#update()
  }

  releaseAll(): void {
    this.#held.clear()
    this.#update()
  }

  #update(): void {
    const is = (course: Course): number => (this.#held.has(course) ? 1 : 0)
    const [throttle, rudder] = [is('ahead') - astern * is('astern'), is('right') - is('left')]
    if (this.#last === `${throttle} ${rudder}`) return
    this.#last = `${throttle} ${rudder}`
    this.#steer(throttle, rudder)
  }
}
