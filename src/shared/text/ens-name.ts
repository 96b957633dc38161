import { normalize } from 'viem/ens'

const NAME = /^[^\s./:@?#]+(?:\.[^\s./:@?#]+)+$/u
const MAX_LENGTH = 255

/** A name of ENS in the one form in which it is registered (ENSIP-15); undefined for a text that can be none. */
export function normaliseEnsName(typed: string): string | undefined {
  const text = typed.trim()
  if (text.length > MAX_LENGTH || !NAME.test(text)) return undefined
  try {
    return normalize(text)
  } catch {
    return undefined
  }
}
