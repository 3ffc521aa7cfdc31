// A validation problem: something with an exact answer, run and compared. The table is executed, never typed in.

/** One line of the validation table. */
export interface Finding {
  /** What was measured, with its case: "frequency, 32 cells per wave". */
  readonly quantity: string
  readonly measured: number
  /** The exact answer, or what theory puts there. */
  readonly expected: number
  /** How far `measured` may be from `expected`. */
  readonly tolerance: number
  /** Whether the tolerance is a share of `expected` or in its unit; `at most` and `at least` compare one-sidedly with `expected`. */
  readonly kind: 'relative' | 'absolute' | 'at most' | 'at least'
  readonly unit: string
}

export interface Problem {
  readonly name: string
  readonly solver: string
  /** The exact answer in words, with its source. */
  readonly exact: string
  run(): Promise<Finding[]>
}

/** Distance from the exact answer, in the measure of the finding's kind. */
export function errorOf({ measured, expected, kind }: Finding): number {
  if (kind === 'at most') return Math.max(0, measured - expected)
  if (kind === 'at least') return Math.max(0, expected - measured)
  const distance = Math.abs(measured - expected)
  return kind === 'relative' ? distance / Math.abs(expected) : distance
}

/** Whether a finding is within its tolerance. Not-a-number never is. */
export function passes(finding: Finding): boolean {
  return errorOf(finding) <= finding.tolerance
}
