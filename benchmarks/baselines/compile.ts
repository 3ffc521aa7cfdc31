/** Compiles the C baselines. They are built anew for each run: `-march=native` code must not travel between machines. */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface FlagSet {
  /** Goes into names of files and contenders. */
  name: string
  flags: readonly string[]
}

/** `-ffast-math` lets the compiler reorder sums and flush tiny numbers to zero: no longer the same arithmetic, hence apart. */
export const flagSets = [
  { name: '-O3', flags: ['-O3', '-march=native'] },
  { name: '-ffast-math', flags: ['-O3', '-march=native', '-ffast-math'] },
] as const satisfies readonly FlagSet[]

/** For a source that can declare its loops free of aliases: what the compiler makes of them then, at its boldest. */
export const ivdep: FlagSet = { name: '-ffast-math -DIVDEP', flags: [...flagSets[1].flags, '-DIVDEP'] }

/** A library that a baseline is linked with; not every machine has it. */
export interface Library {
  header: string
  flag: string
}

const sources = fileURLToPath(new URL('.', import.meta.url))
const cache = fileURLToPath(new URL('../../.cache/benchmarks/', import.meta.url))

/** Path of the executable made from `<baseline>.c`. Throws when gcc refuses the source. */
export function compile(baseline: string, { name, flags }: FlagSet, libraries: readonly Library[] = []): string {
  mkdirSync(cache, { recursive: true })
  const executable = `${cache}${baseline}${name}`
  const linked = ['-lm', ...libraries.map(({ flag }) => flag)]
  execFileSync('gcc', ['-Wall', '-Wextra', ...flags, '-o', executable, `${sources}${baseline}.c`, ...linked], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return executable
}

/**
 * Whether gcc finds the library, tried on an empty program. Asked apart, so that a mistake in a baseline is not taken for
 * a library that is missing.
 */
export function isInstalled({ header, flag }: Library): boolean {
  mkdirSync(cache, { recursive: true })
  try {
    execFileSync('gcc', ['-x', 'c', '-', '-o', `${cache}library-probe`, flag], {
      input: `#include <${header}>\nint main(void) { return 0; }\n`,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    return true
  } catch {
    return false
  }
}
