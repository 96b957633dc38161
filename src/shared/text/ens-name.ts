import { normalize } from 'viem/ens'

const NAME = /^[^\s./:@?#]+(?:\.[^\s./:@?#]+)+$/u
const MAX_LENGTH = 255

/**
 * The normalised form of an ENS name, in which it is registered (ENSIP-15); undefined if the text can't be a name.
 */
export function normaliseEnsName(typed: string): string | undefined {
  const text = typed.trim()
  if (text.length > MAX_LENGTH || !NAME.test(text)) return undefined
  try {
    return normalize(text)
  } catch {
    return undefined
  }
}
