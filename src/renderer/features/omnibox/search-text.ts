import type { Target } from '#shared/targets/target.ts'

/** Names are short. A longer text was pasted and may be private: a note, or the seed phrase of a wallet. It is not sent. */
const MAX_LENGTH = 60
const MAX_WORDS = 6
/** Minimum text: one Latin letter would match nearly every name, one Chinese character may be a word. */
const ENOUGH = /[^\p{ASCII}]|..|^\d$/u

/** The text to search for at a source; undefined for a text that is a target or cannot be a name. */
export function searchText(typed: string, targets: readonly Target[]): string | undefined {
  const text = typed.trim().replace(/\s+/g, ' ')
  if (targets.length > 0 || !ENOUGH.test(text)) return undefined
  if (text.length > MAX_LENGTH || text.split(' ').length > MAX_WORDS) return undefined
  // No name begins like a partial hash, a link, or a question about kept rows.
  return /^0x|^\?|:\/\//i.test(text) ? undefined : text
}
