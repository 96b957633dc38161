/** With whom an asset was moved: how much came from each of them and went there. */
import type { AddressRef } from '#shared/chain/address.ts'
import { MAX_COUNTERPARTIES, type LedgerCounterparties } from '#shared/rpc/contract/ledger.ts'
import type { Ledger } from './ledger.ts'
import type { Period, WalkOptions } from './walk-movements.ts'

interface Dealings {
  party: AddressRef | null
  in: bigint
  out: bigint
  movements: number
}

/** Fees, rewards and withdrawals have none: they are counted together. */
const NOBODY = ''

export async function counterpartiesOf(
  { proof: { revision }, walk }: Pick<Ledger, 'proof' | 'walk'>,
  { asset, ...period }: Period & { readonly asset: string },
  options: WalkOptions,
): Promise<LedgerCounterparties> {
  const found = new Map<string, Dealings>()
  for await (const movements of walk({ ...period, asset }, options))
    for (const { counterparty: party, amount, rule } of movements) {
      if (rule === 'genesis') continue
      const key = party?.hash.toLowerCase() ?? NOBODY
      let one = found.get(key)
      if (!one) found.set(key, (one = { party, in: 0n, out: 0n, movements: 0 }))
      // The newest row says best who it is.
      one.party = party
      if (amount > 0n) one.in += amount
      else one.out -= amount
      one.movements += 1
    }
  const largest = [...found.values()].sort(byVolume)
  const others = largest.slice(MAX_COUNTERPARTIES).reduce<Omit<Dealings, 'party'>>(addTo, {
    in: 0n,
    out: 0n,
    movements: 0,
  })
  return {
    revision,
    total: largest.length,
    counterparties: largest
      .slice(0, MAX_COUNTERPARTIES)
      .map(({ party, ...one }) => ({ party, ...write(one) })),
    others: write(others),
  }
}

const volume = (one: Dealings) => one.in + one.out
function byVolume(one: Dealings, other: Dealings): number {
  const difference = volume(other) - volume(one)
  return difference === 0n ? other.movements - one.movements : difference > 0n ? 1 : -1
}

const addTo = (sum: Omit<Dealings, 'party'>, one: Dealings) => ({
  in: sum.in + one.in,
  out: sum.out + one.out,
  movements: sum.movements + one.movements,
})

const write = ({ in: came, out, movements }: Omit<Dealings, 'party'>) => ({
  in: String(came),
  out: String(out),
  movements,
})
