/** A chain with given lists for one address. */
import type { ChainReader, WireItem } from '#service/chain-reader.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import type { ListId } from '#shared/lists/list-table.ts'

export const OWN = `0x${'0a'.repeat(20)}`
export const OTHER = `0x${'0b'.repeat(20)}`
export const hashOf = (n: number, length = 64) => `0x${n.toString(16).padStart(length, '0')}`
export const timeOf = (block: number) => new Date(Date.UTC(2025, 0, 1) + block * 12_000).toISOString()

export interface TestLists {
  /** A missing list is empty; null means the source does not have it. */
  readonly lists: Readonly<Partial<Record<ListId, readonly WireItem[] | null>>>
  readonly coin: string
}

/** `made` is called for each request and may return other lists. */
export function testChain(made: () => TestLists): ChainReader {
  const base = createSampleChain({ seed: 'made', transactions: 20, now: () => Date.UTC(2026, 0, 1) })
  return {
    ...base,
    list(id, { after }) {
      const { lists } = made()
      const items = id in lists ? lists[id] : []
      return items ? { items: after ? [] : [...items].reverse(), next: null } : null
    },
    async detail(id, params) {
      const detail = await base.detail(id, params)
      return id === 'address' ? { ...detail, hash: OWN, coin_balance: made().coin } : detail
    },
  }
}

export const transactionOf = (n: number, more: WireItem = {}): WireItem => ({
  hash: hashOf(n),
  block_number: n,
  timestamp: timeOf(n),
  position: 0,
  status: 'ok',
  result: 'success',
  from: { hash: OWN },
  to: { hash: OTHER },
  value: '0',
  fee: { type: 'actual', value: '0' },
  ...more,
})

export const tokenOf = (n: number, more: WireItem = {}) => ({
  address_hash: hashOf(n, 40),
  name: 'Token',
  symbol: 'TOK',
  decimals: '18',
  type: 'ERC-20',
  ...more,
})

export const transferOf = (n: number, token: WireItem, value: string, more: WireItem = {}): WireItem => ({
  transaction_hash: hashOf(n),
  block_number: n,
  block_hash: hashOf(n),
  log_index: 0,
  timestamp: timeOf(n),
  from: { hash: OTHER },
  to: { hash: OWN },
  token,
  total: { value, decimals: token.decimals ?? null },
  type: 'token_transfer',
  ...more,
})

export const holdingOf = (token: WireItem, value: string): WireItem => ({ token, value, token_id: null })
