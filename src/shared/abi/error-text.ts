/** The text of a revert. Contracts that pass on a caught error put its data into the text of their own. */
import { parseSignature } from './abi-item.ts'
import { decodeParameters, readText } from './decode-values.ts'
import type { Decoded, DecodedArgument, DecodedValue } from './decoded.ts'

/** Selector of `Error(string)`. */
export const TEXT_ERROR = '0x08c379a0'

const BYTES = parseSignature('Error(bytes reason)')?.inputs ?? []
/** Maximum number of bytes searched for a nested error. */
const MAX_SEARCHED_BYTES = 8 * 1024
const SELECTOR_BYTES = 4
const WORD = 32

/**
 * The text of an `Error(string)`, from its data with the selector; null if the data is no such error. `describe`
 * gives the text of an error at the end of the text, or null if it is unknown; other bytes are written as hex.
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

/** The text; null if it is not UTF-8 or contains control characters. */
function readWhole(hex: string): string | null {
  const text = readText(hex)
  return text === null || CONTROL.test(text) ? null : text
}

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** Looks for a nested error at the end. Error data is a selector and whole words, so only few positions are possible. */
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

/** The valid part of the text, and the rest as hex. */
function withHex(hex: string): string {
  let end = 0
  while (end < hex.length && end < 2 * MAX_SEARCHED_BYTES) {
    // A character has up to four bytes.
    const next = [2, 4, 6, 8].find(
      (size) => readWhole(hex.slice(end, end + size)) !== null && end + size <= hex.length,
    )
    if (next === undefined) break
    end += next
  }
  return `${readWhole(hex.slice(0, end)) ?? ''}0x${hex.slice(end)}`
}

/** An error as text, for example `TooLate(deadline: 7)`; for `Error(string)` only its text. */
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
