// A checksum of bytes: four independent 32-bit lanes, each over every fourth word, which the processor computes in parallel. With all
// other words unchanged, the checksum is a bijection of each word: it detects every change within one word, and misses any other change
// once in 2³² cases. Not cryptographic.

/** Words of a checksum. */
export const CHECKSUM_WORDS = 4

/** The checksum of bytes. `seed`: a further value that it covers. Little-endian, like WebAssembly. */
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
  // The remaining bytes, padded with zeros; the initial value of `b` covers the length.
  const rest = new Int32Array(4)
  new Uint8Array(rest.buffer).set(new Uint8Array(buffer, byteOffset + 4 * k, length - 4 * k))
  return Int32Array.of(mix(a, rest[0]!), mix(b, rest[1]!), mix(c, rest[2]!), mix(d, rest[3]!))
}

/** Multiplier of MurmurHash3 (Appleby 2011). The rotation moves high bits to the low end; multiplication only moves bits up. */
function mix(lane: number, word: number): number {
  const product = Math.imul(lane ^ word, 0xcc9e2d51)
  return (((product << 13) | (product >>> 19)) + 0x165667b1) | 0
}
