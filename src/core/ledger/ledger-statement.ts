/** The statement of a period: opening balance, in, out and closing balance of each asset. */
import {
  MAX_LEDGER_ASSETS,
  type LedgerAsset,
  type LedgerStatement,
  type StatementLine,
} from '#shared/rpc/contract/ledger.ts'
import { COIN } from './movement.ts'
import type { MovementReader, MovementOptions } from './kept/movement-reader.ts'
import { countOf, noSums, type Period, type Sums } from './movements.ts'

export async function statementOf(
  reader: MovementReader,
  { from, to }: Period,
  assetOf: (id: string) => LedgerAsset,
  options: MovementOptions,
): Promise<Omit<LedgerStatement, 'revision' | 'leftOut'>> {
  const of = { filter: await reader.pick(options) }
  const within = reader.sums({ from, to }, of)
  const before = from === null ? new Map<string, Sums>() : reader.sums({ from: null, to: from }, of)
  const lines = [...new Set([...before.keys(), ...within.keys()])]
    .map((id) => lineOf(assetOf(id), before.get(id) ?? noSums(), within.get(id) ?? noSums()))
    .filter(({ opening, movements }) => opening !== '0' || movements > 0)
    .sort(byCoinThenMovements)
  return {
    movements: [...within.values()].reduce((sum, one) => sum + countOf(one), 0),
    lines: lines.slice(0, MAX_LEDGER_ASSETS),
    lineCount: lines.length,
  }
}

/** The genesis balance counts as opening balance in any period. */
function lineOf(asset: LedgerAsset, before: Sums, { opening: genesis, ...within }: Sums): StatementLine {
  const opening = before.opening + before.in - before.out + genesis
  return {
    asset,
    movements: within.movements,
    opening: String(opening),
    in: String(within.in),
    out: String(within.out),
    fees: String(within.fees),
    closing: String(opening + within.in - within.out),
  }
}

const byCoinThenMovements = (one: StatementLine, other: StatementLine) =>
  Number(other.asset.id === COIN) - Number(one.asset.id === COIN) ||
  other.movements - one.movements ||
  (one.asset.id < other.asset.id ? -1 : 1)
