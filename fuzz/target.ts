/** What a fuzzer needs of a reader. */
import type * as fc from 'fast-check'

export interface Target {
  readonly name: string
  /** Inputs that are read well, to be changed. */
  readonly seeds: () => readonly string[] | Promise<readonly string[]>
  /** Inputs of a form of its own. */
  readonly grammar?: fc.Arbitrary<string>
  /** So many inputs in `npm test`, about: a second of the processor. */
  readonly inputs: number
  /**
   * Reads it. What it throws is a find, but what `isDeclared` says: errors that its callers know and handle. Bytes come as
   * a text of one character each.
   */
  readonly run: (input: string) => unknown
  readonly isDeclared?: (error: unknown) => boolean
}
