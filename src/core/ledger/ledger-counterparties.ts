/** The counterparties of an asset, with the amounts that came from and went to each. */
import type { AddressRef } from '#shared/chain/address.ts'
import { MAX_COUNTERPARTIES, type LedgerCounterparties } from '#shared/rpc/contract/ledger.ts'
import type { Ledger } from './ledger.ts'
import type { MovementOptions } from './kept/movement-reader.ts'
import type { Period } from './movements.ts'

interface Counterparty {
  readonly party: AddressRef | null
  readonly in: bigint
  readonly out: bigint
  readonly movements: number
}
const NOTHING = { in: 0n, out: 0n, movements: 0 }

/** Key of movements without a counterparty (fees, rewards, withdrawals), which are summed together. */
const NOBODY = ''

export async function counterpartiesOf(
  { proof: { revision }, reader }: Pick<Ledger, 'proof' | 'reader'>,
  wanted: Period & { readonly asset: string },
  options: MovementOptions,
): Promise<LedgerCounterparties> {
  const found = new Map<string, Counterparty>()
  for (const { party, ...sums } of reader.counterparties(wanted, await reader.pick(options))) {
    const key = party?.hash.toLowerCase() ?? NOBODY
    // The newest row has the most recent name.
    found.set(key, { ...addTo(found.get(key) ?? NOTHING, sums), party })
  }
  const largest = [...found.values()].sort(byVolume)
  const others = largest.slice(MAX_COUNTERPARTIES).reduce<Omit<Counterparty, 'party'>>(addTo, NOTHING)
  return {
    revision,
    total: largest.length,
    counterparties: largest
      .slice(0, MAX_COUNTERPARTIES)
      .map(({ party, ...one }) => ({ party, ...write(one) })),
    others: write(others),
  }
}

const volume = (one: Counterparty) => one.in + one.out
function byVolume(one: Counterparty, other: Counterparty): number {
  const difference = volume(other) - volume(one)
  return difference === 0n ? other.movements - one.movements : difference > 0n ? 1 : -1
}

const addTo = (sum: Omit<Counterparty, 'party'>, one: Omit<Counterparty, 'party'>) => ({
  in: sum.in + one.in,
  out: sum.out + one.out,
  movements: sum.movements + one.movements,
})

const write = ({ in: came, out, movements }: Omit<Counterparty, 'party'>) => ({
  in: String(came),
  out: String(out),
  movements,
})
