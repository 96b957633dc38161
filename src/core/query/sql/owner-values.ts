/** The owners of each row in the lists of several addresses, as text to sort by. */
import type { AddressRef } from '#shared/chain/address.ts'
import { withOwners } from '#shared/lists/merged-lists.ts'
import { ownersText } from '#shared/query/computed-values.ts'
import { sortValue } from '#shared/query/sort.ts'
import type { SortValue } from '#shared/query/sort-values.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { UNSURE } from '../../rows/item-columns.ts'
import { hasFlag } from './compile-sql.ts'
import type { JoinedRows } from './merge-in-chain-order.ts'
import { nameValues } from './name-ranks.ts'
import { createNameSets } from './name-sets.ts'
import { readColumns, type Column } from './read-columns.ts'
import { bodyOfId, numberOfId, type ReadBody } from './rows-reader.ts'
import type { FoundInList } from './sql-view.ts'

interface Reader {
  readonly database: Database
  readonly readBody: ReadBody
}

const column = (sql: string): Column => ({ sql, values: [] })
const COLUMNS = [column('key'), column('sender'), column('receiver'), column(hasFlag(UNSURE))]
const ALL = { sql: '1', values: [] }

/** Data of a row from its columns, in any of the lists. */
interface KnownRow {
  /** Bit mask of the lists that have it. */
  lists: number
  readonly sender: number
  readonly receiver: number
  readonly isUnsure: boolean
}

/** By the number of a row in `rows`. */
export function ownerValues(
  { database, readBody }: Reader,
  found: readonly FoundInList[],
  { listOf, rowOf }: JoinedRows,
): (at: number) => SortValue | undefined {
  const [first] = found
  if (!first) return () => undefined
  const { context, list } = first.list
  const owners = found.map(({ list: { list } }) => list.params.address_hash ?? '')
  const parties = readParties(database, owners)
  const rows = readRows(database, found, parties)
  const valueOf = sortValue(list.resource, 'owners', context)
  const texts = new Map<number, Map<number, string | undefined>>()
  const ownersIn = (lists: number) => owners.filter((_, at) => Math.floor(lists / 2 ** at) % 2 === 1)

  return (at) => {
    const of = found[listOf?.[at] ?? 0]
    const row = rowOf ? (rowOf[at] ?? 0) : at
    const known = rows.get(of?.identities?.[row] ?? NaN)
    if (!of || !known) return undefined
    const { lists, sender, receiver, isUnsure } = known
    if (isUnsure) {
      const id = of.ids[row] ?? 0
      const item = readBody({ id: bodyOfId(id) })?.[numberOfId(id)]?.item
      return item === undefined ? undefined : valueOf(withOwners(item as object, { of: ownersIn(lists) }))
    }
    let ofLists = texts.get(lists)
    if (!ofLists) texts.set(lists, (ofLists = new Map<number, string | undefined>()))
    const sides = sender * MAX_NAMES + receiver
    let text = ofLists.get(sides)
    if (text === undefined) {
      text = ownersText(ownersIn(lists), [parties.get(sender), parties.get(receiver)], context)
      ofLists.set(sides, text)
    }
    return text
  }
}

/** Numbers of names are below this, so that two of them fit into one exact number. */
const MAX_NAMES = 2 ** 26

/** The owners as rows name them, by the numbers of these names. */
function readParties(database: Database, owners: readonly string[]): ReadonlyMap<number, AddressRef> {
  const numbers = Float64Array.from(createNameSets(database).ofAddresses(owners))
  const names = nameValues(database, numbers, ({ hash, text }) =>
    JSON.stringify([
      `0x${Buffer.from(hash).toString('hex')}`,
      ...(text === '' ? [] : (JSON.parse(text) as [])),
    ]),
  )
  return new Map(
    [...names].map(([number, text]) => {
      const [hash = '', name] = JSON.parse(String(text)) as string[]
      return [number, { hash, name }]
    }),
  )
}

/** All rows of the lists, found or not, by their keys. */
function readRows(
  database: Database,
  found: readonly FoundInList[],
  parties: ReadonlyMap<number, AddressRef>,
): ReadonlyMap<number, KnownRow> {
  const rows = new Map<number, KnownRow>()
  for (const [at, { list }] of found.entries()) {
    const [keys, senders, receivers, unsure] = readColumns(database, list, ALL, COLUMNS)
    for (let row = 0; row < (keys?.length ?? 0); row += 1) {
      const key = keys?.[row] ?? 0
      const known = rows.get(key)
      const [sender, receiver] = [senders?.[row] ?? 0, receivers?.[row] ?? 0]
      if (known) known.lists += 2 ** at
      else
        rows.set(key, {
          lists: 2 ** at,
          sender: parties.has(sender) ? sender : 0,
          receiver: parties.has(receiver) ? receiver : 0,
          isUnsure: unsure?.[row] === 1,
        })
    }
  }
  return rows
}
