/** The command has printed its own error and ends with this exit code. */
export class ExitWithCode extends Error {
  readonly code: number

  constructor(code: number) {
    super(`Ended with ${String(code)}`)
    this.name = 'ExitWithCode'
    this.code = code
  }
}
