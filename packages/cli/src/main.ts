import { CommanderError } from 'commander'
import { commandLine } from './command-line.js'
import { badInput, exitCode, Failure, failed } from './terminal/failure.js'
import { Terminal } from './terminal/terminal.js'
import { Verdict } from './terminal/verdict.js'

/**
 * Runs the command line and returns the exit code. Failures become messages and codes only here.
 * @param words the command line without `node` and the script
 */
export async function main(words: readonly string[], terminal = new Terminal()): Promise<number> {
  try {
    await dispatch(words, terminal)
    return exitCode.done
  } catch (error) {
    if (error instanceof Verdict) return error.exitCode
    const failure = error instanceof Failure ? error : unexpected(error)
    report(failure, terminal)
    // A failure of standard output was already reported above.
    if (words.includes('--json')) await terminal.result(JSON.stringify(describe(failure))).catch(() => {})
    return failure.exitCode
  }
}

async function dispatch(words: readonly string[], terminal: Terminal): Promise<void> {
  let help = ''
  const keep = (text: string) => {
    help += text
  }
  const program = commandLine(terminal)
  const width = () => terminal.columns
  const output = { writeOut: keep, writeErr: keep, getOutHelpWidth: width, getErrHelpWidth: width }
  for (const command of [program, ...program.commands]) command.configureOutput(output)
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return terminal.result(help.trimEnd())
    // Without a command, commander throws its help as an error.
    if (error.code === 'commander.help') throw badInput('no command was given', { advice: help.trimEnd() })
    throw badInput(error.message.replace(/^error: /, ''), { advice: 'See seiche --help.' })
  }
}

function unexpected(error: unknown): Failure {
  return failed(`unexpected: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
    advice: 'This is a bug. Set SEICHE_DEBUG=1 to see the stack trace, and please report it.',
  })
}

function report(failure: Failure, terminal: Terminal): void {
  terminal.error(failure.message)
  if (failure.advice !== undefined) terminal.advise(failure.advice)
  if (!process.env.SEICHE_DEBUG) return
  for (const error of [failure, failure.cause]) if (error instanceof Error) terminal.advise(error.stack ?? '')
}

function describe(failure: Failure) {
  return {
    ok: false,
    exitCode: failure.exitCode,
    error: failure.message,
    advice: failure.advice ?? null,
    issues: failure.issues,
  }
}
