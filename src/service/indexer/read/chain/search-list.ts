import { PARAM_FORMATS } from '#shared/path-params.ts'
import type { ListPage, ListRequest, WireItem } from '../../../chain-reader.ts'
import { foundAddress, foundToken } from '../../../found-items.ts'
import { toHex } from '../../model/hex.ts'
import { heightOf } from '../../store/positions.ts'
import type { FoundName } from '../../store/name-table.ts'
import { findBlock } from '../lists/block-list.ts'
import { readInteger } from '../page.ts'
import type { ReadContext } from '../read-context.ts'
import { formatTimestamp } from '../timestamps.ts'
import { transactionByHash } from '../lists/transaction-lists.ts'

/** `/search`: what the text names exactly, then tokens and contracts by their names. */
export function search(context: ReadContext, { filters, after, limit }: ListRequest): ListPage {
  const text = typeof filters.q === 'string' ? filters.q.trim() : ''
  if (text === '') return { items: [], next: null }
  const start = after ? (readInteger(after.results_count) ?? readInteger(after.items_count) ?? 0) : 0
  const exact = exactly(context, text.toLowerCase())
  const names = context.store.names.find(text, {
    skip: Math.max(0, start - exact.length),
    limit: limit + 1,
  })
  const found = [...exact.slice(start), ...names.map((name) => () => nameFound(context, name))]
  return {
    items: found.slice(0, limit).map((item) => (typeof item === 'function' ? item() : item)),
    next: found.length > limit ? { results_count: start + limit } : null,
  }
}

function exactly(context: ReadContext, text: string): WireItem[] {
  const { address, block, transaction } = PARAM_FORMATS
  if (address.pattern.test(text)) {
    const id = context.addressOf(text)
    if (id === null) return []
    return [...(context.tokens.row(id) ? [tokenFound(context, id)] : []), addressFound(context, id)]
  }
  const found = block.pattern.test(text) ? findBlock(context, { block_hash_or_number: text }) : null
  if (found) {
    const { number, hash, timestamp } = found
    return [
      {
        type: 'block',
        block_type: 'block',
        block_number: number,
        block_hash: toHex(hash),
        timestamp: formatTimestamp(timestamp),
      },
    ]
  }
  const row = transaction.pattern.test(text) ? transactionByHash(context, text) : null
  return row
    ? [
        {
          type: 'transaction',
          transaction_hash: row.hash,
          timestamp: formatTimestamp(context.block(heightOf(row.position)).timestamp),
        },
      ]
    : []
}

function nameFound(context: ReadContext, { address, kind, name }: FoundName): WireItem {
  return kind === 'token'
    ? tokenFound(context, address)
    : { ...addressFound(context, address), type: 'contract', name, is_smart_contract_verified: true }
}

const addressFound = (context: ReadContext, id: number) => foundAddress(context.addresses.item(id))

const tokenFound = (context: ReadContext, id: number) =>
  foundToken(context.tokens.item(id), context.addresses.item(id))
