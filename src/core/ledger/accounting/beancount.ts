/**
 * Writes a beancount journal. Beancount computes with 28 digits, and rounds a number to them when it applies a minus sign.
 * A longer amount is therefore written as several postings that are exact each, and a longer balance is asserted with a
 * tolerance for the rounding.
 */
import type { LedgerMovement } from '#shared/rpc/contract/ledger.ts'
import { DAY_MS, utcDay } from '#shared/utc-days.ts'
import { assetIn, writeAmount, writeTime, type Book, type BookAsset } from './book.ts'
import { describeAsset, describeBook } from './make-book.ts'
import { describeEntry, describeMovement } from './describe-movement.ts'
import type { Entry } from './group-entries.ts'
import { accountsOf, assetAccountOf, OPENING_ACCOUNT, otherAccount } from './journal-accounts.ts'

const MAX_DIGITS = 28
const PART = 10n ** BigInt(MAX_DIGITS)

/** The largest sum of an asset, and its number of additions. */
interface Reach {
  sum: bigint
  largest: bigint
  additions: number
}

export async function* writeBeancount(entries: AsyncIterable<Entry>, book: Book): AsyncGenerator<string> {
  const assetAccount = assetAccountOf(book)
  const reaches = new Map<string, Reach>()
  yield headOf(book)
  yield openingOf(book, assetAccount, reaches)
  let last = book.start
  for await (const entry of entries) {
    last = entry.time
    yield transactionOf(entry, book, assetAccount, reaches)
  }
  yield closingOf(book, assetAccount, reaches, last)
}

function headOf(book: Book): string {
  const opened = utcDay(Math.max(0, book.start - DAY_MS))
  return [
    ...describeBook(book).map((line) => `; ${line}`),
    '',
    ...accountsOf(book).map((account) => `${opened} open ${account}`),
    '',
    ...book.lines.flatMap(({ asset }) => [
      `${opened} commodity ${asset.name}`,
      `  name: "${describeAsset(asset, book.chain.id)}"`,
    ]),
    '',
    '',
  ].join('\n')
}

function openingOf({ lines, period, start }: Book, held: string, reaches: Map<string, Reach>): string {
  const opened = lines.filter(({ opening }) => opening !== 0n)
  if (period.from === null || opened.length === 0) return ''
  return [
    `${utcDay(Math.max(0, start - DAY_MS))} * "Opening balances"`,
    ...opened.flatMap(({ asset, opening }) => pairs(held, OPENING_ACCOUNT, opening, asset, reaches)),
    '',
    '',
  ].join('\n')
}

function transactionOf(entry: Entry, book: Book, held: string, reaches: Map<string, Reach>): string {
  const { time, block, transaction, fees, movements } = entry
  const isOne = movements.length + fees.length === 1
  const postings = (movement: LedgerMovement) => {
    const asset = assetIn(book, movement.asset)
    const other = otherAccount(movement.rule, entry)
    const [first = '', ...more] = pairs(held, other, BigInt(movement.amount), asset, reaches)
    return isOne ? [first, ...more] : [first, `    what: "${describeMovement(movement, book)}"`, ...more]
  }
  return [
    `${utcDay(time)} * "${describeEntry(entry, book)}"`,
    `  time: "${writeTime(time)}"`,
    `  block: "${String(block)}"`,
    ...(transaction === null ? [] : [`  transaction: "${transaction.replace(/[^0-9A-Za-z]/g, '?')}"`]),
    ...[...movements, ...fees].flatMap(postings),
    '',
    '',
  ].join('\n')
}

/**
 * Balance assertions for the end of the period. Beancount checks a balance at the beginning of a day, so they have the day
 * after the last.
 */
function closingOf(
  { lines, period: { to } }: Book,
  held: string,
  reaches: ReadonlyMap<string, Reach>,
  last: number,
): string {
  const date = utcDay((to === null ? last : Math.max(last, to - 1)) + DAY_MS)
  return lines
    .map(({ asset, closing }) => {
      const tolerance = toleranceOf(reaches.get(asset.id))
      const amount = `${writeAmount(closing, asset)} ~ ${writeAmount(tolerance, asset)} ${asset.name}`
      return `${date} balance ${held}  ${amount}\n`
    })
    .join('')
}

/** The tolerance of a balance: each addition of a number this large loses up to half of its last digit. */
function toleranceOf(reach: Reach | undefined): bigint {
  if (!reach || reach.largest < PART) return 0n
  const lost = String(reach.largest).length - MAX_DIGITS
  return BigInt(reach.additions) * 10n ** BigInt(lost)
}

/** Writes each part of an amount next to its counter-posting, so that the two cancel without rounding. */
function pairs(
  held: string,
  other: string,
  amount: bigint,
  asset: BookAsset,
  reaches: Map<string, Reach>,
): readonly string[] {
  return partsOf(amount).flatMap((part) => {
    noteReach(reaches, asset.id, part)
    return [posting(held, part, asset), posting(other, -part, asset)]
  })
}

/** Splits an amount into parts of at most 28 significant digits. */
function partsOf(amount: bigint): readonly bigint[] {
  const parts: bigint[] = []
  for (let rest = amount, unit = 1n; rest !== 0n; rest /= PART, unit *= PART)
    if (rest % PART !== 0n) parts.push((rest % PART) * unit)
  return parts.reverse()
}

function noteReach(reaches: Map<string, Reach>, asset: string, part: bigint): void {
  let reach = reaches.get(asset)
  if (!reach) reaches.set(asset, (reach = { sum: 0n, largest: 0n, additions: 0 }))
  reach.sum += part
  const size = reach.sum < 0n ? -reach.sum : reach.sum
  if (size > reach.largest) reach.largest = size
  reach.additions += 1
}

const posting = (account: string, amount: bigint, asset: BookAsset) =>
  `  ${account}  ${writeAmount(amount, asset)} ${asset.name}`
