import { describe, expect, it } from 'vitest'
import { readNpy, writeNpy } from './npy.js'

/** A file as NumPy writes it, from its dictionary and raw bytes. */
function npyFile(dictionary: string, data: Uint8Array): Uint8Array {
  const header = `${dictionary}\n`
  const bytes = new Uint8Array(10 + header.length + data.length)
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8])
  bytes.set(new TextEncoder().encode(header), 10)
  bytes.set(data, 10 + header.length)
  return bytes
}

describe('npy', () => {
  it('reads what it writes, for every kind', () => {
    for (const data of [
      Float32Array.of(1.5, -2, 3),
      Float64Array.of(1e300, 2, 3),
      Int16Array.of(-1, 2, 3),
      Uint8Array.of(1, 2, 255),
    ]) {
      const back = readNpy(writeNpy(data, [1, 3]))
      expect(back.shape).toEqual([1, 3])
      expect(back.data).toEqual(data)
    }
  })

  it('starts its data at a multiple of 64 and ends its header in a newline', () => {
    const file = writeNpy(Float32Array.of(1), [1])
    const start = file.length - 4
    expect(start % 64).toBe(0)
    expect(file[start - 1]).toBe(10)
    expect(new TextDecoder().decode(file.subarray(10, start))).toContain("'shape': (1,)")
  })

  it('reads a Buffer that shares its memory with others', () => {
    const shared = Buffer.concat([Buffer.from('xxx'), Buffer.from(writeNpy(Float32Array.of(1, 2, 3), [3]))]).subarray(3)
    expect([...readNpy(shared).data]).toEqual([1, 2, 3])
  })

  it('reads big-endian and column-major files', () => {
    const big = npyFile("{'descr': '>i2', 'fortran_order': False, 'shape': (2,), }", Uint8Array.of(1, 2, 255, 254))
    expect([...readNpy(big).data]).toEqual([258, -2])
    const columns = npyFile(
      "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }",
      Uint8Array.of(1, 4, 2, 5, 3, 6),
    )
    expect([...readNpy(columns).data]).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('says what is wrong with a file', () => {
    expect(() => readNpy(new Uint8Array(3))).toThrow(/not a \.npy file/)
    expect(() => readNpy(writeNpy(Float32Array.of(1, 2), [2]).subarray(0, 130))).toThrow(
      /cut short: 2 values of f4 need 8 bytes, there are 2/,
    )
    expect(() =>
      readNpy(npyFile("{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }", new Uint8Array(8))),
    ).toThrow(/holds c8; use one of f4/)
    expect(() => readNpy(npyFile("{'descr': [('a', '<f4')], 'shape': (1,), }", new Uint8Array(4)))).toThrow(
      /plain array/,
    )
  })
})
