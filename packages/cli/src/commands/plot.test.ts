import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decode } from 'fast-png'
import { JSDOM } from 'jsdom'
import { describe, expect, it } from 'vitest'
import { main } from '../main.js'
import { exitCode } from '../terminal/failure.js'
import { capturedTerminal } from '../testing/captured-terminal.js'
import { makeRun } from '../testing/finished-run.js'
import { pool, scratchFolder } from '../testing/scratch.js'
import { plot } from './plot.js'

/** The figure as a document, and all its texts. */
async function opened(path: string) {
  const { document } = new JSDOM(await readFile(path, 'utf8'), { contentType: 'image/svg+xml' }).window
  const texts = [...document.querySelectorAll('text')].map((text) => text.textContent?.trim() ?? '')
  const lines = [...document.querySelectorAll('[aria-label=line] path')].map((path) => path.getAttribute('d') ?? '')
  return { document, texts, lines }
}

describe('plot', () => {
  it('draws probes over time, with units', async () => {
    const root = await scratchFolder()
    const run = await makeRun(root, 'a', {
      ...pool,
      probes: [...pool.probes!, { name: 'edge & corner', at: [1, 0.5] }],
    })
    const { texts, lines } = await opened(await plot([run], { out: join(root, 'p.svg') }))
    expect(texts).toEqual(expect.arrayContaining(['Test pool', 'middle', 'edge & corner', 'time [s]', 'elevation [m]']))
    expect(lines).toHaveLength(2)
    // Every row of the diagnostics is a point.
    expect(lines[0]!.match(/[ML]/g)).toHaveLength(5)
  })

  it('overlays several runs, with their names', async () => {
    const root = await scratchFolder()
    const runs = [
      await makeRun(root, 'shallow'),
      await makeRun(root, 'deep', { ...pool, solver: { type: 'columns', depth: 2 } }),
    ]
    const { texts, lines } = await opened(await plot(runs, { out: join(root, 'p.svg') }))
    expect(texts).toEqual(expect.arrayContaining(['shallow', 'deep', 'elevation at middle']))
    expect(lines).toHaveLength(2)
    expect(lines[0]).not.toBe(lines[1])
  })

  it('draws columns of the diagnostics in panels', async () => {
    const root = await scratchFolder()
    const run = await makeRun(root, 'a')
    const { texts, lines } = await opened(
      await plot([run], { what: 'diagnostics', columns: ['energy', 'added_volume'], out: join(root, 'p.svg') }),
    )
    expect(texts).toEqual(expect.arrayContaining(['energy [J]', 'added volume [m³]']))
    expect(lines).toHaveLength(2)
  })

  it('draws a section through the values of a row, and nothing in solids', async () => {
    const root = await scratchFolder()
    const run = await makeRun(root, 'a')
    const at = 0.35
    const { texts, lines } = await opened(
      await plot([run], { what: 'section', frames: [0, 4], at, out: join(root, 'p.svg') }),
    )
    expect(texts).toContain('eta, elevation of the surface over its rest level, along x at z = 0.35 m')
    expect(lines).toHaveLength(2)
    // The disc at x = -0.8 m interrupts the line: 24 cells, at least 3 of them solid.
    expect(lines[0]!.match(/M/g)).toHaveLength(2)
    expect(lines[0]!.match(/[ML]/g)!.length).toBeLessThanOrEqual(21)
  })

  it('draws a field in colors: deep blue below, white at, and orange above the rest level', async () => {
    const root = await scratchFolder()
    const run = await makeRun(root, 'a')
    const { document, texts } = await opened(
      await plot([run], { what: 'field', frames: [0], out: join(root, 'p.svg') }),
    )
    expect(texts).toEqual(expect.arrayContaining(['x [m]', 'z [m]', '[m]', 'frame 0, 0 s']))
    const image = document.querySelector('image')!.getAttribute('xlink:href')!
    const { width, height, data } = decode(Buffer.from(image.split(',')[1]!, 'base64'))
    expect([width, height]).toEqual([24, 16])
    const pixel = (x: number, z: number) => [...data.slice(4 * (z * 24 + x), 4 * (z * 24 + x) + 3)]
    // The drop is at (0.3, -0.2) m: column 15, row 6 or 5. The values of one sign go from dark to light.
    const brightness = (x: number, z: number) => pixel(x, z).reduce((sum, value) => sum + value, 0)
    expect(brightness(15, 6)).toBeGreaterThan(brightness(0, 0) + 200)
    // The stone disc at (-0.8, 0.3) m.
    expect(pixel(4, 11)).toEqual([141, 133, 119])
  })

  it('draws the spectrum of a probe, and names the period of its peak', async () => {
    const root = await scratchFolder()
    const swell = {
      ...pool,
      obstacles: [],
      events: [],
      initial: {},
      duration: 60,
      timeStep: 0.1,
      solver: { type: 'waves', trains: [{ period: 4, height: 0.1 }] },
    }
    const run = await makeRun(root, 'swell', swell, { every: { steps: 1 } })
    const { texts } = await opened(await plot([run], { what: 'spectrum', out: join(root, 'p.svg') }))
    const period = texts.find((text) => /^[\d.]+ s$/.test(text))
    expect(Number.parseFloat(period!)).toBeGreaterThan(3.9)
    expect(Number.parseFloat(period!)).toBeLessThan(4.1)
  })

  it('writes a PNG of twice the size', async () => {
    const root = await scratchFolder()
    const run = await makeRun(root, 'a')
    const path = await plot([run], { png: true, out: join(root, 'p.png'), size: { width: 400, height: 300 } })
    const { width, height, data } = decode(await readFile(path))
    expect([width, height]).toEqual([800, 600])
    expect(new Set(data).size).toBeGreaterThan(20)
  })

  it('names the file after run and kind, and does not replace it unless forced', async () => {
    const root = await scratchFolder()
    const run = await makeRun(root, 'a')
    const { terminal, out } = capturedTerminal()
    const file = join(root, 'a-field.svg')
    const words = ['plot', run, '--what', 'field', '--out', file]
    expect(await main(words, terminal)).toBe(0)
    expect(out()).toBe(`${file}\n`)
    await writeFile(file, 'mine')
    expect(await main(words, terminal)).toBe(exitCode.badInput)
    expect(await readFile(file, 'utf8')).toBe('mine')
    expect(await main([...words, '--force'], terminal)).toBe(0)
  })

  it.each<[string, Parameters<typeof plot>[1], RegExp]>([
    ['an unknown probe', { columns: ['moddle'] }, /no probe "moddle"/],
    ['an unknown column', { what: 'diagnostics', columns: ['speed'] }, /no column "speed"/],
    ['a field that was not written', { what: 'field', field: 'phi' }, /no field "phi"; it has eta/],
    ['a frame that does not exist', { what: 'field', frames: [9] }, /no frame 9/],
    ['a section outside of the grid', { what: 'section', at: 7 }, /no values at z = 7 m/],
    ['an axis that the field does not have', { what: 'section', along: 'y' }, /axes x and z/],
    ['too few values for a spectrum', { what: 'spectrum' }, /too few for a spectrum/],
    ['a file of another kind', { out: 'p.pdf' }, /\.svg or \.png/],
  ])('refuses %s', async (_, options, message) => {
    const root = await scratchFolder()
    const run = await makeRun(root, 'a')
    const failure = await plot([run], { out: join(root, 'p.svg'), ...options }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ exitCode: exitCode.badInput, message: expect.stringMatching(message) })
    expect((await readdir(root)).sort()).toEqual(['a', 'a.json'])
  })
})
