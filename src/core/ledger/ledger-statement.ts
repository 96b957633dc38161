/** What each asset of a ledger began a period with, what came and went, and what it ended with. */
import {
  MAX_LEDGER_ASSETS,
  type LedgerAsset,
  type LedgerStatement,
  type StatementLine,
} from '#shared/rpc/contract/ledger.ts'
import { COIN } from './movement.ts'
import { noSums, type Sums, type SumsByAsset } from './movement-reader.ts'
import { countOf } from './movements-page.ts'
import type { MovementWalk, Period, WalkOptions } from './walk-movements.ts'

export async function statementOf(
  walk: MovementWalk,
  period: Period,
  assetOf: (id: string) => LedgerAsset,
  options: WalkOptions,
): Promise<Omit<LedgerStatement, 'revision' | 'leftOut'>> {
  const sums = new Map<string, Sums>()
  let movements = 0
  for await (const { before, within } of walk.sums(period, options)) {
    if (before) add(sums, before, false)
    if (within) {
      add(sums, within, true)
      movements += countOf(within, null)
    }
  }
  const lines = [...sums]
    .filter(([, { opening, movements: count }]) => opening !== 0n || count > 0)
    .map(([id, sum]) => lineOf(assetOf(id), sum))
    .sort(byCoinThenMovements)
  return { movements, lines: lines.slice(0, MAX_LEDGER_ASSETS), lineCount: lines.length }
}

/** What an address began with was there before any period. */
function add(all: Map<string, Sums>, added: SumsByAsset, isWithin: boolean): void {
  for (const [asset, sum] of added) {
    let whole = all.get(asset)
    if (!whole) all.set(asset, (whole = noSums()))
    whole.opening += sum.opening
    if (isWithin) {
      whole.in += sum.in
      whole.out += sum.out
      whole.fees += sum.fees
      whole.movements += sum.movements
    } else whole.opening += sum.in - sum.out
  }
}

const lineOf = (asset: LedgerAsset, { opening, movements, fees, ...sum }: Sums): StatementLine => ({
  asset,
  movements,
  opening: String(opening),
  in: String(sum.in),
  out: String(sum.out),
  fees: String(fees),
  closing: String(opening + sum.in - sum.out),
})

const byCoinThenMovements = (one: StatementLine, other: StatementLine) =>
  Number(other.asset.id === COIN) - Number(one.asset.id === COIN) || other.movements - one.movements
