/** Presents movements in memory in the form of a ledger, so that the same code reads and judges them. */
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import { COIN_ASSET } from '../ledger/movement.ts'
import type { MovementOptions } from '../ledger/kept/movement-reader.ts'
import { createTurns } from '#platform/take-turns.ts'
import { findSpam, type JudgedLedger, type Spam } from '../ledger/spam/find-spam.ts'
import type { AddressMovements } from './read-movements.ts'

type Batches = JudgedLedger['reader']['batches']
export interface FlowLedger extends AddressMovements {
  readonly spam: Spam
  readonly batches: Batches
  readonly assetOf: (id: string) => LedgerAsset
}

/** The number of movements per step. */
const SOME = 1_000

export async function inMemory(
  found: AddressMovements,
  address: string,
  wellKnown: ReadonlySet<string>,
): Promise<FlowLedger> {
  const { movements, assets } = found
  const assetOf = (id: string) => assets.get(id) ?? { ...COIN_ASSET, id }
  const takeTurn = createTurns()
  async function* batches(
    { from, to, asset = null, last }: Parameters<Batches>[0],
    { filter, signal }: MovementOptions = {},
  ) {
    for (let at = Math.max(0, movements.length - (last ?? Infinity)); at < movements.length; at += SOME) {
      yield movements
        .slice(at, at + SOME)
        .filter(
          (one) =>
            one.at >= (from ?? -Infinity) &&
            one.at < (to ?? Infinity) &&
            (asset === null || one.asset === asset) &&
            (!filter || filter.passes(one)),
        )
      await takeTurn(signal)
    }
  }
  const reader = {
    assets: () => [...new Set(movements.map(({ asset }) => asset))],
    parties: () => movements.flatMap(({ counterparty: party }) => (party ? [{ party }] : [])),
    batches,
  }
  const spam = await findSpam({ ledger: { reader, assetOf }, address, wellKnown })
  return { ...found, spam, batches, assetOf }
}
