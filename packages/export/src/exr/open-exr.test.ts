import { describe, expect, it } from 'vitest'
import { type ExrPicture, writeExr } from './open-exr.js'

describe('writeExr', () => {
  it('compresses a smooth field to less than half', async () => {
    const values = Float32Array.from({ length: 256 * 256 }, (_, at) => Math.sin((at % 256) / 40))
    const bytes = await writeExr({ width: 256, height: 256, channels: [{ name: 'height', values }] })
    expect(bytes.length).toBeLessThan(values.byteLength / 2)
  })

  it('refuses channels that do not fit, and names that the format does not allow', async () => {
    const values = new Float32Array(4)
    const refused = (change: Partial<ExrPicture>) =>
      expect(writeExr({ width: 2, height: 2, channels: [{ name: 'a', values }], ...change })).rejects
    await refused({ width: 3 }).toThrow('channel "a" has 4 values for 3 × 2 pixels')
    await refused({ height: 0 }).toThrow('1 to 1073741824 pixels along a side, got 0')
    await refused({ channels: [] }).toThrow('at least one channel')
    await refused({
      channels: [
        { name: 'a', values },
        { name: 'a', values },
      ],
    }).toThrow('two channels are named "a"')
    for (const name of ['', 'two words', 'Höhe', 'a'.repeat(256)])
      await refused({ channels: [{ name, values }] }).toThrow(`"${name}" is no name for an OpenEXR file`)
  })
})
