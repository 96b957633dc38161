/**
 * Decodes the constructor arguments of a contract creation, which follow the code at the end of its input. The
 * start of the arguments is known if the source gives them, or if the contract's code is found right before them.
 * No function throws; an uncertain result is null.
 */
import { readableSignature } from './abi-item.ts'
import type { Candidate } from './candidate.ts'
import { decodeParameters, isDecodableHex } from './decode-values.ts'
import type { Decoded } from './decoded.ts'

export interface CreationData {
  readonly input: string
  /** Deployed code of the contract; null if unknown. */
  readonly code: string | null
  /** Arguments given by the source, in hex with or without 0x; null if it gives none. */
  readonly constructorArguments: string | null
}

/**
 * Number of hex digits at the end of the code that are searched for in the input; they are part of the metadata,
 * if there is any.
 */
const TAIL_LENGTH = 64
/** Maximum number of occurrences examined: more would be code written to make the search slow. */
const MAX_PLACES = 16

/** Decodes with the first constructor whose types match the arguments byte for byte, without remaining bytes. */
export function decodeCreation(creation: CreationData, constructors: Iterable<Candidate>): Decoded | null {
  if (!isDecodableHex(creation.input)) return null
  const input = creation.input.slice(2).toLowerCase()
  let endings: readonly string[] | undefined
  for (const { item, origin, from, isCertain } of constructors) {
    endings ??= possibleArguments(input, creation)
    const fitting = endings
      .map((hex) => decodeParameters(item.inputs, hex, true)?.values)
      .filter((values) => values !== undefined)
    const [values] = fitting
    if (!values || fitting.length > 1) continue
    return {
      name: item.name,
      signature: readableSignature(item),
      selector: null,
      origin,
      from,
      isCertain,
      arguments: values,
    }
  }
  return null
}

function possibleArguments(input: string, { code, constructorArguments }: CreationData): readonly string[] {
  const encoded = hexOf(constructorArguments)
  // A source may give the arguments of another creation at the same address, so they must be the end of the input.
  if (encoded !== '' && input.endsWith(encoded)) return [encoded]
  return endsOfCode(input, hexOf(code)).map((end) => input.slice(end))
}

/** Hex digits in lower case without 0x; empty for invalid hex. */
function hexOf(bytes: string | null): string {
  const hex = (bytes ?? '').toLowerCase().replace(/^0x/, '')
  return isDecodableHex(`0x${hex}`) ? hex : ''
}

/** Positions in the input at which the whole code of the contract ends. */
function endsOfCode(input: string, code: string): readonly number[] {
  const ends: number[] = []
  const tail = code.slice(-TAIL_LENGTH)
  if (tail.length < TAIL_LENGTH) return ends
  let at = input.indexOf(tail)
  for (let places = 0; at >= 0; places += 1) {
    if (places === MAX_PLACES) return []
    const end = at + TAIL_LENGTH
    if (end % 2 === 0 && isCodeBefore(input, end, code)) ends.push(end)
    at = input.indexOf(tail, at + 1)
  }
  return ends
}

/**
 * Compares the code with the input before `end`. Values a constructor writes into the code (immutables, a
 * library's own address) are zero in the input.
 */
function isCodeBefore(input: string, end: number, code: string): boolean {
  const start = end - code.length
  if (start < 0) return false
  for (let at = 0; at < code.length; at += 2) {
    const given = input.slice(start + at, start + at + 2)
    if (given !== '00' && given !== code.slice(at, at + 2)) return false
  }
  return true
}
