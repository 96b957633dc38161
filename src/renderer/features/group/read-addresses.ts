/** Finds addresses in a typed or pasted text, with any text between them. */
import { parseAddress } from '#shared/targets/parse-address.ts'

export interface ReadAddresses {
  /** In lower case, without duplicates. */
  readonly addresses: readonly string[]
  /** Words that begin with `0x` but are no address. */
  readonly wrong: readonly string[]
}

/** Maximum length read, so that pasting a very long text stays fast. */
const MAX_TEXT = 200_000

export function readAddresses(text: string): ReadAddresses {
  const words = text.slice(0, MAX_TEXT).match(/\b0x[0-9a-z]+/gi) ?? []
  const addresses = new Set<string>()
  const wrong = new Set<string>()
  for (const word of words) {
    const parsed = parseAddress(word)
    if (parsed && parsed.checksum !== 'wrong') addresses.add(parsed.address.toLowerCase())
    else wrong.add(word.slice(0, 60))
  }
  return { addresses: [...addresses], wrong: [...wrong] }
}
