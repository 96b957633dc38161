/** The origin of a call's, log's or error's name. */
import { $gettext } from '#shared/text/gettext.ts'
import type { Decoded } from '#shared/abi/decoded.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import { callNameOf } from '#shared/chain/call-name.ts'
import { plainName } from '#shared/text/hostile-text.ts'

export type Named = Pick<Decoded, 'origin' | 'from' | 'isCertain'>

/** The origin of a row's method name; undefined where the row has no name, or its origin is unknown. */
export function namedBy(item: {
  readonly method?: string | null | undefined
  readonly to?: AddressRef | null | undefined
}): Named | undefined {
  const called = callNameOf(item)
  if (called || !item.method || item.method.startsWith('0x') || item.to?.is_verified == null) return called
  const isVerified = item.to.is_verified
  const from = (isVerified ? item.to.name : undefined) ?? $gettext('the source')
  return { origin: isVerified ? 'verified' : 'pack', from, isCertain: isVerified }
}

/** Describes an origin. */
export function describeOrigin({ origin, from, isCertain }: Named): string {
  if (origin === 'bytecode') return $gettext('Types found in the contract’s code; the name is not known')
  const who = plainName(from, 80)
  const description = {
    own: $gettext('From your own ABI %{who}', { who }),
    verified: $gettext('From the verified contract %{who}', { who }),
    standard: $gettext('From the standard %{who}', { who }),
    pack: $gettext('From a list of known signatures (%{who})', { who }),
  }[origin]
  return isCertain
    ? description
    : $gettext('%{description}: it may be another function of the same four bytes', { description })
}
