/** A chain that lacks one row in one list of one address. */
import type { ChainReader, ListPage } from '#service/chain-reader.ts'
import type { ListId } from '#shared/lists/list-table.ts'

export interface Cut {
  readonly list: ListId
  readonly address: string
  /** The item of the chain, as JSON. */
  readonly item: string
}

/** `hasHistory`: whether the chain has the history of coin balances. */
export function cutChain(chain: ChainReader, hasHistory = true) {
  let cut: Cut | undefined
  const without = (id: ListId, address: string | undefined, page: ListPage | null): ListPage | null => {
    if (!page || cut?.list !== id || cut.address !== address) return page
    // A batch may have the same item twice; only one is removed.
    const at = page.items.findIndex((item) => JSON.stringify(item) === cut?.item)
    return at < 0 ? page : { ...page, items: page.items.toSpliced(at, 1) }
  }
  const reader: ChainReader = {
    ...chain,
    async list(id, request) {
      if (id === 'address-coin-balances' && !hasHistory) return null
      return without(id, request.params.address_hash, await chain.list(id, request))
    },
  }
  return {
    reader,
    cut: (next: Cut | undefined) => {
      cut = next
    },
    /** All rows of a list in the order of the chain. */
    rowsOf: async (list: ListId, address: string): Promise<string[]> => {
      const rows: string[] = []
      for (let after: ListPage['next'] = null; ;) {
        const page = await chain.list(list, {
          params: { address_hash: address },
          filters: {},
          after,
          limit: 100,
        })
        rows.push(...(page?.items ?? []).map((item) => JSON.stringify(item)))
        if (!page?.next) return rows
        after = page.next
      }
    },
  }
}
