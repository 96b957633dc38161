import { $gettext } from '#shared/text/gettext.ts'
import type { Decoded, DecodedArgument, DecodedValue } from '#shared/abi/decoded.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import { plainName } from '#shared/text/hostile-text.ts'

/** A call or event as the API's source decodes it. */
interface SourceDecoded {
  readonly method_call?: string | null | undefined
  readonly method_id?: string | null | undefined
  readonly parameters?:
    | readonly {
        readonly name?: string | null | undefined
        readonly type?: string | null | undefined
        readonly indexed?: boolean | null | undefined
        readonly value?: unknown
      }[]
    | null
    | undefined
}

/** Deeper values are shown as JSON. */
const MAX_DEPTH = 8

/**
 * Reads what a source decoded itself, used where nothing else knows the item. The source decodes with the verified
 * contract; for an unverified one it takes the name from a list of signatures.
 */
export function sourceDecoded(
  decoded: SourceDecoded | null | undefined,
  contract: AddressRef | null | undefined,
): Decoded | undefined {
  if (!decoded?.method_call) return undefined
  const isVerified = contract?.is_verified === true
  const id = (decoded.method_id ?? '').replace(/^0x/, '')
  return {
    name: plainName(decoded.method_call.replace(/\(.*$/s, ''), 80),
    signature: plainName(decoded.method_call, 400),
    selector: /^[0-9a-f]{8}$/i.test(id) ? `0x${id}` : null,
    origin: isVerified ? 'verified' : 'pack',
    from: isVerified ? (contract.name ?? $gettext('the source')) : $gettext('the source'),
    isCertain: isVerified,
    arguments: (decoded.parameters ?? []).map(({ name, type, indexed, value }): DecodedArgument => ({
      name: name ?? null,
      type: type ?? '',
      ...(indexed === true && { isIndexed: true }),
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
