/** Adds entries (movements entered by hand) to the movements, sums and proof of a ledger. */
import type { LedgerEntry } from '#shared/rpc/contract/ledger-entries.ts'
import type { AssetProof, LedgerGap, LedgerMovement, LedgerProof } from '#shared/rpc/contract/ledger.ts'
import { ledgerOver, type Ledger } from '../ledger.ts'
import { STEP, type EnteredMovement, type MovementReader } from '../kept/movement-reader.ts'
import { writeMovement, type PositionedMovement } from '../movements.ts'

/** `before`: number of the lists' movements before the entry. */
interface Inserted extends EnteredMovement {
  readonly before: number
  readonly movement: PositionedMovement
}

/** Returns the ledger with entries. `revision` differs for different entries. */
export function withEntries(ledger: Ledger, entries: readonly LedgerEntry[], revision: number): Ledger {
  if (entries.length === 0 && revision === 0) return ledger
  const inserted = insertInto(ledger.reader, entries)
  const assets = new Map(entries.map(({ asset }) => [asset.id, asset]))
  const known = new Set(ledger.proof.assets.map(({ asset }) => asset.id))
  const assetOf = (id: string) => (known.has(id) ? undefined : assets.get(id)) ?? ledger.assetOf(id)
  const reader = inserted.length === 0 ? ledger.reader : ledger.reader.with(inserted)
  return ledgerOver(reader, {
    proof: proofWith(ledger.proof, inserted, { assetOf, revision }),
    assetOf,
    size: ledger.size + entries.length,
  })
}

function insertInto(reader: MovementReader, entries: readonly LedgerEntry[]): readonly Inserted[] {
  return entries
    .map((entry) => ({ entry, ...placeIn(reader, entry) }))
    .sort((one, other) => one.before - other.before || one.at - other.at || one.entry.id - other.entry.id)
    .map(({ entry, before, number, at, block }, nth) => ({
      before,
      number: number - (entries.length - nth) * STEP,
      movement: {
        place: before + nth,
        at,
        asset: entry.asset.id,
        nft: null,
        amount: BigInt(entry.amount),
        block,
        index: 0,
        time: entry.time,
        rule: 'manual',
        counterparty: null,
        list: null,
        row: String(entry.id),
        transaction: null,
        note: entry.note,
      },
    }))
}

/**
 * The position of an entry: after all movements of its block, or of its time. Its time is limited to those of its
 * neighbours.
 */
function placeIn(reader: MovementReader, { block, time }: LedgerEntry) {
  const found = block === null ? reader.behind('at', time ?? 0) : reader.behind('block', block)
  const { previous, next, number, before } = found
  const wanted = time ?? previous?.at ?? -Infinity
  const at = Math.max(wanted === -Infinity ? (next?.at ?? 0) : wanted, previous?.at ?? -Infinity)
  return {
    before,
    number,
    at: Math.min(at, next?.at ?? Infinity),
    block: block ?? previous?.block ?? 0,
  }
}

/** Greater than any revision of a ledger. */
const REVISIONS = 1_000_000

function proofWith(
  proof: LedgerProof,
  inserted: readonly Inserted[],
  { assetOf, revision }: Pick<Ledger, 'assetOf'> & { readonly revision: number },
): LedgerProof {
  const byAsset = Map.groupBy(inserted, ({ movement }) => movement.asset)
  const known = new Set(proof.assets.map(({ asset }) => asset.id))
  const added = [...byAsset.keys()]
    .filter((id) => !known.has(id))
    .map((id): AssetProof => ({ ...UNREPORTED, asset: assetOf(id) }))
  const move = (movement: LedgerMovement | null) =>
    movement && {
      ...movement,
      place: movement.place + inserted.filter(({ before }) => before <= movement.place).length,
    }
  const assets = [...proof.assets, ...added]
    .map((asset) => assetWith(asset, byAsset.get(asset.asset.id) ?? []))
    .map((asset) => ({
      ...asset,
      gaps: asset.gaps.map((gap) =>
        gap.reason === 'entered_by_hand' ? gap : { ...gap, after: move(gap.after), before: move(gap.before) },
      ),
    }))
    .sort((one, other) => Number(other.state === 'differs') - Number(one.state === 'differs'))
  return {
    ...proof,
    revision: proof.revision + REVISIONS * revision,
    state: assets.some(({ state }) => state === 'differs') ? 'differs' : 'adds_up',
    movements: proof.movements + inserted.length,
    byHand: inserted.length,
    assets,
    assetCount: proof.assetCount + added.length,
  }
}

const UNREPORTED = {
  state: 'unknown',
  movements: 0,
  sum: '0',
  reported: null,
  difference: null,
  gaps: [],
} as const

/** Subtracts each entry from the gap it is in; an entry outside of any gap makes a new one. */
function assetWith(asset: AssetProof, own: readonly Inserted[]): AssetProof {
  if (own.length === 0) return asset
  const sum = own.reduce((total, { movement }) => total + movement.amount, BigInt(asset.sum))
  const gaps: LedgerGap[] = [...asset.gaps]
  for (const { movement } of own) {
    const at = gaps.findIndex((gap) => isWithin(gap, movement.block))
    const gap = gaps[at]
    if (gap) gaps[at] = { ...gap, amount: String(BigInt(gap.amount) - movement.amount) }
    else
      gaps.push({
        amount: String(-movement.amount),
        after: writeMovement(movement),
        before: null,
        block: null,
        transaction: null,
        reason: 'entered_by_hand',
      })
  }
  const left = gaps.filter(({ amount }) => amount !== '0')
  const { reported } = asset
  const isKnown = reported !== null && asset.state !== 'unknown'
  return {
    ...asset,
    movements: asset.movements + own.length,
    sum: String(sum),
    difference: reported === null ? null : String(BigInt(reported) - sum),
    gaps: isKnown ? left : asset.gaps,
    state: !isKnown ? 'unknown' : BigInt(reported) === sum && left.length === 0 ? 'adds_up' : 'differs',
  }
}

/** Whether an entry at block `at` is in the gap. Within one block an entry has no position, so the block alone counts. */
function isWithin({ amount, block, after, before }: LedgerGap, at: number): boolean {
  if (amount === '0') return false
  if (block !== null && after?.block !== block && before?.block !== block) return at === block
  return at >= (after?.block ?? 0) && at <= (before?.block ?? Infinity)
}
