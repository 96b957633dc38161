/**
 * Writes the two files of rotki's generic import: one with trades, one with all other events. Currencies are rotki's
 * identifiers, CAIP-19 for tokens, so that no symbol stands for another token. Times are in ms since 1970. `blockchain` is
 * the closest location in rotki's list.
 */
import { parseAddress } from '#shared/targets/parse-address.ts'
import { csvLine } from '#shared/text/csv-cell.ts'
import { assetIn, writeAmount, type Book } from './book.ts'
import { entryRows, type EntryRow } from './entry-rows.ts'
import type { Entry, Side } from './group-entries.ts'

const EVENT_HEADS = [
  'Type',
  'Location',
  'Currency',
  'Amount',
  'Fee',
  'Fee Currency',
  'Description',
  'Timestamp',
] as const
const TRADE_HEADS = [
  'Location',
  'Spend Currency',
  'Receive Currency',
  'Receive Amount',
  'Spend Amount',
  'Fee',
  'Fee Currency',
  'Description',
  'Timestamp',
] as const
const LOCATION = 'blockchain'
const EVENT_TYPES = { in: 'Deposit', out: 'Withdrawal', fee: 'Spend' } as const

export async function* writeRotkiEvents(entries: AsyncIterable<Entry>, book: Book): AsyncGenerator<string> {
  yield csvLine(EVENT_HEADS)
  for await (const [entry, row] of rowsOf(entries, book)) {
    const side = row.out ?? row.in
    if (row.kind === 'trade' || !side) continue
    yield csvLine([
      EVENT_TYPES[row.kind],
      LOCATION,
      currency(book, side),
      amount(book, side),
      ...feeCells(book, row.fee),
      describe(entry, row),
      String(entry.time),
    ])
  }
}

export async function* writeRotkiTrades(entries: AsyncIterable<Entry>, book: Book): AsyncGenerator<string> {
  yield csvLine(TRADE_HEADS)
  for await (const [entry, row] of rowsOf(entries, book)) {
    if (row.kind !== 'trade' || !row.out || !row.in) continue
    yield csvLine([
      LOCATION,
      currency(book, row.out),
      currency(book, row.in),
      amount(book, row.in),
      amount(book, row.out),
      ...feeCells(book, row.fee),
      describe(entry, row),
      String(entry.time),
    ])
  }
}

async function* rowsOf(
  entries: AsyncIterable<Entry>,
  book: Book,
): AsyncGenerator<readonly [Entry, EntryRow]> {
  for await (const entry of entries) for (const row of entryRows(entry, book, 'row')) yield [entry, row]
}

const describe = ({ transaction }: Entry, { description }: EntryRow) =>
  transaction === null ? description : `${description}. Transaction ${transaction}`

const amount = (book: Book, side: Side) => writeAmount(side.amount, assetIn(book, side.asset))

const feeCells = (book: Book, fee: Side | undefined) =>
  fee ? [amount(book, fee), currency(book, fee)] : ['', '']

/** Coins that rotki identifies by a contract, by chain id. */
const COIN_CONTRACTS: Readonly<Record<string, string>> = {
  '137': 'eip155:137/erc20:0x0000000000000000000000000000000000001010',
}

function currency(book: Book, { asset: id, nft }: Side): string {
  const { token, tokenId, name } = assetIn(book, id)
  const chain = book.chain.id
  if (chain === undefined) return name
  if (!token) return COIN_CONTRACTS[chain] ?? name
  const address = parseAddress(token.address_hash)?.address ?? token.address_hash
  const kind = token.type === 'ERC-721' ? 'erc721' : tokenId === null ? 'erc20' : 'erc1155'
  const item = tokenId ?? (kind === 'erc721' ? nft : null)
  return `eip155:${chain}/${kind}:${address}${item === null ? '' : `/${item}`}`
}
