/** A simulation that reaches less than this part of the speed asked for is slow: less would be noise of the measurement. */
const slowBelow = 0.85
/** Fewest cells along the longest side that are offered: of fewer, a step takes as long as it takes to begin it. */
const fewestCells = 24

/** Whether a measured speed [simulated seconds per second] is less than the one asked for. */
export function isSlow(measured: number | undefined, asked: number): boolean {
  return measured !== undefined && measured < slowBelow * asked
}

/** Half the cells along the longest side of a grid; undefined where that would be too few. */
export function halfOf(cells: readonly number[]): number | undefined {
  const half = Math.round(Math.max(...cells) / 2)
  return half < fewestCells ? undefined : half
}

/** A measured speed for people: two digits, since it varies. */
export function paceText(measured: number): string {
  return `${Number(measured.toPrecision(measured < 1 ? 1 : 2))}× real time`
}
