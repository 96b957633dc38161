/** Movements of an address as a ledger has them, so that they are gone through, and judged, in the same way. */
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import { COIN_ASSET } from '../ledger/movement.ts'
import { addUp, type MovementReader, type Stretch } from '../ledger/movement-reader.ts'
import { findSpam, type Spam } from '../ledger/spam/find-spam.ts'
import { createWalk, walkMovements, type WalkOptions, type Wanted } from '../ledger/walk-movements.ts'
import type { AddressMovements } from './read-movements.ts'

/** As many as stretches of a ledger have. */
const STRETCH = 1_000

export interface FlowLedger extends AddressMovements {
  readonly spam: Spam
  readonly walk: (wanted: Wanted, options: WalkOptions) => AsyncGenerator<AddressMovements['movements'], void>
  readonly assetOf: (id: string) => LedgerAsset
}

export async function inMemory(
  found: AddressMovements,
  address: string,
  wellKnown: ReadonlySet<string>,
): Promise<FlowLedger> {
  const { movements, assets } = found
  const reader: MovementReader = {
    stretches: stretchesOf(movements),
    read: ({ first, count }) => movements.slice(first, first + count),
  }
  const over = createWalk(reader)
  const assetOf = (id: string) => assets.get(id) ?? { ...COIN_ASSET, id }
  const walk = (wanted: Wanted, options: WalkOptions = {}) => walkMovements(over, wanted, options)
  const spam = await findSpam({ ledger: { reader, walk, assetOf }, address, wellKnown })
  return { ...found, spam, walk, assetOf }
}

function stretchesOf(movements: AddressMovements['movements']): Stretch[] {
  const stretches: Stretch[] = []
  for (let first = 0; first < movements.length; first += STRETCH) {
    const some = movements.slice(first, first + STRETCH)
    const [oldest, newest] = [some[0], some.at(-1)]
    if (!oldest || !newest) continue
    stretches.push({
      first,
      count: some.length,
      from: oldest.at,
      to: newest.at,
      bottom: oldest.block,
      top: newest.block,
      sums: addUp(some),
    })
  }
  return stretches
}
