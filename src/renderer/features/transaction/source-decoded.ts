import type { Decoded, DecodedArgument, DecodedValue } from '#shared/abi/decoded.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { plainName } from '#shared/text/hostile-text.ts'

/** Deeper values are shown as JSON. */
const MAX_DEPTH = 8

/**
 * The input as the source decodes it, for where nothing else knows it. A source decodes with the verified contract; of a
 * contract that is none it knows the name from a list of signatures.
 */
export function sourceDecoded({ decoded_input: input, to }: Transaction): Decoded | undefined {
  if (!input?.method_call) return undefined
  const isVerified = to?.is_verified === true
  const id = (input.method_id ?? '').replace(/^0x/, '')
  return {
    name: plainName(input.method_call.replace(/\(.*$/s, ''), 80),
    signature: plainName(input.method_call, 400),
    selector: /^[0-9a-f]{8}$/i.test(id) ? `0x${id}` : null,
    origin: isVerified ? 'verified' : 'pack',
    from: isVerified ? (to.name ?? 'the source') : 'the source',
    isCertain: isVerified,
    arguments: (input.parameters ?? []).map(({ name, type, value }): DecodedArgument => ({
      name: name ?? null,
      type: type ?? '',
      value: decodedValue(value, 0),
    })),
  }
}

const decodedValue = (value: unknown, depth: number): DecodedValue => {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && depth < MAX_DEPTH)
    return { list: value.map((each) => decodedValue(each, depth + 1)) }
  return value == null ? '' : JSON.stringify(value)
}
