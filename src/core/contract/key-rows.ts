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
  /** `isCut`: whether there are more keys than in `rows`. */
  readonly counts: TriedKeys
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
  let isCut = false
  const cut = <T>(all: readonly T[], max: number): readonly T[] => {
    isCut ||= all.length > max
    return all.slice(0, max)
  }
  /** What is no hex is left out: a source may say anything. */
  const rowOf = (words: readonly (string | null | undefined)[], data?: string | null): KeyRow => {
    const known = words.flatMap((word) =>
      /^0x[0-9a-f]{1,64}$/i.test(word ?? '') ? [word?.slice(2) ?? ''] : [],
    )
    const hex = /^0x(?:[0-9a-f]{2})*$/i.test(data ?? '') ? (data?.slice(2) ?? '') : ''
    const keys = seenKeys(known, [hex])
    isCut ||= keys.isCut
    return { words: cut(keys.words, words.length + MAX_WORDS), texts: keys.texts }
  }
  const read = async <L extends List>(list: L) => {
    const asked = { source, list, params: { address_hash: address }, filters: {}, cursor: null }
    try {
      const { items } = await deps.reading['lists.page'](asked, context)
      return cut(items, MAX_ROWS) as readonly ListItem<L>[]
    } catch (error) {
      // Keys that nobody tells can be typed.
      if (error instanceof ChainglassFailure && error.error.code !== 'cancelled') return null
      throw error
    }
  }
  const [logs, transactions, transfers] = await Promise.all([
    read('address-logs'),
    read('address-transactions'),
    read('address-token-transfers'),
  ])
  const { chainId } = deps.sources.get(source)
  const watched = cut(
    deps.watchlist.all().all.filter((one) => one.chainId === null || one.chainId === chainId),
    MAX_WATCHED,
  )
  const rows = inTurn([
    // Keys of a mapping inside of a mapping are pairs of one row: all watched addresses in one would be too many.
    [rowOf([address]), ...watched.map((one) => rowOf([address, one.address]))],
    (logs ?? []).map(({ topics, data }) => rowOf(topics?.slice(1) ?? [], data)),
    // The input of a creation is code.
    (transactions ?? []).map(({ from, to, raw_input: input }) =>
      rowOf(partiesOf(from), to && `0x${input?.slice(10) ?? ''}`),
    ),
    (transfers ?? []).map(({ from, to, token, total }) =>
      rowOf([...partiesOf(from, to), token?.address_hash, ...total.map((one) => idOf(one.token_id))]),
    ),
    [rowOf(SMALL_NUMBERS.map((one) => `0x${one}`))],
  ])
  return {
    rows,
    counts: {
      ...{ logs: logs?.length ?? null, transactions: transactions?.length ?? null },
      ...{ transfers: transfers?.length ?? null, watched: watched.length, isCut },
    },
  }
}

/** The first of each, then the second of each: none takes all the room. */
const inTurn = <T>(all: readonly (readonly T[])[]): readonly T[] =>
  Array.from({ length: Math.max(...all.map(({ length }) => length)) }, (_, at) =>
    all.flatMap((one) => one.slice(at, at + 1)),
  ).flat()

const partiesOf = (...parties: readonly (AddressRef | null | undefined)[]) => parties.map((one) => one?.hash)
const idOf = (id: string | null | undefined) =>
  id != null && /^\d{1,77}$/.test(id) ? `0x${BigInt(id).toString(16)}` : undefined
