/** Gathers rows whose words may be keys of mappings: of the source, newest first, and what the person watches. */
import type { AddressRef } from '#shared/chain/address.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { ListItem } from '#shared/lists/list-table.ts'
import type { TriedKeys } from '#shared/rpc/contract/contracts.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import type { Sources } from '../sources/sources.ts'
import type { Watchlist } from '../watchlist/watchlist.ts'
import type { KeyRow } from './places-at-keys.ts'
import { seenKeys, SMALL_NUMBERS } from './seen-keys.ts'

export interface KeyRows {
  readonly rows: readonly KeyRow[]
  readonly counts: Omit<TriedKeys, 'isCut'>
}

export interface KeyRowsDeps {
  readonly sources: Pick<Sources, 'get'>
  readonly watchlist: Pick<Watchlist, 'all'>
  readonly reading: Pick<Handlers, 'lists.page'>
}

type Context = Parameters<Handlers['lists.page']>[1]
type List = 'address-logs' | 'address-transactions' | 'address-token-transfers'

const MAX_WATCHED = 40
const MAX_ROWS = 100
/** Words of one row. */
const MAX_WORDS = 16

export async function readKeyRows(
  deps: KeyRowsDeps,
  { source, address }: { readonly source: string; readonly address: string },
  context: Context,
): Promise<KeyRows> {
  const read = async <L extends List>(list: L) => {
    const asked = { source, list, params: { address_hash: address }, filters: {}, cursor: null }
    try {
      const { items } = await deps.reading['lists.page'](asked, context)
      return items.slice(0, MAX_ROWS) as readonly ListItem<L>[]
    } catch (error) {
      // Keys that nobody tells can be typed.
      if (error instanceof ChainglassFailure && error.error.code !== 'cancelled') return []
      throw error
    }
  }
  const [logs, transactions, transfers] = await Promise.all([
    read('address-logs'),
    read('address-transactions'),
    read('address-token-transfers'),
  ])
  const { chainId } = deps.sources.get(source)
  const watched = deps.watchlist
    .all()
    .all.filter((one) => one.chainId === null || one.chainId === chainId)
    .slice(0, MAX_WATCHED)
  return {
    rows: [
      rowOf([address, ...watched.map((one) => one.address)]),
      ...logs.map(({ topics, data }) => rowOf(topics?.slice(1) ?? [], data)),
      ...transactions.map(({ from, raw_input: input }) =>
        rowOf(partiesOf(from), `0x${input?.slice(10) ?? ''}`),
      ),
      ...transfers.map(({ from, to, token, total }) =>
        rowOf([...partiesOf(from, to), token?.address_hash, ...total.map((one) => idOf(one.token_id))]),
      ),
      rowOf(SMALL_NUMBERS.map((one) => `0x${one}`)),
    ],
    counts: {
      ...{ logs: logs.length, transactions: transactions.length, transfers: transfers.length },
      watched: watched.length,
    },
  }
}

const partiesOf = (...parties: readonly (AddressRef | null | undefined)[]) => parties.map((one) => one?.hash)
const idOf = (id: string | null | undefined) =>
  id != null && /^\d{1,77}$/.test(id) ? `0x${BigInt(id).toString(16)}` : undefined

/** What is no hex is left out: a source may say anything. */
function rowOf(words: readonly (string | null | undefined)[], data?: string | null): KeyRow {
  const known = words.flatMap((word) =>
    /^0x[0-9a-f]{1,64}$/i.test(word ?? '') ? [word?.slice(2) ?? ''] : [],
  )
  const hex = /^0x(?:[0-9a-f]{2})*$/i.test(data ?? '') ? (data?.slice(2) ?? '') : ''
  const keys = seenKeys(known, [hex])
  return { words: keys.words.slice(0, words.length + MAX_WORDS), texts: keys.texts }
}
