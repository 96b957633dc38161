import type { ListPage, ListRequest, Position } from '../../../chain-reader.ts'
import { amountToDecimal } from '../../store/amounts.ts'
import { heightOf, indexOf, positionOf } from '../../store/positions.ts'
import type { DelegationRow } from '../../store/table-rows.ts'
import { readInteger, toPage } from '../page.ts'
import type { ReadContext } from '../read-context.ts'
import { addNotice, startNotice } from '../notices.ts'
import { formatTimestamp } from '../timestamps.ts'
import type { ListSources } from './list-sources.ts'

/** How long a page waits for the node to say what came of its authorizations. */
const TIMEOUT_MS = 1_500

/** `/addresses/{hash}/authorizations`: what an account signed (EIP-7702), newest first. What came of it the node says. */
export async function authorizationsOfAddress(sources: ListSources, request: ListRequest): Promise<ListPage> {
  const { rows, ...page } = await sources.readWithFetch((context) => pageOf(context, request))
  let isUnanswered = false
  const items = await Promise.all(
    rows.map(async ({ block, item }) => {
      const transaction = { hash: item.transaction_hash, block }
      const signed = await sources.onDemand.fetchAuthorizations(transaction, TIMEOUT_MS, request.isGone)
      isUnanswered ||= signed === null
      return { ...item, status: signed?.[item.index]?.status ?? null }
    }),
  )
  return { ...page, items, isUnanswered }
}

function pageOf(context: ReadContext, { params, after, limit }: ListRequest) {
  const authority = context.addressOf(params.address_hash)
  const { tx, item } = positionBefore(after)
  const rows =
    authority === null
      ? []
      : context.store.database.all<DelegationRow>(
          `SELECT tx, item, authority, delegate, chain, nonce FROM delegation
           WHERE authority = ? AND (tx, item) < (?, ?) ORDER BY tx DESC, item DESC LIMIT ?`,
          authority,
          tx,
          item,
          limit + 1,
        )
  context.load(rows.map((row) => ({ tx: row.tx, sender: row.authority, receiver: row.delegate })))
  context.loadTransactions(rows.map((row) => row.tx))
  const page = toPage(rows, limit, { item: () => ({}), position })
  return {
    ...addNotice(addNotice(page, sinceNotice(context)), startNotice(context.start)),
    rows: rows.slice(0, limit).map((row) => rowOf(context, row)),
  }
}

function rowOf(context: ReadContext, row: DelegationRow) {
  const number = heightOf(row.tx)
  const { hash, timestamp } = context.block(number)
  return {
    block: { number, hash },
    item: {
      transaction_hash: context.transaction(row.tx).hash,
      block_number: number,
      timestamp: formatTimestamp(timestamp),
      index: row.item,
      authority: context.addresses.item(row.authority),
      delegate: context.addresses.item(row.delegate),
      chain_id: amountToDecimal(row.chain),
      nonce: amountToDecimal(row.nonce),
    },
  }
}

/** An index that an older version began has none of the blocks that were there then, until they are read. */
function sinceNotice({ store }: ReadContext): Pick<ListPage, 'meta'> {
  const since = store.database.meta('authorizations_since')
  if (since === null) return {}
  const message = `Authorizations before block ${Number(since).toLocaleString('en')} are not known yet: an older version wrote those blocks. They are being read.`
  return { meta: { status: 'partial', message } }
}

const position = ({ tx, item }: DelegationRow): Position => ({
  block_number: heightOf(tx),
  transaction_index: indexOf(tx),
  index: item,
})

/** The place that the rows of a page are below. */
function positionBefore(after: Position | null) {
  const [height, index, item] = [after?.block_number, after?.transaction_index, after?.index].map(readInteger)
  return height == null || index == null || item == null
    ? { tx: Number.MAX_SAFE_INTEGER, item: 0 }
    : { tx: positionOf(height, index), item }
}
