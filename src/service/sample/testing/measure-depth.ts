/** What a page costs deep in a history against the first page, list by list. */
import { LIST_IDS, LISTS, type ListId } from '#shared/endpoints.ts'
import type { ChainReader, ListAnswer, Position } from '../../chain-reader.ts'
import { createSampleChain } from '../sample-chain.ts'

export interface Depth {
  readonly list: ListId
  /** ms, the median of the samples */
  readonly first: number
  readonly deep: number
  readonly ratio: number
}

/**
 * `depth`: pages of 50 that would lie before the deep one. Places deep in a list are reached by their block, as any
 * cursor of the list would name it; nothing before them is read.
 */
export function measureDepth(options: { transactions: number; depth: number; samples: number }): {
  readonly ratios: readonly Depth[]
} {
  const chain = createSampleChain({ seed: 'depth', transactions: options.transactions })
  const [busiest] = chain.landmarks()
  const validator = chain.landmarks().find(({ name }) => name === 'Validator')
  const params = (id: ListId): Record<string, string> =>
    LISTS[id].path.startsWith('/addresses/')
      ? {
          address_hash: (
            (id === 'address-blocks-validated' || id === 'address-withdrawals' ? validator : busiest)
              ?.address ?? ''
          ).toLowerCase(),
        }
      : {}
  const deepLists = LIST_IDS.filter((id) => DEEP.has(id))
  const newest = chain.list('token-transfers', {
    params: {},
    filters: {},
    after: null,
    limit: 1,
  }) as ListAnswer
  const height = Number(newest.items[0]?.['block_number'])
  const ratios = deepLists.map((list) => {
    const ask = (after: Position | null) => time(chain, list, params(list), after)
    // Every 50 rows of the busiest address fill about 18 blocks.
    const block = Math.max(2100, height - options.depth * 18)
    const place = {
      block_number: block,
      index: list === 'address-withdrawals' ? block : 0,
      transaction_index: 0,
    }
    const times: { first: number[]; deep: number[] } = { first: [], deep: [] }
    for (let sample = -3; sample < options.samples; sample++) {
      const [first, deep] = [ask(null), ask({ ...place, block_number: block - Math.max(sample, 0) * 7 })]
      if (sample < 0) continue
      times.first.push(first)
      times.deep.push(deep)
    }
    const [first, deep] = [median(times.first), median(times.deep)]
    return { list, first, deep, ratio: deep / first }
  })
  return { ratios }
}

/** Lists whose rows grow with the history. */
const DEEP: ReadonlySet<ListId> = new Set([
  'token-transfers',
  'address-internal-transactions',
  'address-blocks-validated',
  'address-transactions',
  'address-withdrawals',
])

function time(
  chain: ChainReader,
  list: ListId,
  params: Record<string, string>,
  after: Position | null,
): number {
  const from = performance.now()
  const answer = chain.list(list, { params, filters: {}, after, limit: 50 })
  if (answer === null || answer instanceof Promise || answer.items.length === 0)
    throw new Error(`${list} is empty`)
  return performance.now() - from
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
