/** A reader as a fuzzer calls it. */
import type * as fc from 'fast-check'

export interface Target {
  readonly name: string
  /** Inputs that are read well, to be changed. */
  readonly seeds: () => readonly string[] | Promise<readonly string[]>
  /** Inputs of a form of its own. */
  readonly grammar?: fc.Arbitrary<string>
  /** The approximate number of inputs in `npm test`: a second of the processor. */
  readonly inputs: number
  /**
   * Reads it. What it throws is a find, but what `isDeclared` says: errors that its callers know and handle. Bytes come as
   * a text of one character each.
   */
  readonly run: (input: string) => unknown
  readonly isDeclared?: (error: unknown) => boolean
}
