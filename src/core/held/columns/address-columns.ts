/** Which of the addresses of a chunk fit a text, a label, or a name. */
import { nameTest, SHORTENED } from '#shared/query/compile-query.ts'
import type { Columns } from '../../archive/columns/columns.ts'
import { ADDRESS_BYTES } from '../../archive/columns/dictionary.ts'
import { numberTest, textTest } from './text-columns.ts'

/** By the number of an address in its chunk, from one on; 0, which is none, never fits. */
export type MatchAddresses = (columns: Columns) => Uint8Array

export function addressColumn(
  text: string,
  whole: boolean,
  labels: ReadonlyMap<string, string>,
): MatchAddresses {
  const isName = nameTest(text, whole)
  const fitsHash = hashColumn(text)
  const fitsLabel = oneOf([...labels].flatMap(([hash, label]) => (isName(label) ? [hash] : [])))
  const tests = [fitsHash, fitsLabel].filter((test) => test !== undefined)
  const fitsBytes: FitsBytes | undefined =
    tests.length === 0 ? undefined : (bytes, start) => tests.some((test) => test(bytes, start))
  return addressMatches(fitsBytes, (names) => (JSON.parse(names) as string[]).some(isName))
}

/** `fitsNames`: of a JSON array of what an address is called. */
export function addressMatches(
  fitsBytes: FitsBytes | undefined,
  fitsNames?: (names: string) => boolean,
): MatchAddresses {
  const byHash =
    fitsBytes &&
    numberTest((dictionary, number) => fitsBytes(dictionary.addressBytes, (number - 1) * ADDRESS_BYTES))
  const byName = fitsNames && textTest(fitsNames)
  return ({ addressNumbers, nameNumbers, dictionary }) => {
    const fits = byHash?.(dictionary, dictionary.addressCount)
    const isNamed = byName?.(dictionary)
    const matches = new Uint8Array(addressNumbers.length)
    for (let at = 1; at < matches.length; at += 1)
      if (fits?.(addressNumbers[at] ?? 0) === true || isNamed?.(nameNumbers[at] ?? 0) === true)
        matches[at] = 1
    return matches
  }
}

export type FitsBytes = (bytes: Uint8Array, start: number) => boolean

/** A hash that was typed: whole, its beginning, or shortened in the middle. */
function hashColumn(text: string): FitsBytes | undefined {
  const wanted = text.toLowerCase()
  const [, start, end = ''] = SHORTENED.exec(wanted) ?? []
  const head = start ?? (/^0x[0-9a-f]*$/.test(wanted) ? wanted : undefined)
  if (head === undefined) return undefined
  const [first, last] = [head.slice(2), end]
  if (first.length > 2 * ADDRESS_BYTES || last.length > 2 * ADDRESS_BYTES) return () => false
  const heads = nibblesOf(first)
  const tails = nibblesOf(last)
  const skipped = 2 * ADDRESS_BYTES - tails.length
  return (bytes, at) => hasNibbles(bytes, at, 0, heads) && hasNibbles(bytes, at, skipped, tails)
}

const nibblesOf = (hex: string) => Array.from({ length: hex.length }, (_, at) => parseInt(hex.charAt(at), 16))

function hasNibbles(bytes: Uint8Array, start: number, skipped: number, nibbles: readonly number[]): boolean {
  for (let at = 0; at < nibbles.length; at += 1) {
    const place = skipped + at
    const byte = bytes[start + (place >> 1)] ?? 0
    if ((place % 2 === 0 ? byte >> 4 : byte & 15) !== nibbles[at]) return false
  }
  return true
}

/** One of these addresses, by its last four bytes first. */
export function oneOf(hashes: readonly string[]): FitsBytes | undefined {
  if (hashes.length === 0) return undefined
  const byEnd = new Map<number, Buffer[]>()
  for (const hash of hashes) {
    const bytes = Buffer.from(hash.slice(2), 'hex')
    if (bytes.length !== ADDRESS_BYTES) continue
    const end = endOf(bytes, 0)
    byEnd.set(end, [...(byEnd.get(end) ?? []), bytes])
  }
  return (bytes, at) =>
    byEnd.get(endOf(bytes, at))?.some((one) => one.equals(bytes.subarray(at, at + ADDRESS_BYTES))) ?? false
}

const endOf = (bytes: Uint8Array, start: number) => {
  const at = start + ADDRESS_BYTES - 4
  return (
    ((bytes[at] ?? 0) * 0x100_0000 +
      (bytes[at + 1] ?? 0) * 0x1_0000 +
      (bytes[at + 2] ?? 0) * 0x100 +
      (bytes[at + 3] ?? 0)) >>>
    0
  )
}
