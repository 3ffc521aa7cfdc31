/** The error for a file that the page cannot use. Its message begins with the name of the file and is for the person. */
export class FileError extends Error {
  override readonly name = 'FileError'

  /** `cause`: an error of a library, whose words end the message. */
  static of(file: string, message: string, cause?: unknown): FileError {
    const words = cause === undefined ? '' : `: ${cause instanceof Error ? cause.message : String(cause)}`
    return new FileError(`${shortName(file)}${message}${words.slice(0, longestCause)}`)
  }
}

/** Most characters of a file's name, and of the words of a library, in a message. */
const longestName = 60
const longestCause = 300

export function shortName(file: string): string {
  return file.length > longestName ? `${file.slice(0, longestName - 1)}…` : file
}
