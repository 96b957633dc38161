/** Who says that a call, a log or an error has a name. */
import { $gettext } from '#shared/text/gettext.ts'
import type { Decoded } from '#shared/abi/decoded.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import { callNameOf } from '#shared/chain/call-name.ts'
import { plainName } from '#shared/text/hostile-text.ts'

export type Named = Pick<Decoded, 'origin' | 'from' | 'isCertain'>

/** Who names the call of a row; undefined where it has no name, or nobody says whose it is. */
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

/** In words. */
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
