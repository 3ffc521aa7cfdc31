import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { commandLine } from '../command-line.js'
import { main } from '../main.js'
import { capturedTerminal } from '../testing/captured-terminal.js'
import { scratchFolder } from '../testing/scratch.js'

const run = promisify(execFile)

async function script(shell: string): Promise<string> {
  const { terminal, out, err } = capturedTerminal()
  expect({ code: await main(['completion', shell], terminal), err: err() }).toEqual({ code: 0, err: '' })
  return out()
}

/** The words that bash offers for the last of these words. */
async function offered(...words: string[]): Promise<string[]> {
  const file = join(await scratchFolder(), 'completion.bash')
  await writeFile(file, await script('bash'))
  const ask = `
    source "$1"; shift
    COMP_WORDS=(seiche "$@"); COMP_CWORD=$#
    _seiche
    printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = await run('bash', ['--norc', '-c', ask, 'bash', file, ...words])
  expect(stderr).toBe('')
  return stdout.split('\n').filter(Boolean)
}

const isThere = (program: string) =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  )
const hasShell = Object.fromEntries(
  await Promise.all(['bash', 'zsh', 'fish'].map(async (shell) => [shell, await isThere(shell)])),
) as Record<string, boolean>

describe.skipIf(!hasShell.bash)('completion in bash', () => {
  it('offers every command', async () => {
    const commands = commandLine(capturedTerminal().terminal).commands.map((command) => command.name())
    expect(await offered('')).toEqual([...commands, 'help', '--help', '--version'])
    expect(await offered('ch')).toEqual(['check'])
  })

  it('offers the options of the command', async () => {
    expect(await offered('run', 'pool.json', '--ev')).toEqual(['--every', '--every-steps', '--events'])
    expect(await offered('schema', '--')).toEqual(['--out', '--force', '--help'])
  })

  it('offers the values of options and arguments', async () => {
    expect(await offered('new', 'pool', '--solver', 'k')).toEqual(['kass-miller'])
    expect(await offered('new', 'pool', '-l', 'duck-p')).toEqual(['duck-pond'])
    expect(await offered('completion', '')).toEqual(['bash', 'zsh', 'fish'])
    expect(await offered('help', 'che')).toEqual(['check'])
  })

  it('leaves files to the shell', async () => {
    expect(await offered('run', '')).toEqual([])
    expect(await offered('run', 'pool.json', '--out', '')).toEqual([])
  })
})

describe.each([
  ['zsh', '-n'],
  ['fish', '--no-execute'],
])('completion in %s', (shell, check) => {
  it.skipIf(!hasShell[shell])('has no error of syntax', async () => {
    const file = join(await scratchFolder(), 'completion')
    await writeFile(file, await script(shell))
    await run(shell, [check, file])
  })

  it('knows commands, options and values', async () => {
    const text = await script(shell)
    for (const word of ['check', 'every-steps', 'kass-miller']) expect(text).toContain(word)
  })
})

describe.skipIf(!hasShell.fish)('completion in fish', () => {
  it.each([
    ['ch', ['check']],
    ['run pool.json --every-', ['--every-steps']],
    ['new pool --solver k', ['kass-miller']],
    ['completion ', ['bash', 'fish', 'zsh']],
  ])('offers words for "%s"', async (words, expected) => {
    const file = join(await scratchFolder(), 'completion.fish')
    await writeFile(file, await script('fish'))
    const { stdout } = await run('fish', ['--no-config', '-c', `source ${file}; complete -C "seiche ${words}"`])
    const found = stdout.split('\n').filter(Boolean)
    expect(found.map((line) => line.split('\t')[0])).toEqual(expected)
  })
})

it('of an unknown shell is refused with the shells that are known', async () => {
  const { terminal, err } = capturedTerminal()
  expect(await main(['completion', 'csh'], terminal)).toBe(2)
  expect(err()).toMatch(/'csh'.*bash, zsh, fish/)
})
