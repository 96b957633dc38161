/** Makes the movements of a ledger from the lists of an address, and reports the state of the lists. */
import { MAX_LEDGER_ROWS, type LedgerList } from '#shared/rpc/contract/ledger.ts'
import type { ArchivedList } from '../archive/create-archive.ts'
import { isKept } from '../archive/row-archives.ts'
import { LEDGER_LISTS, type LedgerListId } from './collect-rows.ts'
import type { JobOptions, KeptLedgers, LedgerPlace } from './kept/kept-ledgers.ts'
import { ListOutOfOrder } from './kept/list-rows.ts'
import { makeFromStreams, TooManyRows } from './kept/make-ledger.ts'
import type { LedgerName } from './kept/movement-store.ts'
import { bringUpToDate, readPages, type PagedList, type ReadDeps } from './read-lists.ts'

export interface LedgerDeps extends ReadDeps {
  readonly kept: KeptLedgers
}

type MadeOfLists =
  | { readonly problem: 'too_many' | 'incomplete'; readonly lists: readonly LedgerList[] }
  | {
      readonly problem?: undefined
      readonly ledger: number
      readonly place: LedgerPlace
      readonly lists: readonly LedgerList[]
    }

interface MakeOptions extends JobOptions {
  /** Called while the lists are read, with the number of rows of all lists so far. */
  readonly onRead: (rows: number) => void
}

export interface Maker {
  make(): Promise<MadeOfLists>
  /** Whether the lists have changed since the ledger was made. */
  hasMovedOn(): Promise<boolean>
}

/** Whether a missing list prevents the ledger. The balance history does not: rows are only checked against it. */
const isMissing = ({ list, state }: LedgerList) => state === 'incomplete' && list !== 'address-coin-balances'

export function createMaker(deps: LedgerDeps, name: LedgerName, options: MakeOptions): Maker {
  const place = isKept(deps.sources, name.source) ? deps.kept.archived() : undefined
  return place ? makerOfLoaded(deps, name, place, options) : makerOfPages(deps, name, options)
}

const requestOf = ({ source, address }: LedgerName, list: LedgerListId) => ({
  source,
  list,
  params: { address_hash: address },
})

function makerOfLoaded(deps: LedgerDeps, name: LedgerName, place: LedgerPlace, options: MakeOptions): Maker {
  async function bringAll() {
    const lists = new Map<LedgerListId, { readonly archived: ArchivedList; readonly list: LedgerList }>()
    let rows = 0
    for (const list of LEDGER_LISTS) {
      const archived = deps.archive.list({ ...requestOf(name, list), filters: {} })
      if (!archived) continue
      const state = await bringUpToDate(deps, archived, requestOf(name, list), {
        signal: options.signal,
        onRows(ofList) {
          options.onRead(rows + ofList)
        },
      })
      const loaded = archived.coverage().rows
      rows += loaded
      lists.set(list, { archived, list: { list, rows: loaded, unread: 0, ...state } })
    }
    return lists
  }
  const fingerprint = (lists: Awaited<ReturnType<typeof bringAll>>) =>
    JSON.stringify(
      [...lists].map(([id, { archived }]) => [id, archived.coverage().rows, archived.first()?.keys]),
    )
  let madeOf = ''
  return {
    async make() {
      const found = await bringAll()
      madeOf = fingerprint(found)
      const lists = [...found.values()].map(({ list }) => list)
      if (lists.reduce((sum, { rows }) => sum + rows, 0) > MAX_LEDGER_ROWS)
        return { problem: 'too_many', lists }
      if (lists.some(isMissing)) return { problem: 'incomplete', lists }
      const isUsed = ({ list, state }: LedgerList) =>
        state === 'whole' || (state === 'noticed' && list !== 'address-coin-balances')
      const made = await place.run(
        {
          verb: 'make',
          ...name,
          coin: deps.sources.get(name.source).coin,
          lists: lists.filter(isUsed).map(({ list }) => list as LedgerListId),
        },
        options,
      )
      const rowsOf = ({ list }: LedgerList) => made?.lists[list as LedgerListId]
      return {
        ledger: made?.ledger ?? -1,
        place,
        lists: lists.map((list) => ({ ...list, ...(rowsOf(list) ?? { rows: 0 }) })),
      }
    },
    hasMovedOn: async () => fingerprint(await bringAll()) !== madeOf,
  }
}

function makerOfPages(deps: LedgerDeps, name: LedgerName, options: MakeOptions): Maker {
  let paged: readonly (readonly [LedgerListId, PagedList])[] = []
  const states = (): LedgerList[] => paged.map(([list, { state }]) => ({ list, ...state }))
  class Incomplete extends Error {}
  return {
    async make() {
      paged = LEDGER_LISTS.map((list) => [list, readPages(deps, requestOf(name, list), options.signal)])
      const streams = new Map(paged.map(([list, { rows }]) => [list, rows]))
      const job = { ...name, coin: deps.sources.get(name.source).coin, lists: LEDGER_LISTS }
      try {
        const ledger = await deps.kept.inMemory(
          (store, hooks) =>
            makeFromStreams(store, job, streams, {
              ...hooks,
              hasHistory: () =>
                states().some(({ list, state }) => list === 'address-coin-balances' && state === 'whole'),
              check() {
                if (states().some(isMissing)) throw new Incomplete()
              },
            }),
          // Each row is read when it is added.
          { signal: options.signal, onRows: options.onRead },
        )
        return { ledger, place: deps.kept.memory, lists: states() }
      } catch (error) {
        if (error instanceof TooManyRows) return { problem: 'too_many', lists: states() }
        if (error instanceof Incomplete) return { problem: 'incomplete', lists: states() }
        if (error instanceof ListOutOfOrder) {
          const isIt = ({ list }: LedgerList) => list === error.list
          return {
            problem: 'incomplete',
            lists: states().map((one) => (isIt(one) ? { ...one, state: 'incomplete' } : one)),
          }
        }
        throw error
      }
    },
    async hasMovedOn() {
      for (const [, list] of paged) if (await list.hasMovedOn()) return true
      return false
    },
  }
}
