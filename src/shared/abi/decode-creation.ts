/**
 * Decodes the constructor's arguments of a creation: they stand at the end of its input, behind the code. Where they
 * begin is known because the source tells them, or because the contract's own code stands right before them. Nothing
 * throws, and what is not certain is null.
 */
import { readableSignature } from './abi-item.ts'
import type { Candidate } from './candidate.ts'
import { decodeParameters, isDecodableHex } from './decode-values.ts'
import type { Decoded } from './decoded.ts'

export interface CreationData {
  readonly input: string
  /** That the contract has on the chain; null where it is not known. */
  readonly code: string | null
  /** Hex, with or without 0x, as a source tells them; null where it does not. */
  readonly constructorArguments: string | null
}

/** Hex digits at the end of the code by which it is found: of the metadata, where there is some. */
const TAIL_LENGTH = 64
/** Places of such an end; more are of code that is made to be searched for long. */
const MAX_PLACES = 16

/** By the first constructor whose types the arguments have, byte for byte and without a rest. */
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
  const told = hexOf(constructorArguments)
  // A source may tell those of another creation at the same address.
  if (told !== '' && input.endsWith(told)) return [told]
  return endsOfCode(input, hexOf(code)).map((end) => input.slice(end))
}

/** In lower case, without 0x; empty where it is none. */
function hexOf(bytes: string | null): string {
  const hex = (bytes ?? '').toLowerCase().replace(/^0x/, '')
  return isDecodableHex(`0x${hex}`) ? hex : ''
}

/** Behind each place in the input where the contract's code stands whole. */
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

/** What a constructor puts into the code (immutables, a library's own address) is zero in the input. */
function isCodeBefore(input: string, end: number, code: string): boolean {
  const start = end - code.length
  if (start < 0) return false
  for (let at = 0; at < code.length; at += 2) {
    const given = input.slice(start + at, start + at + 2)
    if (given !== '00' && given !== code.slice(at, at + 2)) return false
  }
  return true
}
