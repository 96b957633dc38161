/** Compares the time of pages deep in the history with pages near the head, list by list. */
import type { ListId } from '#shared/lists/list-table.ts'
import type { ListPage, ListRequest, Position } from '../../chain-reader.ts'
import { createSampleChain, type SampleChain } from '../sample-chain.ts'

export interface Depth {
  readonly list: string
  /** In ms, the minimum of the samples: other programs on the machine only increase a time. */
  readonly first: number
  readonly deep: number
  readonly ratio: number
}

type PageRequest = Pick<ListRequest, 'params' | 'filters'> & {
  readonly id: ListId
  readonly at: (share: number) => Position
}

/**
 * Pages of 50 rows of every list that grows with the history: just below the head, and at about half of the history. Each
 * sample is at another position, so that caches have no effect.
 */
export function measureDepth({
  transactions,
  samples,
}: {
  transactions: number
  samples: number
}): readonly Depth[] {
  const chain = createSampleChain({ seed: 'depth', transactions })
  return pageRequests(chain).map((request) => {
    const times: { first: number[]; deep: number[] } = { first: [], deep: [] }
    for (let sample = -3; sample < samples; sample++) {
      const first = time(chain, request, request.at(1 - (sample + 4) / 1000))
      const deep = time(chain, request, request.at(0.5 - (sample + 3) / 1000))
      if (sample < 0) continue
      times.first.push(first)
      times.deep.push(deep)
    }
    const [first, deep] = [Math.min(...times.first), Math.min(...times.deep)]
    return {
      list: [request.id, ...Object.values(request.filters)].join(' '),
      first,
      deep,
      ratio: deep / first,
    }
  })
}

function pageRequests(chain: SampleChain): PageRequest[] {
  const of = (name: string) => ({
    address_hash:
      chain
        .suggestedAddresses()
        .find((suggested) => suggested.name === name)
        ?.address.toLowerCase() ?? '',
  })
  const newest = (id: ListId, params: Record<string, string>, key: string) =>
    Number(list(chain, { id, params, filters: {} }, null, 1).items[0]?.[key])
  const height = newest('token-transfers', {}, 'block_number')
  const byBlock = (share: number): Position => ({
    block_number: Math.floor(height * share),
    index: 0,
    transaction_index: 0,
  })
  const [hub, portraits] = [of('Harbour Exchange'), of('Sample Portraits')]
  const portrait = newest('token-instances', portraits, 'id')
  const withdrawal = newest('address-withdrawals', of('Validator'), 'index')
  return [
    { id: 'address-transactions', params: hub, filters: {}, at: byBlock },
    { id: 'address-transactions', params: hub, filters: { sort: 'value' }, at: byBlock },
    { id: 'address-internal-transactions', params: hub, filters: {}, at: byBlock },
    { id: 'token-transfers', params: {}, filters: {}, at: byBlock },
    { id: 'token-transfers-of-token', params: of('Sample Dollar'), filters: {}, at: byBlock },
    { id: 'address-blocks-validated', params: of('Validator'), filters: {}, at: byBlock },
    {
      id: 'address-withdrawals',
      params: of('Validator'),
      filters: {},
      at: (share) => ({ index: Math.floor(withdrawal * share) }),
    },
    {
      id: 'token-instances',
      params: portraits,
      filters: {},
      at: (share) => ({ unique_token: Math.floor(portrait * share) }),
    },
    {
      id: 'address-nfts',
      params: of('NFT collector'),
      filters: {},
      at: (share) => ({
        token_contract_address_hash: portraits.address_hash,
        token_id: String(Math.floor(portrait * share)),
      }),
    },
  ]
}

function list(
  chain: SampleChain,
  { id, params, filters }: Pick<PageRequest, 'id' | 'params' | 'filters'>,
  after: Position | null,
  limit = 50,
): ListPage {
  const page = chain.list(id, { params, filters, after, limit })
  if (page === null || page instanceof Promise || page.items.length < limit)
    throw new Error(`${id} is too short`)
  return page
}

function time(chain: SampleChain, request: PageRequest, after: Position | null): number {
  const from = performance.now()
  list(chain, request, after)
  return performance.now() - from
}
