/** An entry as rows of a table that has a side out, a side in and a fee. */
import type { LedgerMovement } from '#shared/rpc/contract/ledger.ts'
import { multiplyByPrice } from '#shared/units.ts'
import { assetIn, writeAmount, type Book } from './book.ts'
import { describeMovement } from './describe-movement.ts'
import type { Entry, Side } from './group-entries.ts'

export interface EntryRow {
  readonly kind: 'in' | 'out' | 'trade' | 'fee'
  readonly out: Side | undefined
  readonly in: Side | undefined
  readonly fee: Side | undefined
  readonly description: string
  /** In cents of a dollar, by the price of then; undefined where the source gave none. */
  readonly worth: bigint | undefined
}

/**
 * `feeIn`: `row`, the fee stands in the row of what was sent or traded; `own`, it has a row of its own. It has one in either
 * way where nothing was sent, because nobody is sure what a fee in a row of what came in does, and where it is of a currency
 * that the row moves: a program that means amounts with the fee in them (Koinly) takes no second one off.
 */
export function entryRows(entry: Entry, book: Book, feeIn: 'row' | 'own'): readonly EntryRow[] {
  const { trade, movements, fees } = entry
  const none = { out: undefined, in: undefined, fee: undefined }
  const rows: EntryRow[] = trade
    ? [
        {
          ...none,
          kind: 'trade',
          ...trade,
          description: describeTrade(movements, book),
          worth: worthOf(trade.out, movements, book) ?? worthOf(trade.in, movements, book),
        },
      ]
    : movements.map((movement) => {
        const side = sideOf(movement)
        const description = describeMovement(movement, book)
        const worth = worthOf(side, [movement], book)
        return movement.amount.startsWith('-')
          ? { ...none, kind: 'out', out: side, description, worth }
          : { ...none, kind: 'in', in: side, description, worth }
      })
  return feesByAsset(fees).reduce((all, fee) => addFee(all, fee, fees, book, feeIn), rows)
}

/** A transaction has one, as a rule. */
const feesByAsset = (fees: readonly LedgerMovement[]): readonly Side[] =>
  [...Map.groupBy(fees, ({ asset }) => asset)].map(([asset, own]) => ({
    asset,
    amount: own.reduce((sum, { amount }) => sum - BigInt(amount), 0n),
    nft: null,
  }))

function addFee(
  rows: EntryRow[],
  fee: Side,
  fees: readonly LedgerMovement[],
  book: Book,
  feeIn: 'row' | 'own',
): EntryRow[] {
  const takesIt = (row: EntryRow) =>
    row.out !== undefined &&
    row.kind !== 'fee' &&
    row.fee === undefined &&
    row.out.asset !== fee.asset &&
    row.in?.asset !== fee.asset
  const place = feeIn === 'row' ? rows.findIndex(takesIt) : -1
  const payer = rows[place]
  if (payer) return rows.with(place, { ...payer, fee })
  return [
    ...rows,
    {
      kind: 'fee',
      out: fee,
      in: undefined,
      fee: undefined,
      description: 'Transaction fee',
      worth: worthOf(fee, fees, book),
    },
  ]
}

/** By the price that one of its movements had then. */
function worthOf(
  { asset, amount }: Side,
  movements: readonly LedgerMovement[],
  book: Book,
): bigint | undefined {
  const price = movements.find((movement) => movement.asset === asset && movement.price?.of === 'then')?.price
  return price && multiplyByPrice(amount, assetIn(book, asset).decimals, price.usd)
}

/** At most this many of its movements. */
const MAX_DESCRIBED = 4
const describeTrade = (movements: readonly LedgerMovement[], book: Book) =>
  ['Trade', ...movements.slice(0, MAX_DESCRIBED).map((movement) => describeMovement(movement, book))].join(
    '. ',
  )

function sideOf({ asset, amount, nft }: LedgerMovement): Side {
  const signed = BigInt(amount)
  return { asset, amount: signed < 0n ? -signed : signed, nft }
}

/** Its amount and its currency, both empty where there is none. */
export function sideCells(side: Side | undefined, book: Book): readonly [string, string] {
  if (!side) return ['', '']
  const asset = assetIn(book, side.asset)
  return [writeAmount(side.amount, asset), asset.name]
}
