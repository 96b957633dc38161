/** Converts rows of a page to their stored form, and back. */
import { hash } from 'node:crypto'
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import type { Page, UnreadItem } from '#shared/lists/page.ts'
import { placeOf } from './row-order.ts'

/** An item, or an unreadable one. */
export interface LoadedRow {
  readonly key: string
  /** Height of its block; null in a list without chain order. */
  readonly height: number | null
  readonly index: number | null
  readonly item?: unknown
  readonly unread?: Omit<UnreadItem, 'position'>
}

/** Number of blocks below the head of the chain that a reorganisation may still replace. */
export const PROVISIONAL_BLOCKS = 64

/** The first 8 bytes of a SHA-256 hash: enough to distinguish the rows or the cursors of a list. */
export const shortHash = (text: string): Uint8Array => hash('sha256', text, 'buffer').subarray(0, 8)

/** Cache of key numbers, because writing a page needs each several times. */
const keyNumbers = new Map<string, number>()
const MAX_KEY_NUMBERS = 2_000

/** A key as a number of 48 bits: enough to distinguish rows of a block, and rows near the head. */
export function keyNumber(key: string): number {
  let number = keyNumbers.get(key)
  if (number === undefined) {
    number = parseInt(hash('sha256', key, 'hex').slice(0, 12), 16)
    if (keyNumbers.size >= MAX_KEY_NUMBERS) keyNumbers.clear()
    keyNumbers.set(key, number)
  }
  return number
}

/**
 * The rows of a page that can be stored, without pending ones. Undefined if the page is not in the order of its list: then
 * it does not show which rows are missing.
 */
export function rowsOfPage(list: ListId, page: Page, kind: 'history' | 'snapshot'): LoadedRow[] | undefined {
  const { order } = listEndpoint(list)
  const unreadAt = new Map(page.unread.map((unread) => [unread.position, unread]))
  const rows: LoadedRow[] = []
  const keys = new Set<string>()
  let height: number | null = null
  let nextItem = 0
  for (let position = 0; position < page.items.length + page.unread.length; position += 1) {
    const unread = unreadAt.get(position)
    let row: LoadedRow
    if (unread) {
      const { position: _, ...rest } = unread
      row = {
        key: `unread:${Buffer.from(shortHash(unread.raw)).toString('hex')}`,
        height,
        index: null,
        unread: rest,
      }
    } else {
      const item = page.items[nextItem] as Readonly<Record<string, unknown>>
      const key = page.keys[nextItem]
      nextItem += 1
      if (key === undefined) return undefined
      const [itsHeight, index] = kind === 'history' && order ? placeOf(item, order) : [null, null]
      if (kind === 'history' && itsHeight === null) {
        // Pending rows are above all others.
        if (isPending(item) && height === null) continue
        return undefined
      }
      if (height !== null && itsHeight !== null && itsHeight > height) return undefined
      height = itsHeight
      row = { key, height, index, item }
    }
    if (keys.has(row.key)) continue
    keys.add(row.key)
    rows.push(row)
  }
  return kind === 'history' ? withHeights(rows) : rows
}

/** Unreadable rows at the beginning of a page get the height of the row below them. */
function withHeights(rows: readonly LoadedRow[]): LoadedRow[] | undefined {
  const first = rows.find(({ height }) => height !== null)?.height
  if (first === undefined) return rows.length === 0 ? [] : undefined
  return rows.map((row) => (row.height === null ? { ...row, height: first ?? null } : row))
}

export const isPending = ({ block_number: block }: Readonly<Record<string, unknown>>) => block === null

/** Converts rows to a page: items, their keys, and unreadable items with their positions. */
export function toPage(rows: readonly LoadedRow[]): Pick<Page, 'items' | 'keys' | 'unread'> {
  const items: unknown[] = []
  const keys: string[] = []
  const unread: UnreadItem[] = []
  for (const [position, row] of rows.entries()) {
    if (row.unread) unread.push({ position, ...row.unread })
    else {
      items.push(row.item)
      keys.push(row.key)
    }
  }
  return { items, keys, unread }
}

/** Whether a loaded row and one just read are in the same block, and so on the same branch of the chain. */
export function isSameBlock(loaded: LoadedRow, read: LoadedRow, chainHead: number | null): boolean {
  if (loaded.height !== read.height || loaded.height === null) return false
  if (chainHead !== null && loaded.height <= chainHead - PROVISIONAL_BLOCKS) return true
  for (const field of ['block_hash', 'timestamp', 'block_timestamp'])
    if (isText(loaded.item, field) && isText(read.item, field))
      return textOf(loaded.item, field) === textOf(read.item, field)
  return false
}

const textOf = (item: unknown, field: string) =>
  (item as Readonly<Record<string, unknown>> | undefined)?.[field]
const isText = (item: unknown, field: string) => typeof textOf(item, field) === 'string'

/** The lowest possible height of the chain's head, by a page; null if the page has no heights. */
export function chainHeadOf(rows: readonly LoadedRow[]): number | null {
  let head: number | null = null
  for (const { height, item } of rows) {
    if (height === null) continue
    const { confirmations } = (item ?? {}) as { readonly confirmations?: unknown }
    const above =
      Number.isSafeInteger(confirmations) && (confirmations as number) > 0 ? (confirmations as number) - 1 : 0
    head = Math.max(head ?? 0, height + above)
  }
  return head !== null && Number.isSafeInteger(head) ? head : null
}
