/** Names the calls of recorded transactions without a request, and compares them with the recording's own decoding. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeCall } from '#shared/abi/decode.ts'
import type { DecodedValue } from '#shared/abi/decoded.ts'
import { knownCandidates } from './known-signatures.ts'

const FOLDER = new URL('../../../../shared/fixtures/recorded/transaction-detail/', import.meta.url)

interface Recorded {
  readonly to: { readonly hash: string } | null
  readonly raw_input: string
  readonly decoded_input: {
    readonly method_call: string
    readonly parameters: readonly { value: unknown }[]
  } | null
}

/** A value in the form of the recording: tuples as lists, all others as text. */
function plain(value: DecodedValue): unknown {
  if (typeof value === 'string') return value.toLowerCase()
  if ('list' in value) return value.list.map(plain)
  return 'fields' in value ? value.fields.map((field) => plain(field.value)) : value.bytes
}
const lower = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(lower) : String(value).toLowerCase()

describe.skipIf(!existsSync(FOLDER))('recorded calls (skipped where ../shared/fixtures is absent)', () => {
  it('are named by standards and the pack: none wrong, most of them', () => {
    const calls = readdirSync(FOLDER)
      .map((file) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Recorded)
      .filter(({ raw_input: input, to }) => to && input.length >= 10)
    const named = calls.flatMap((call) => {
      const decoded = decodeCall({ to: call.to?.hash ?? '', input: call.raw_input }, knownCandidates)
      return decoded ? [{ call, decoded }] : []
    })
    for (const { call, decoded } of named) {
      if (!call.decoded_input) continue
      expect(decoded.name).toBe(call.decoded_input.method_call.split('(')[0])
      expect(decoded.arguments.map(({ value }) => plain(value))).toEqual(
        call.decoded_input.parameters.map(({ value }) => lower(value)),
      )
      // Only names of standards are certain.
      expect(decoded.isCertain).toBe(decoded.origin === 'standard')
    }
    // 44 of 53. The others have trailing bytes, or are of contracts whose ABI is in no package.
    expect(named.length / calls.length).toBeGreaterThan(0.8)
  })
})
