import type { InvalidField } from '#shared/chain/invalid-fields.ts'
import { WrongValue } from '#platform/json-rpc/wire.ts'

/** A block or a transaction with more of them is noted with these. */
const MAX_NOTES = 50
const MAX_RAW = 200

/**
 * Reads fields of which an invalid one costs no more than itself: it is noted as it came, and something stands in its
 * place. What identifies a block or a transaction is read without it.
 */
export class FieldNotes {
  #invalid: InvalidField[] | null = null

  /** `path`: where the API has the field. `field`: what the node calls it. */
  read<T>(
    read: (value: unknown, what: string) => T,
    value: unknown,
    { what, field, path, instead }: NotedField<T>,
  ): T {
    try {
      return read(value, what)
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error
      this.#invalid ??= []
      if (this.#invalid.length < MAX_NOTES)
        this.#invalid.push(describe(value, { field, path, expected: error.expected }))
      return instead
    }
  }

  /** As a part of what was read: nothing where all of it could be. */
  get part(): { readonly invalid?: readonly InvalidField[] } {
    return this.#invalid === null ? {} : { invalid: this.#invalid }
  }
}

export interface NotedField<T> {
  readonly what: string
  readonly field: string
  readonly path: readonly string[]
  readonly instead: T
}

const describe = (
  value: unknown,
  { field, path, expected }: Pick<InvalidField, 'field' | 'expected'> & { readonly path: readonly string[] },
): InvalidField => ({
  path: [...path],
  field,
  found: kindOf(value),
  expected: phraseOf(expected),
  raw: rawOf(value),
})

/** In the words that the window has for fields of the API (shared/chain/value-phrases.ts). */
const phraseOf = (expected: string): string =>
  /^an? (?:quantity|number)/.test(expected)
    ? 'a whole number'
    : /^an? (?:hash|address)$/.test(expected)
      ? 'a 0x hash'
      : expected

/** The JSON of the value; only the kind (list or object) if it may nest without end. */
function rawOf(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, MAX_RAW))
  if (Array.isArray(value)) return '[]'
  return typeof value === 'object' && value !== null ? '{}' : JSON.stringify(value ?? null)
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return `the text ${JSON.stringify(value.slice(0, MAX_TEXT))}`
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : JSON.stringify(value ?? null)
}

const MAX_TEXT = 40
