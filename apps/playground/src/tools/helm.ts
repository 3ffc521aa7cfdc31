/** Ways to steer a boat. */
export type Course = 'ahead' | 'astern' | 'left' | 'right'

/** Full astern is weaker than full ahead: propellers are shaped for one direction. */
const astern = 0.6

/** Keys and buttons that are held, as throttle and helm. */
export class Helm {
  readonly #held = new Set<Course>()
  readonly #steer: (throttle: number, helm: number) => void
  #last = '0 0'

  /** `steer` is told when throttle or helm change, both -1 to 1. */
  constructor(steer: (throttle: number, helm: number) => void) {
    this.#steer = steer
  }

  press(course: Course): void {
    this.#held.add(course)
    this.#tell()
  }

  release(course: Course): void {
    this.#held.delete(course)
    this.#tell()
  }

  releaseAll(): void {
    this.#held.clear()
    this.#tell()
  }

  #tell(): void {
    const is = (course: Course): number => (this.#held.has(course) ? 1 : 0)
    const [throttle, helm] = [is('ahead') - astern * is('astern'), is('right') - is('left')]
    if (this.#last === `${throttle} ${helm}`) return
    this.#last = `${throttle} ${helm}`
    this.#steer(throttle, helm)
  }
}
