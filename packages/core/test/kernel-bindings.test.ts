// What the build reads from kernels and writes for the engine.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { check } from '../scripts/compile.mjs'
import { readKernels } from '../scripts/read-kernels.mjs'
import { checkText, dispatchText, layoutPath, layoutText } from '../scripts/write-bindings.mjs'

const FIELD = `
@unmanaged
export class Field {
  origin: usize
  nx: i32
  nz: i32
  stride: i32

  @inline row(j: i32): usize { return this.origin + <usize>(j * this.stride) }
}
`

/** Reads files of kernels, with a Field beside them. */
function read(files: Record<string, string>) {
  return readKernels(new Map(Object.entries({ 'abi/field.ts': FIELD, ...files })))
}

/** What one file exports. */
function exportsOf(text: string, others: Record<string, string> = {}) {
  return read({ 'some/file.ts': text, ...others }).layouts.find(({ path }) => path === 'some/file.ts')!
}

const constantsOf = (text: string, others?: Record<string, string>) =>
  Object.fromEntries(exportsOf(text, others).constants.map(({ name, value }) => [name, value]))

describe('kernels', () => {
  const base = `import { Field } from '../abi/field'
@unmanaged
export class Box { nx: i32
  ny: i32 }
`
  const twins = `import { Field } from '../abi/field'
import { Box as Room } from './box'

@unmanaged
export class WaterPass extends Room {
  // Not a member:   gone: Field
  /** Elevation: f32 values. */
  eta: Field
  dt: f32
}

@inline export function helper(pass: WaterPass): void {}
function hidden(pass: WaterPass, begin: i32, end: i32): void {}
export function zeta(pass: WaterPass, begin: i32, end: i32): void {}
export function alpha(
  pass: WaterPass, begin: i32, end: i32, thread: i32,
): void {}
`

  it('are found in any folder, with the arguments of the classes that they extend first', () => {
    const { kernels } = read({ 'waves/water.ts': twins, 'waves/box.ts': base })
    expect(kernels.map(({ name, path, thread }) => [name, path, thread])).toEqual([
      ['alpha', 'waves/water.ts', true],
      ['zeta', 'waves/water.ts', false],
    ])
    expect(kernels[0]!.members).toEqual([
      ['nx', 'i32'],
      ['ny', 'i32'],
      ['eta', 'Field'],
      ['dt', 'f32'],
    ])
  })

  it('have numbers that do not depend on their folders', () => {
    const other = twins.replace('zeta', 'beta').replace('alpha', 'omega').replaceAll('WaterPass', 'OtherPass')
    const order = (folder: string) =>
      read({
        [`${folder}/water.ts`]: twins,
        [`${folder}/box.ts`]: base,
        'b/other.ts': other,
        'b/box.ts': base,
      }).kernels.map(({ name }) => name)
    expect(order('a')).toEqual(['alpha', 'beta', 'omega', 'zeta'])
    expect(order('c')).toEqual(order('a'))
  })

  it('are called by number', () => {
    const text = dispatchText(read({ 'waves/water.ts': twins, 'waves/box.ts': base }).kernels)
    expect(text).toContain("import { alpha, WaterPass as alphaPass } from '../waves/water'")
    expect(text).toContain('case 0: alpha(changetype<alphaPass>(pass), begin, end, thread); break')
    expect(text).toContain('case 1: zeta(changetype<zetaPass>(pass), begin, end); break')
  })

  it('of modules of their own are left out', () => {
    expect(read({ 'modules/water/index.ts': twins, 'modules/water/box.ts': base }).kernels).toEqual([])
  })

  it('are refused twice by one name, without their class, and with arguments that a pass cannot have', () => {
    const files = { 'waves/water.ts': twins, 'waves/box.ts': base }
    expect(() => read({ ...files, 'waves/again.ts': twins })).toThrow(
      /waves\/again.ts: there is a kernel zeta in waves\/water.ts already/,
    )
    expect(() => read({ 'waves/a.ts': 'export function a(pass: APass, begin: i32, end: i32): void {}' })).toThrow(
      'waves/a.ts: kernel a takes a APass, which this file does not define',
    )
    expect(() => read({ ...files, 'waves/water.ts': twins.replace('dt: f32', 'at: usize') })).toThrow(
      'waves/water.ts: WaterPass.at is usize; arguments are Field, f32 or i32',
    )
  })
})

describe('constants', () => {
  it('are evaluated with those that they refer to, in this file and in others', () => {
    const wide = 'export const WIDE: usize = 16\nconst LANES: i32 = 4\nexport const FLOATS: i32 = LANES\n'
    const text = `import { WIDE as VECTOR, FLOATS } from './wide'
const HIDDEN: i32 = 3
export const BLOCK: usize = 4 * VECTOR
export const PITCH: usize = 4 * <usize>(128 + 2 * (HIDDEN - 11))
export const SPINS: i32 = 1 << 14
export const HALF: i32 = FLOATS / 3
export const MASK: i32 = -1 & ~3 | 0x10
export const SHARE: f32 = 0.4
export const THIRD: f64 = 1 / 4
export const BYTES: usize = offsetof<Pair>()
export const SECOND: usize = offsetof<Pair>('second')
export let count: i32 = 0
@unmanaged
class Pair {
  first: f64
  second: f64
}
`
    expect(constantsOf(text, { 'some/wide.ts': wide })).toEqual({
      BLOCK: 64,
      PITCH: 448,
      SPINS: 16384,
      HALF: 1,
      MASK: -4,
      SHARE: 0.4,
      THIRD: 0.25,
      BYTES: 16,
      SECOND: 8,
    })
  })

  it('that the build cannot evaluate are refused', () => {
    expect(() => constantsOf('export const ONE: i32 = count()')).toThrow(
      'some/file.ts: the build cannot evaluate count()',
    )
  })
})

describe('enumerations', () => {
  it('have their values, given or counted', () => {
    const [found] = exportsOf('export const enum Stage { begin, check, turn = 7, step, last = turn + 2 }').enums
    expect(found).toEqual({ name: 'Stage', values: { begin: 0, check: 1, turn: 7, step: 8, last: 9 } })
  })

  it('stand in constants', () => {
    const text = "import { Stage } from './stage'\nexport const COUNT: i32 = Stage.end + 1"
    expect(constantsOf(text, { 'some/stage.ts': 'export enum Stage { begin, end }' })).toEqual({ COUNT: 2 })
  })
})

describe('records', () => {
  const SUMS = '@unmanaged\nexport class Sums {\n  kind: i32\n  count: i32\n  total: f64\n  lowest: f64\n}'

  it('have their members in words and in doubles', () => {
    const text = layoutText(exportsOf(SUMS))
    expect(text).toContain('// From kernels/some/file.ts.')
    const [, value] = /export const Sums = (\{[\s\S]*\}) as const/.exec(text)!
    expect(JSON.parse(value!)).toEqual({
      bytes: 24,
      words: 6,
      byte: { kind: 0, count: 4, total: 8, lowest: 16 },
      word: { kind: 0, count: 1 },
      doubles: 3,
      double: { total: 1, lowest: 2 },
    })
  })

  it('are laid out as AssemblyScript lays them out', async () => {
    const files: Record<string, string> = {
      'field.ts': FIELD,
      'sums.ts': `${SUMS}\nexport const SHARE: f32 = 0.4\nexport const BYTES: usize = 2 * offsetof<Sums>()\nexport const enum Kind { open, solid = 4, mask }`,
      'more.ts':
        "import { Sums } from './sums'\n@unmanaged\nexport class More extends Sums {\n  next: Sums\n  pad: i32\n}",
    }
    const { layouts } = readKernels(new Map(Object.entries(files)))
    const folder = await mkdtemp(join(tmpdir(), 'seiche-kernels-'))
    try {
      const write = async (path: string, text: string) => {
        await mkdir(dirname(join(folder, path)), { recursive: true })
        await writeFile(join(folder, path), text)
      }
      for (const [path, text] of Object.entries(files)) await write(path, text)
      const text = checkText(layouts)
      expect(text.split('\n').filter((line) => line.startsWith('if'))).toHaveLength(22)
      await write('generated/check.ts', text)
      await check(folder, 'generated/check.ts')
      for (const wrong of [text.replace('!= 8)', '!= 12)'), text.replace('<f32>0.4', '<f32>0.5')]) {
        await write('generated/check.ts', wrong)
        await expect(check(folder, 'generated/check.ts')).rejects.toThrow(/as the build has read it/)
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('of other sizes than words and doubles, with gaps, or managed are refused', () => {
    const record = (members: string, head = '@unmanaged\n') =>
      exportsOf(`${head}export class Record {\n  ${members}\n}`)
    expect(() => record('deep: bool')).toThrow(
      'some/file.ts: Record.deep is bool; records consist of words of four bytes',
    )
    expect(() => record('kind: i32\n  total: f64')).toThrow('some/file.ts: Record.total would leave a gap before it')
    expect(() => record('total: f64\n  kind: i32')).toThrow('some/file.ts: Record ends within a double')
    expect(() => record('kind: i32', '')).toThrow('some/file.ts: Record is a record, so it has to be @unmanaged')
  })

  it('are written beside those of the other files, and not at all where there are none', () => {
    expect(layoutPath(exportsOf(SUMS))).toBe('some/file.ts')
    expect(layoutPath(exportsOf('const HIDDEN: i32 = 1'))).toBeUndefined()
    const [, module] = read({ 'modules/rounds/index.ts': SUMS }).layouts
    expect(layoutPath(module!)).toBe('modules/rounds.ts')
  })
})
