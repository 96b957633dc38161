/** In words, who says that a call, a log or an error has a name. */
import type { Decoded } from '#shared/abi/decoded.ts'
import { plainName } from '#shared/text/hostile-text.ts'

type Named = Pick<Decoded, 'origin' | 'from' | 'isCertain'>

export function describeOrigin({ origin, from, isCertain }: Named): string {
  if (origin === 'bytecode') return 'Types found in the contract’s code; the name is not known'
  const who = plainName(from, 80)
  const description = {
    own: `From your own ABI ${who}`,
    verified: `From the verified contract ${who}`,
    standard: `From the standard ${who}`,
    pack: `From a list of known signatures (${who})`,
  }[origin]
  return isCertain ? description : `${description}: it may be another function of the same four bytes`
}
