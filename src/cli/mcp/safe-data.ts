/**
 * Makes other people's texts safe for a model: instructions for it may be hidden in names of tokens. No character can
 * be invisible, begin a line or change the text's direction, and lengths are limited.
 */
import { cutText, plainName } from '#shared/text/hostile-text.ts'

export interface SafeData {
  readonly data: unknown
  readonly length: number
  /** Whether something was left out. */
  readonly isCut: boolean
}

const MAX_NAME = 100
/** Number of entries of a list, or of members of an object. */
export const MAX_ENTRIES = 200
const MAX_DEPTH = 12
const CUT = '…'

interface Limits {
  /** Bytes of JSON of all texts, names and numbers together. */
  readonly maxLength: number
  /** Number of characters of one text. */
  readonly maxText: number
}

interface Budget {
  left: number
  isCut: boolean
  readonly maxText: number
}

export function makeSafe(value: unknown, { maxLength, maxText }: Limits): SafeData {
  const budget: Budget = { left: maxLength, isCut: false, maxText }
  const data = safe(value, budget, 0)
  return { data, length: maxLength - Math.max(0, budget.left), isCut: budget.isCut }
}

function safe(value: unknown, budget: Budget, depth: number): unknown {
  if (budget.left <= 0 || depth > MAX_DEPTH) return cut(budget)
  // Each value also costs its name and its punctuation.
  budget.left -= 8
  if (typeof value === 'string') return safeText(value, budget)
  if (typeof value === 'bigint') return safeText(String(value), budget)
  if (Array.isArray(value)) return safeList(value, budget, depth)
  if (typeof value !== 'object' || value === null) return value
  return safeObject(value, budget, depth)
}

function safeObject(value: object, budget: Budget, depth: number): unknown {
  const shown: (readonly [string, unknown])[] = []
  for (const [name, one] of Object.entries(value)) {
    if (shown.length === MAX_ENTRIES || budget.left <= 0) {
      shown.push([CUT, cut(budget)])
      break
    }
    budget.left -= Buffer.byteLength(name)
    shown.push([plainName(name, MAX_NAME), safe(one, budget, depth + 1)])
  }
  // `fromEntries` defines members, so that a key named `__proto__` stays a plain key.
  return Object.fromEntries(shown)
}

function safeList(list: readonly unknown[], budget: Budget, depth: number): readonly unknown[] {
  const shown: unknown[] = []
  for (const one of list) {
    if (shown.length === MAX_ENTRIES || budget.left <= 0) {
      shown.push(cut(budget))
      break
    }
    shown.push(safe(one, budget, depth + 1))
  }
  return shown
}

function safeText(text: string, budget: Budget): string {
  const max = Math.max(1, Math.min(budget.maxText, budget.left))
  if (text.length > max) budget.isCut = true
  const shown = plainName(cutText(text, max), max)
  budget.left -= Buffer.byteLength(JSON.stringify(shown))
  return shown
}

function cut(budget: Budget): string {
  budget.isCut = true
  return CUT
}
