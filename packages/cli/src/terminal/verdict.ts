/** Ends a command with an exit code and without a message: its report has been printed, and the code is part of the answer. */
export class Verdict extends Error {
  readonly exitCode: number

  constructor(exitCode: number) {
    super(`exit code ${exitCode}`)
    this.exitCode = exitCode
  }
}
