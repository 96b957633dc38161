import type { ListAnswer, Position, WireItem } from '../../chain-reader.ts'

/** One row more than asked for was read: that it is there says there is a next page. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  { item, place }: { item: (row: Row) => WireItem; place: (row: Row) => Position },
): ListAnswer {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(item),
    next: rows.length > limit && last !== undefined ? place(last) : null,
  }
}

/** A whole number out of a cursor; null where it isn't there (a list before its first block-ordered row, say). */
export function wholeNumber(value: Position[string] | undefined): number | null {
  if (value === undefined || value === null || value === '' || typeof value === 'boolean') return null
  const read = Number(value)
  return Number.isSafeInteger(read) && read >= 0 ? read : null
}

/** A whole number of any size out of a cursor. */
export function bigNumber(value: Position[string] | undefined): bigint | null {
  const text = String(value ?? '')
  return /^\d{1,78}$/.test(text) ? BigInt(text) : null
}
