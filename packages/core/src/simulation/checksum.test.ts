import { expect, it } from 'vitest'
import { checksum } from './checksum.js'

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, k) => (k * 37 + 11) & 255)

it('every flipped bit changes it, at any length', () => {
  for (const length of [1, 3, 4, 15, 16, 17, 31, 64, 70]) {
    const bytes = bytesOf(length)
    const whole = checksum(bytes).join()
    for (let bit = 0; bit < 8 * length; bit++) {
      bytes[bit >> 3]! ^= 1 << (bit & 7)
      expect(checksum(bytes).join(), `bit ${bit} of ${length} bytes`).not.toBe(whole)
      bytes[bit >> 3]! ^= 1 << (bit & 7)
    }
  }
})

it('zeros at the end, the order of words and the seed count', () => {
  const sums = [0, 1, 2, 3, 4, 15, 16, 17].map((length) => checksum(new Uint8Array(length)).join())
  expect(new Set(sums).size).toBe(sums.length)
  const bytes = bytesOf(64)
  const swapped = bytes.slice()
  swapped.copyWithin(0, 16, 32)
  swapped.set(bytes.subarray(0, 16), 16)
  expect(checksum(swapped)).not.toEqual(checksum(bytes))
  expect(checksum(bytes, 1)).not.toEqual(checksum(bytes, 2))
})

it('does not depend on where the bytes lie', () => {
  const bytes = bytesOf(53)
  for (const offset of [1, 2, 3, 4]) {
    const larger = new Uint8Array(80).fill(255)
    larger.set(bytes, offset)
    expect(checksum(larger.subarray(offset, offset + 53))).toEqual(checksum(bytes))
  }
})
