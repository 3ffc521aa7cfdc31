// Points of a unit hypercube: independent random points, and Latin hypercubes.

/**
 * Random numbers between 0 and 1, the same for the same seed: the generator mulberry32, a Weyl sequence with a mixing
 * function. Its period of 2³² is long enough for the points of a sweep.
 */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * Coordinates along one axis of a Latin hypercube: one in each of `count` equal intervals, in random order (McKay,
 * Beckman and Conover, Technometrics 21, 1979). Axes of one hypercube are made one after the other from one generator.
 */
export function latinCoordinates(count: number, random: () => number): number[] {
  const coordinates = Array.from({ length: count }, (_, k) => (k + random()) / count)
  // Shuffle of Fisher and Yates.
  for (let k = count - 1; k > 0; k--) {
    const other = Math.floor(random() * (k + 1))
    ;[coordinates[k], coordinates[other]] = [coordinates[other]!, coordinates[k]!]
  }
  return coordinates
}

export function randomCoordinates(count: number, random: () => number): number[] {
  return Array.from({ length: count }, random)
}
