/** Checks limits of a value parsed from external JSON, so that later code can neither overflow the stack nor hang. */

export interface JsonBounds {
  /** Levels of lists and objects. */
  readonly depth: number
  /** Entries of one list, or keys of one object. */
  readonly width: number
  /** Characters of one text, or of one key. */
  readonly length: number
  /** Entries and keys of all lists and objects together. */
  readonly values: number
}

/** The limit that a value exceeds, and the path to that value. */
export interface ExceededLimit {
  readonly bound: keyof JsonBounds
  readonly path: readonly string[]
}

/** Finds the first exceeded limit; undefined if there is none. Stops reading there. */
export function findExceededLimit(value: unknown, bounds: JsonBounds): ExceededLimit | undefined {
  if (typeof value === 'string') return value.length > bounds.length ? at('length') : undefined
  return isNested(value) ? inNested(value, bounds, bounds.depth, { left: bounds.values }) : undefined
}

const at = (bound: ExceededLimit['bound']): ExceededLimit => ({ bound, path: [] })
const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

/** `levels`: the levels still allowed, including this one. */
function inNested(
  value: object,
  bounds: JsonBounds,
  levels: number,
  budget: { left: number },
): ExceededLimit | undefined {
  if (levels === 0) return at('depth')
  const keys = Object.keys(value)
  if (keys.length > bounds.width) return at('width')
  budget.left -= keys.length
  if (budget.left < 0) return at('values')
  for (const key of keys) {
    if (key.length > bounds.length) return at('length')
    const inner = (value as Readonly<Record<string, unknown>>)[key]
    let excess: ExceededLimit | undefined
    if (typeof inner === 'string') {
      if (inner.length > bounds.length) excess = at('length')
    } else if (isNested(inner)) excess = inNested(inner, bounds, levels - 1, budget)
    if (excess) return { bound: excess.bound, path: [key, ...excess.path] }
  }
  return undefined
}
