// Simulations that components borrow. React renders a component that loads several times before it is part of the page, forgets its state
// meanwhile, and may give it up; a component in StrictMode is mounted twice. A simulation has threads and memory that nobody collects, so
// each has exactly one owner, or a term after which it ends.

import type { SurfaceSimulation } from 'seiche'

/** Time that a simulation waits for the component that has asked for it [ms]. Its siblings may still be loading. */
export const term = 30_000

/** A simulation that is being created, or is there. */
export interface Loan {
  /** Text of the scene. */
  readonly key: string
  /** The same promise in every render, as React's `use` needs it. */
  readonly promise: Promise<SurfaceSimulation>
  /** Whether a mounted component has it. */
  isTaken: boolean
  /** Whether the simulation has been disposed of, or will be as soon as it is there. */
  isOver: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Loans that no mounted component has yet, by the text of their scene. */
const waiting = new Map<string, Loan>()

/**
 * The simulation of a component that is being rendered: the one that an earlier attempt has asked for, or a new one.
 * @param key Text of the scene.
 */
export function request(key: string, create: () => Promise<SurfaceSimulation>): Loan {
  const known = waiting.get(key)
  if (known) return known
  const promise = create()
  const loan: Loan = { key, promise, isTaken: false, isOver: false, timer: undefined }
  waiting.set(key, loan)
  const wait = () => {
    if (!loan.isTaken && !loan.isOver) loan.timer = setTimeout(end, term, loan)
  }
  // A scene with errors waits as well: every attempt to render it must find the same error.
  promise.then(wait, wait)
  return loan
}

/** Makes a mounted component the owner. Returns false if another component was faster, or the term is over. */
export function take(loan: Loan): boolean {
  if (loan.isOver) return false
  const isPending = loan.timer !== undefined
  if (loan.isTaken && !isPending) return false
  clearTimeout(loan.timer)
  loan.timer = undefined
  loan.isTaken = true
  if (waiting.get(loan.key) === loan) waiting.delete(loan.key)
  return true
}

/** Disposes of the simulation, unless its component is mounted again at once, as in StrictMode. */
export function giveBack(loan: Loan): void {
  loan.timer = setTimeout(end, 0, loan)
}

function end(loan: Loan): void {
  loan.isOver = true
  if (waiting.get(loan.key) === loan) waiting.delete(loan.key)
  loan.promise.then(
    (simulation) => simulation.dispose(),
    () => {},
  )
}
