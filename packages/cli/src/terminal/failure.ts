/**
 * Every error ends as a `Failure` with a message, advice and an exit code. It is thrown where it is detected, and `main.ts` turns it
 * into output and the exit code.
 */

/**
 * 0 to 2 are Seiche's own; the codes of signals are 128 + signal number, as in shells: a batch script can distinguish an
 * interrupted run from a failed one.
 */
export const exitCode = {
  done: 0,
  failed: 1,
  badInput: 2,
  SIGHUP: 129,
  SIGINT: 130,
  SIGTERM: 143,
} as const

export type StopSignal = 'SIGHUP' | 'SIGINT' | 'SIGTERM'

/** One finding about a scene, for machine-readable output. */
export interface Issue {
  path: string
  message: string
  line?: number
  column?: number
}

export interface FailureOptions {
  /** Advice on how to fix it. */
  advice?: string
  /** Mistakes in the scene, if its validation failed. */
  issues?: readonly Issue[]
  cause?: unknown
}

export class Failure extends Error {
  override readonly name = 'Failure'
  readonly exitCode: number
  readonly advice: string | undefined
  readonly issues: readonly Issue[]

  constructor(code: number, message: string, options: FailureOptions = {}) {
    super(message, { cause: options.cause })
    this.exitCode = code
    this.advice = options.advice
    this.issues = options.issues ?? []
  }

  /** The same failure with one more line of advice. */
  withAdvice(line: string): Failure {
    const { exitCode, message, issues, cause } = this
    return new Failure(exitCode, message, { advice: this.advice ? `${this.advice}\n${line}` : line, issues, cause })
  }
}

/** A failure caused by the command line or the input files. */
export function badInput(message: string, options?: FailureOptions): Failure {
  return new Failure(exitCode.badInput, message, options)
}

/** A failure with correct input. */
export function failed(message: string, options?: FailureOptions): Failure {
  return new Failure(exitCode.failed, message, options)
}

export function stoppedBy(signal: StopSignal): Failure {
  return new Failure(exitCode[signal], `stopped by ${signal === 'SIGINT' ? 'Ctrl-C (SIGINT)' : signal}`)
}

/** The code of a system error such as ENOENT, or undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EBUSY: 'it is in use',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'it exists already',
  EFBIG: 'the file would be too large for this file system',
  EIO: 'the device reported an input/output error',
  EISDIR: 'it is a folder, not a file',
  ELOOP: 'its symbolic links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long for this file system',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'no space is left on the device',
  ENOTDIR: 'a part of the path is a file, not a folder',
  ENOTEMPTY: 'the folder is not empty',
  EPERM: 'the operation is not permitted',
  EPIPE: 'the program reading the output has ended',
  EROFS: 'the file system is read-only',
}

/** The reason why a file operation failed, followed by the system's error code. */
export function reasonOf(error: unknown): string {
  const code = systemCode(error)
  if (code === undefined) return error instanceof Error ? error.message : String(error)
  return `${reasons[code] ?? (error as Error).message} (${code})`
}

const writingAdvice: Record<string, string> = {
  EACCES: 'Choose a folder you may write to with --out.',
  EDQUOT: 'Free some space, choose another disk with --out, or write less: a longer --every, fewer --fields.',
  ENOSPC: 'Free some space, choose another disk with --out, or write less: a longer --every, fewer --fields.',
  EPERM: 'Choose a folder you may write to with --out.',
  EROFS: 'Choose a folder you may write to with --out.',
}

/** A write that did not succeed. */
export function writingFailed(path: string, error: unknown): Failure {
  const advice = writingAdvice[systemCode(error) ?? '']
  return failed(`cannot write ${path}: ${reasonOf(error)}`, { cause: error, ...(advice && { advice }) })
}
