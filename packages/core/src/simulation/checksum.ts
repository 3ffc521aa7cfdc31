// A checksum of bytes: four 32-bit lanes, each over every fourth word, so that they are computed side by side. For a given rest, each
// step is a bijection of its word: a change within one word is always found, any other but once in 2³² cases. Not cryptographic.

/** Words of a checksum. */
export const CHECKSUM_WORDS = 4

/** `seed`: something else that has to be the same. Little-endian, like WebAssembly. */
export function checksum(bytes: Uint8Array, seed = 0): Int32Array {
  const { buffer, byteOffset, length } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  const whole = length >>> 2
  const words = new Int32Array(buffer, byteOffset, whole)
  let a = seed ^ 0x9e3779b9
  let b = length ^ 0x85ebca6b
  let c = 0xc2b2ae35 | 0
  let d = 0x27d4eb2f | 0
  let k = 0
  for (; k + 4 <= whole; k += 4) {
    a = mix(a, words[k]!)
    b = mix(b, words[k + 1]!)
    c = mix(c, words[k + 2]!)
    d = mix(d, words[k + 3]!)
  }
  // What is left of the last four words, as if zeros followed; the length has been counted.
  const rest = new Int32Array(4)
  new Uint8Array(rest.buffer).set(new Uint8Array(buffer, byteOffset + 4 * k, length - 4 * k))
  return Int32Array.of(mix(a, rest[0]!), mix(b, rest[1]!), mix(c, rest[2]!), mix(d, rest[3]!))
}

/** Multiplier of MurmurHash3 (Appleby 2011); the rotation brings high bits, which multiplying never moves down, to the low end. */
function mix(lane: number, word: number): number {
  const product = Math.imul(lane ^ word, 0xcc9e2d51)
  return (((product << 13) | (product >>> 19)) + 0x165667b1) | 0
}
