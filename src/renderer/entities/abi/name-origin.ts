/** In words, who says that a call, a log or an error has a name. */
import { $gettext } from '#shared/text/gettext.ts'
import type { Decoded } from '#shared/abi/decoded.ts'
import { plainName } from '#shared/text/hostile-text.ts'

type Named = Pick<Decoded, 'origin' | 'from' | 'isCertain'>

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
