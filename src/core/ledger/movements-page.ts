/** A page of movements, the newest first: only those stretches are read that it lies in. */
import type { LedgerMovement } from '#shared/rpc/contract/ledger.ts'
import type { PlacedMovement, SumsByAsset } from './movement-reader.ts'
import type { MovementWalk, Wanted, WalkOptions } from './walk-movements.ts'

export interface MovementsFound {
  /** Of all that match. */
  readonly total: number
  readonly movements: readonly PlacedMovement[]
}

export async function pageOfMovements(
  walk: MovementWalk,
  { offset, limit, ...wanted }: Wanted & { readonly offset: number; readonly limit: number },
  options: WalkOptions,
): Promise<MovementsFound> {
  const counted = []
  let total = 0
  for await (const { stretch, within } of walk.sums(wanted, options)) {
    const count = within ? countOf(within, wanted.asset ?? null) : 0
    if (count > 0) counted.push({ stretch, count })
    total += count
  }
  const movements: PlacedMovement[] = []
  let passed = 0
  for (const { stretch, count } of counted.reverse()) {
    const first = Math.max(0, offset - passed)
    passed += count
    if (first >= count) continue
    const found = await walk.read(stretch, wanted, options)
    movements.push(...found.toReversed().slice(first, first + limit - movements.length))
    if (movements.length >= limit) break
  }
  return { total, movements }
}

/** An address begins with an asset once. */
export function countOf(sums: SumsByAsset, asset: string | null): number {
  let count = 0
  for (const [id, { movements, opening }] of sums)
    if (asset === null || id === asset) count += movements + (opening === 0n ? 0 : 1)
  return count
}

export const writeMovement = ({ at: _, index: __, amount, ...movement }: PlacedMovement): LedgerMovement => ({
  ...movement,
  amount: String(amount),
})
