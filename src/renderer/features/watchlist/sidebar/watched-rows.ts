/** Rows of the sidebar's list: addresses without a group first, then each group with its addresses. */
import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'
import type { EntryActivity } from '#renderer/stores/activity.ts'
import type { WatchPosition } from '#renderer/stores/watchlist.ts'

export type WatchedRow =
  | {
      readonly kind: 'group'
      readonly key: string
      readonly name: string
      readonly count: number
      /** Number of new items at all addresses of the group. */
      readonly news: Pick<EntryActivity, 'count' | 'more'>
      readonly open: boolean
    }
  | {
      readonly kind: 'entry'
      readonly key: string
      readonly entry: WatchedAddress
      readonly inGroup: boolean
    }

/** The rows in the order of the watchlist. An address in several groups appears in each of them. */
export function watchedRows(
  entries: readonly WatchedAddress[],
  closed: ReadonlySet<string>,
  activity: ReadonlyMap<number, Pick<EntryActivity, 'count' | 'more'>>,
): readonly WatchedRow[] {
  const rows: WatchedRow[] = []
  const groups = new Map<string, WatchedAddress[]>()
  for (const entry of entries) {
    if (entry.groups.length === 0)
      rows.push({ kind: 'entry', key: `e${String(entry.id)}`, entry, inGroup: false })
    for (const name of entry.groups) {
      const members = groups.get(name)
      if (members) members.push(entry)
      else groups.set(name, [entry])
    }
  }
  for (const [name, members] of groups) {
    const open = !closed.has(name)
    rows.push({
      kind: 'group',
      key: `g${name}`,
      name,
      count: members.length,
      news: newAt(members, activity),
      open,
    })
    if (!open) continue
    for (const entry of members)
      rows.push({ kind: 'entry', key: `g${name}\n${String(entry.id)}`, entry, inGroup: true })
  }
  return rows
}

function newAt(members: readonly WatchedAddress[], activity: Parameters<typeof watchedRows>[2]) {
  const found = members.flatMap(({ id }) => activity.get(id) ?? [])
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    more: found.some(({ more }) => more),
  }
}

/** The new position of the entry in row `index`, one step up or down within its group; undefined at the group's edge. */
export function stepTo(rows: readonly WatchedRow[], index: number, by: -1 | 1): WatchPosition | undefined {
  const neighbour = rows[index + by]
  if (neighbour?.kind !== 'entry') return undefined
  return by === -1 ? { before: neighbour.entry.id } : { after: neighbour.entry.id }
}
