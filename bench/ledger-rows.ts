/** An archive with the lists of one address that make so many movements; the same each time, and they add up. */
import * as z from 'zod/mini'
import type { Archive } from '#core/archive/create-archive.ts'
import { coinBalance } from '#shared/chain/coin-balance.ts'
import { tokenTransfer } from '#shared/chain/token.ts'
import { internalTransaction, transaction } from '#shared/chain/transaction.ts'
import type { Cursor } from '#shared/lists/page.ts'

export const OWN = `0x${'0a'.repeat(20)}`
export const SOURCE = 'eth'
const PAGE = 50
const GWEI = 10n ** 9n
const START = Date.UTC(2020, 0, 1)
/** Between two blocks: 400,000 of them are five years. */
const STEP_MS = 400_000

const hash = (n: number, digit: string, length: number) =>
  `0x${digit}${n.toString(16).padStart(length - 1, '0')}`
const party = (n: number) => ({ hash: hash(1 + ((n * 7_919) % 20_011), '5', 40) })
export const timeOf = (block: number) => START + block * STEP_MS
const timestamp = (block: number) => new Date(timeOf(block)).toISOString()
/** In gwei. */
const fee = (block: number) => 21_000n + BigInt(block % 900)
const sent = (block: number) => 1_000_000n + BigInt(block % 977)
const received = (block: number) => 1_100_000n + BigInt(block % 997)
const isSending = (block: number) => block % 2 === 0
const changeOf = (block: number) => (isSending(block) ? -sent(block) - fee(block) : received(block))

/** In wei, of the coin and of each token, after so many blocks. */
export function balancesAfter(blocks: number) {
  let coin = FIRST
  const tokens = new Map<string, bigint>()
  for (let block = 0; block < blocks; block += 1) {
    coin += changeOf(block)
    const { id, amount } = moved(block)
    tokens.set(id, (tokens.get(id) ?? 0n) + amount)
  }
  return { coin: coin * GWEI, tokens }
}
/** The balance that the address had before. */
const FIRST = 10n ** 12n

const tokenOf = (block: number) => hash(1 + ((block * 31) % 97), 'c', 40)
const moved = (block: number) => ({ id: tokenOf(block), amount: BigInt(1 + (block % 1_000)) * 10n ** 15n })

const sending = (block: number) =>
  z.parse(transaction, {
    hash: hash(block, '1', 64),
    block_number: block + 1,
    block_hash: hash(block, 'b', 64),
    timestamp: timestamp(block),
    position: block % 200,
    status: 'ok',
    from: { hash: OWN },
    to: party(block),
    value: String(sent(block) * GWEI),
    fee: { type: 'actual', value: String(fee(block) * GWEI) },
    gas_used: '21000',
    gas_limit: '30000',
    gas_price: '1000000000',
    nonce: block,
    method: 'transfer',
    raw_input: '0xa9059cbb',
    transaction_types: ['coin_transfer'],
  })
const receiving = (block: number) =>
  z.parse(internalTransaction, {
    transaction_hash: hash(block, '1', 64),
    index: 3,
    block_number: block + 1,
    timestamp: timestamp(block),
    type: 'call',
    success: true,
    from: party(block),
    to: { hash: OWN },
    value: String(received(block) * GWEI),
    gas_limit: '30000',
  })
const transfer = (block: number) =>
  z.parse(tokenTransfer, {
    transaction_hash: hash(block, '2', 64),
    log_index: block % 300,
    block_number: block + 1,
    block_hash: hash(block, 'b', 64),
    timestamp: timestamp(block),
    from: party(block + 1),
    to: { hash: OWN },
    method: 'transfer',
    token: {
      address_hash: tokenOf(block),
      symbol: `TK${String(block % 97)}`,
      name: `Token ${String(block % 97)}`,
      decimals: '18',
      type: 'ERC-20',
    },
    token_type: 'ERC-20',
    type: 'token_transfer',
    total: [{ value: String(moved(block).amount), decimals: '18' }],
  })

/** Where blocks are known from each other: the balance after each. */
function history(blocks: number) {
  const after = new BigInt64Array(blocks)
  let held = FIRST
  for (let block = 0; block < blocks; block += 1) after[block] = held += changeOf(block)
  return (block: number) =>
    z.parse(coinBalance, {
      block_number: block + 1,
      block_timestamp: timestamp(block),
      value: String((after[block] ?? 0n) * GWEI),
      // In block 0 the chain begins: what changed there is all.
      delta: String(changeOf(block) * GWEI),
      transaction_hash: null,
    })
}

/** Writes what came in blocks from `from` up to before `to`, the newest first; the last page reaches what is held. */
export function writeBlocks(archive: Archive, from: number, to: number) {
  const historyOf = history(to)
  const lists = {
    'address-transactions': [isSending, sending, ({ hash: of }: { hash: string }) => of],
    'address-internal-transactions': [
      (block: number) => !isSending(block),
      receiving,
      ({ transaction_hash: of }: { transaction_hash: string }) => `${of}:3`,
    ],
    'address-token-transfers': [
      () => true,
      transfer,
      (item: { transaction_hash: string; log_index: number }) =>
        `${item.transaction_hash}:${String(item.log_index)}`,
    ],
    'address-coin-balances': [
      () => true,
      historyOf,
      ({ block_number: of }: { block_number: number }) => String(of),
    ],
    'address-withdrawals': [() => false, historyOf, () => ''],
    'address-blocks-validated': [() => false, historyOf, () => ''],
  } as unknown as Record<
    'address-transactions',
    readonly [(block: number) => boolean, (block: number) => object, (item: object) => string]
  >
  for (const [list, [has, make, keyOf]] of Object.entries(lists)) {
    const held = archive.list({
      source: SOURCE,
      list: list as 'address-transactions',
      params: { address_hash: OWN },
      filters: {},
    })
    let cursor: Cursor | null = null
    let items: object[] = []
    // One that is held already, so that nothing is missing between.
    let left = from === 0 ? 0 : 2
    const write = (next: Cursor | null) => {
      held?.write(cursor, { items, keys: items.map(keyOf), unread: [], next })
      archive.flush()
      cursor = next
      items = []
    }
    for (let block = to - 1; block >= 0 && left >= 0; block -= 1) {
      if (block < from) left -= 1
      if (!has(block)) continue
      items.push(make(block))
      if (items.length >= PAGE) write({ block_number: block, of: to })
    }
    write(from === 0 ? null : { block_number: from - 2, of: to })
  }
}
