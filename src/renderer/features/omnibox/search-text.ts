import type { Target } from '#shared/targets/target.ts'

/** Names are short. What is longer was pasted, and may be nobody's business: a note, a phrase that unlocks a wallet. */
const MAX_LENGTH = 60
const MAX_WORDS = 6
/** One letter of Latin names nearly everything; one of Chinese may be a word. */
const ENOUGH = /[^\p{ASCII}]|..|^\d$/u

/** What to ask a source for: undefined for what leads somewhere by itself, and for what is no name. */
export function searchText(typed: string, targets: readonly Target[]): string | undefined {
  const text = typed.trim().replace(/\s+/g, ' ')
  if (targets.length > 0 || !ENOUGH.test(text)) return undefined
  if (text.length > MAX_LENGTH || text.split(' ').length > MAX_WORDS) return undefined
  // Half a hash, a link, or a question about what is kept: no name begins so.
  return /^0x|^\?|:\/\//i.test(text) ? undefined : text
}
