/** A command has said itself what was wrong, and with which exit code it ends. */
export class EndedWith extends Error {
  readonly code: number

  constructor(code: number) {
    super(`Ended with ${String(code)}`)
    this.name = 'EndedWith'
    this.code = code
  }
}
