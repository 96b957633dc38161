/** Removes secrets from a text, in any form in which they can occur. */
import { secretForms } from './secret-forms.ts'

/** Replaces a secret. */
export const REMOVED = '[key]'

interface Search {
  readonly forms: readonly string[]
  /** The lengths of the shortest and of the longest form, in characters. */
  readonly shortest: number
  readonly longest: number
  /** One bit for the hash of each four successive characters of any form. */
  readonly pieces: Uint8Array
}

/** By secret. There are only a few, and each is searched in every response of its source. */
const cache = new Map<string, Search>()
const MAX_CACHED = 200

function searchOf(secret: string): Search {
  const known = cache.get(secret)
  if (known) return known
  if (cache.size >= MAX_CACHED) cache.clear()
  const search = createSearch(secretForms(secret))
  cache.set(secret, search)
  return search
}

/** Replaces each form of each secret with `[key]`; returns the same text if there is none. */
export function removeSecrets(text: string, secrets: Iterable<string>): string {
  let clean = text
  for (const secret of secrets) {
    const search = searchOf(secret)
    if (!holdsAny(clean, search)) continue
    for (const form of search.forms) clean = clean.replaceAll(form, REMOVED)
  }
  return clean
}

const PIECE = 4
const HASH_BITS = 16

function createSearch(forms: readonly string[]): Search {
  const lengths = forms.map((form) => form.length)
  const pieces = new Uint8Array(2 ** (HASH_BITS - 3))
  for (const form of forms)
    for (let at = 0; at + PIECE <= form.length; at += 1) {
      const hash = hashAt(form, at)
      pieces[hash >> 3] = (pieces[hash >> 3] ?? 0) | (1 << (hash & 7))
    }
  return { forms, shortest: Math.min(...lengths), longest: Math.max(...lengths), pieces }
}

/**
 * Looks at four characters in every `shortest - 3`: every occurrence of a form contains one such place. So a text is
 * scanned once, mostly in leaps, however many forms there are.
 */
function holdsAny(text: string, { forms, shortest, longest, pieces }: Search): boolean {
  const step = shortest - PIECE + 1
  for (let at = 0; at + PIECE <= text.length; at += step) {
    const hash = hashAt(text, at)
    if (((pieces[hash >> 3] ?? 0) & (1 << (hash & 7))) === 0) continue
    const around = text.slice(Math.max(0, at - longest), at + longest)
    if (forms.some((form) => around.includes(form))) return true
  }
  return false
}

function hashAt(text: string, at: number): number {
  const low = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 8)
  const high = text.charCodeAt(at + 2) | (text.charCodeAt(at + 3) << 8)
  return Math.imul(low | (high << 16), 0x9e3779b1) >>> (32 - HASH_BITS)
}
