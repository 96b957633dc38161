/** Addresses in a text that was typed or pasted: whatever stands between them. */
import { parseAddress } from '#shared/targets/parse-address.ts'

export interface ReadAddresses {
  /** In lower case, each once. */
  readonly addresses: readonly string[]
  /** Words that begin as an address does and are none. */
  readonly wrong: readonly string[]
}

/** A pasted page of a million lines is not looked at to its end. */
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
