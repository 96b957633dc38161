/** What a failure says in words. Contracts that hand on what they caught put the data of one error into the text of another. */
import { parseSignature } from './abi-item.ts'
import { decodeParameters, readText } from './decode-values.ts'
import type { Decoded, DecodedArgument, DecodedValue } from './decoded.ts'

/** Of `Error(string)`. */
export const TEXT_ERROR = '0x08c379a0'

const BYTES = parseSignature('Error(bytes reason)')?.inputs ?? []
/** Longer texts are not searched for errors in them. */
const MAX_SEARCHED_BYTES = 8 * 1024
const SELECTOR_BYTES = 4
const WORD = 32

/**
 * The text of an `Error(string)`, from its data with the selector; null where the data is no such error. An error at the
 * end of the text is put into words by `describe` (null for what it does not know), other bytes are written as hex.
 */
export function textOfError(data: string, describe: (data: string) => string | null): string | null {
  const decoded = decodeParameters(BYTES, data.slice(TEXT_ERROR.length), false)
  const bytes = decoded?.values[0]?.value
  if (typeof bytes !== 'string' || decoded?.rest !== '') return null
  const hex = bytes.slice(2).replace(/(?:00)+$/, '')
  const text = readWhole(hex)
  if (text !== null) return text
  return withError(bytes.slice(2), describe) ?? withHex(hex)
}

/** Null where it is no text, or holds what no text has. */
function readWhole(hex: string): string | null {
  const text = readText(hex)
  return text === null || CONTROL.test(text) ? null : text
}

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** The data of an error is its selector and whole words, so that there are few places where it can begin. */
function withError(hex: string, describe: (data: string) => string | null): string | null {
  const length = hex.length / 2
  if (length < SELECTOR_BYTES || length > MAX_SEARCHED_BYTES) return null
  for (let at = (length - SELECTOR_BYTES) % WORD; at + SELECTOR_BYTES <= length; at += WORD) {
    const before = readWhole(hex.slice(0, at * 2))
    if (before === null) return null
    const said = describe(`0x${hex.slice(at * 2)}`)
    if (said !== null) return before + said
  }
  return null
}

/** The text as far as it is one, and the rest as hex. */
function withHex(hex: string): string {
  let end = 0
  while (end < hex.length && end < 2 * MAX_SEARCHED_BYTES) {
    // A letter has up to four bytes.
    const next = [2, 4, 6, 8].find(
      (size) => readWhole(hex.slice(end, end + size)) !== null && end + size <= hex.length,
    )
    if (next === undefined) break
    end += next
  }
  return `${readWhole(hex.slice(0, end)) ?? ''}0x${hex.slice(end)}`
}

/** `TooLate(deadline: 7)`; only the text of an `Error(string)`. */
export function describeError({ name, arguments: values }: Pick<Decoded, 'name' | 'arguments'>): string {
  const [first] = values
  if (name === 'Error' && values.length === 1 && typeof first?.value === 'string') return first.value
  return `${name}(${values.map(argumentText).join(', ')})`
}

const argumentText = ({ name, value }: DecodedArgument): string =>
  `${name === null || name === '' ? '' : `${name}: `}${valueText(value)}`

function valueText(value: DecodedValue): string {
  if (typeof value === 'string') return value
  if ('list' in value) return `[${value.list.map(valueText).join(', ')}]`
  return 'fields' in value ? `(${value.fields.map(argumentText).join(', ')})` : value.bytes
}
