/** Reads the data to be checked from a source, bypassing the archive: stored data may come from elsewhere. */
import type { DetailItem } from '#shared/lists/detail-items.ts'
import type { DetailId } from '#shared/lists/detail-table.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { ListId, ListItem } from '#shared/lists/list-table.ts'
import type { Cursor, Kept, Page } from '#shared/lists/page.ts'
import { MAX_CHECKED_ROWS, MAX_LIST_PAGES } from '#shared/rpc/contract/check.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import type { AddressOfSource } from './check-address.ts'
import type { BlockOfSource } from './check-block.ts'
import type { TransactionOfSource } from './check-transaction.ts'
import type { SourceRows } from './checked.ts'

export type Reading = Pick<Handlers, 'lists.page' | 'details.read'>
type Params = Readonly<Record<string, string>>

export type SourceReader = ReturnType<typeof createSourceReader>

/** Each function rejects with `ChainglassFailure`. */
export function createSourceReader(
  reading: Reading,
  source: string,
  context: Parameters<Reading['details.read']>[1],
) {
  async function readDetail<Id extends DetailId>(detail: Id, params: Params): Promise<DetailItem<Id>> {
    const { item, kept } = await reading['details.read']({ source, detail, params, refresh: true }, context)
    return given(item as DetailItem<Id>, kept)
  }
  /** Not every source has it. */
  const readOptional = <Id extends DetailId>(detail: Id, params: Params) =>
    readDetail(detail, params).catch(unlessAbsent)

  async function readPage(
    list: ListId,
    params: Params,
    cursor: Cursor | null,
    filters: Filters = {},
  ): Promise<Page> {
    const page = await reading['lists.page'](
      { source, list, params, filters, cursor, refresh: true },
      context,
    )
    return given(page, page.kept)
  }

  async function readRows<Id extends ListId>(list: Id, params: Params): Promise<SourceRows<ListItem<Id>>> {
    let page = await readPage(list, params, null).catch(unlessAbsent)
    if (!page) return undefined
    // By key: rows that were added meanwhile move others to the next page.
    const rows = new Map<string, unknown>()
    let isWhole = true
    for (let pages = 1; ; pages += 1) {
      for (const [at, item] of page.items.entries()) rows.set(page.keys[at] ?? String(rows.size), item)
      isWhole &&= page.unread.length === 0 && page.notice === undefined && page.gap === undefined
      if (page.next === null || rows.size >= MAX_CHECKED_ROWS || pages === MAX_LIST_PAGES) break
      page = await readPage(list, params, page.next)
    }
    return { rows: [...rows.values()] as ListItem<Id>[], isWhole: isWhole && page.next === null }
  }

  /** The height of the source's newest block; undefined if it lists no blocks. */
  async function head(): Promise<number | undefined> {
    const blocks = await readPage('latest-blocks', {}, null).catch(unlessAbsent)
    const [newest] = (blocks?.items ?? []) as readonly ListItem<'latest-blocks'>[]
    return newest?.height ?? undefined
  }

  return {
    head,
    /** One page of any list. */
    readPage,
    async transaction(hash: string): Promise<TransactionOfSource> {
      const params = { transaction_hash: hash }
      const item = await readDetail('transaction', params)
      const height = item.block_number
      const [logs, transfers, block] = await Promise.all([
        readRows('transaction-logs', params),
        readRows('transaction-token-transfers', params),
        height == null ? undefined : readOptional('block', { block_hash_or_number: String(height) }),
      ])
      return { hash, item, logs, transfers, blockHash: block?.hash }
    },
    async block(block: string): Promise<BlockOfSource> {
      return { blockId: block, item: await readDetail('block', { block_hash_or_number: block }) }
    },
    async address(address: string): Promise<AddressOfSource> {
      const params = { address_hash: address }
      const [item, tokens, contract] = await Promise.all([
        readDetail('address', params),
        readRows('address-tokens', params),
        readOptional('smart-contract', params),
      ])
      // Read last: all other data is no newer than this block.
      return { address, item, tokens, code: contract?.deployed_bytecode, head: await head() }
    },
  }
}

/** Rejects stored data that is returned because the source can't be asked. */
function given<T>(read: T, kept: Kept | undefined): T {
  if (kept?.failure) throw new ChainglassFailure(kept.failure)
  return read
}

function unlessAbsent(error: unknown): undefined {
  if (!(error instanceof ChainglassFailure)) throw error
  const { error: failure } = error
  if (failure.code === 'not_found' || (failure.code === 'server_error' && failure.status === 501)) return
  throw error
}
