/** Splits an entry into rows of a table with columns out, in and fee. */
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
  /** In cents of a dollar at the historical price; undefined if the source gave none. */
  readonly worth: bigint | undefined
}

/**
 * Splits an entry into rows. `feeIn`: with `row` a fee is in the row of the sent or traded amount, with `own` it has a row
 * of its own. A fee always has its own row if nothing was sent, because programs differ on fees in rows of received
 * amounts, and if the row moves the same currency: Koinly counts amounts with the fee included and does not subtract it
 * again.
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

/** Sums the fees by asset; a transaction usually has one. */
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

/** The value of an amount by the historical price of one of its movements; undefined without such a price. */
function worthOf(
  { asset, amount }: Side,
  movements: readonly LedgerMovement[],
  book: Book,
): bigint | undefined {
  const price = movements.find((movement) => movement.asset === asset && movement.price?.of === 'then')?.price
  return price && multiplyByPrice(amount, assetIn(book, asset).decimals, price.usd)
}

/** Maximum number of movements in a description. */
const MAX_DESCRIBED = 4
const describeTrade = (movements: readonly LedgerMovement[], book: Book) =>
  ['Trade', ...movements.slice(0, MAX_DESCRIBED).map((movement) => describeMovement(movement, book))].join(
    '. ',
  )

function sideOf({ asset, amount, nft }: LedgerMovement): Side {
  const signed = BigInt(amount)
  return { asset, amount: signed < 0n ? -signed : signed, nft }
}

/** Amount and currency; both empty without a side. */
export function sideCells(side: Side | undefined, book: Book): readonly [string, string] {
  if (!side) return ['', '']
  const asset = assetIn(book, side.asset)
  return [writeAmount(side.amount, asset), asset.name]
}
