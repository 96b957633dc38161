/**
 * Writes a journal for hledger and ledger. Each movement is a pair of postings. A journal of a period begins with the
 * opening balances and ends with the closing balances as assertions. Commodities with characters other than letters are
 * quoted. Journals have dates without times, so times are in comments.
 */
import type { LedgerMovement } from '#shared/rpc/contract/ledger.ts'
import { DAY_MS, utcDay } from '#shared/utc-days.ts'
import { assetIn, writeAmount, writeTime, type Book, type BookAsset } from './book.ts'
import { describeAsset, describeBook } from './make-book.ts'
import { describeEntry, describeMovement, journalText } from './describe-movement.ts'
import type { Entry } from './group-entries.ts'
import { accountsOf, assetAccountOf, OPENING_ACCOUNT, otherAccount } from './journal-accounts.ts'

export async function* writeHledger(entries: AsyncIterable<Entry>, book: Book): AsyncGenerator<string> {
  const assetAccount = assetAccountOf(book)
  yield headOf(book)
  yield openingOf(book, assetAccount)
  let last = book.start
  for await (const entry of entries) {
    last = entry.time
    yield transactionOf(entry, book, assetAccount)
  }
  yield closingOf(book, assetAccount, last)
}

function headOf(book: Book): string {
  return [
    ...describeBook(book).map((line) => `; ${line}`),
    '',
    // Ledger in strict mode requires declared tag names.
    'tag time',
    ...accountsOf(book).map((account) => `account ${account}`),
    '',
    ...book.lines.flatMap(({ asset }) => [
      `; ${describeAsset(asset, book.chain.id)}`,
      `commodity ${quote(asset.name)}`,
    ]),
    '',
    '',
  ].join('\n')
}

function openingOf({ lines, period, start }: Book, held: string): string {
  const opened = lines.filter(({ opening }) => opening !== 0n)
  if (period.from === null || opened.length === 0) return ''
  return [
    `${utcDay(start - DAY_MS)} * Opening balances`,
    ...opened.flatMap(({ asset, opening }) => [
      posting(held, opening, asset, ` = ${commodity(opening, asset)}`),
      posting(OPENING_ACCOUNT, -opening, asset),
    ]),
    '',
    '',
  ].join('\n')
}

function transactionOf(entry: Entry, book: Book, held: string): string {
  const { time, block, transaction, fees, movements } = entry
  const code = transaction === null ? '' : `(${journalText(transaction).replace(/[()]/g, '?')}) `
  const isOne = movements.length + fees.length === 1
  const pair = (movement: LedgerMovement) => {
    const asset = assetIn(book, movement.asset)
    const amount = BigInt(movement.amount)
    const comment = isOne ? '' : `  ; ${describeMovement(movement, book)}`
    return [
      posting(held, amount, asset, comment),
      posting(otherAccount(movement.rule, entry), -amount, asset),
    ]
  }
  return [
    `${utcDay(time)} * ${code}${describeEntry(entry, book)}`,
    `    ; time: ${writeTime(time)}, block: ${String(block)}`,
    ...[...movements, ...fees].flatMap(pair),
    '',
    '',
  ].join('\n')
}

function closingOf({ lines, period: { to } }: Book, held: string, last: number): string {
  if (lines.length === 0) return ''
  const date = utcDay(to === null ? last : Math.max(last, to - 1))
  return [
    `${date} * Closing balances`,
    ...lines.map(({ asset, closing }) => posting(held, 0n, asset, ` = ${commodity(closing, asset)}`)),
    '',
  ].join('\n')
}

const posting = (account: string, amount: bigint, asset: BookAsset, rest = '') =>
  `    ${account}  ${commodity(amount, asset)}${rest}`

const commodity = (amount: bigint, asset: BookAsset) => `${writeAmount(amount, asset)} ${quote(asset.name)}`

const quote = (name: string) => (/^[A-Z]+$/.test(name) ? name : `"${name}"`)
