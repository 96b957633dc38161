import type { WireItem } from '../../chain-reader.ts'
import { ROLE } from '../config/addresses.ts'
import { checksummed } from './address-items.ts'
import { ZERO_PARTICIPANT } from '../chain/balance-history.ts'
import { countHolders } from '../chain/holders.ts'
import { assetsOf, TOKEN_KEYS, tokenConfig, type TokenKey } from '../config/tokens.ts'
import type { Snapshot } from '../chain/snapshot.ts'
import type { Participant } from '../chain/chain-model.ts'

export const tokenParticipant = (key: TokenKey): Participant => ({ kind: 'fixed', role: ROLE[key] })

/** The token this participant is, if it is one. */
export const tokenOf = (participant: Participant | null): TokenKey | null =>
  (participant?.kind === 'fixed' && TOKEN_KEYS.find((key) => ROLE[key] === participant.role)) || null

export function tokenItem(snapshot: Snapshot, key: TokenKey): WireItem {
  const moment = snapshot.model.numberOf(snapshot.head.end)
  return snapshot.caches.items.get(`token ${key} ${String(moment)}`, () => describe(snapshot, key))
}

function describe(snapshot: Snapshot, key: TokenKey): WireItem {
  const kind = tokenConfig(key)
  const supply = supplyNow(snapshot, key)
  return {
    address_hash: checksummed(snapshot, tokenParticipant(key)),
    name: kind.name,
    symbol: kind.symbol,
    decimals: kind.decimals,
    type: kind.type,
    total_supply: kind.type === 'ERC-7984' ? null : String(supply),
    exchange_rate: kind.rate,
    circulating_market_cap: kind.rate === null ? null : fiatValue(kind.rate, supply, kind.decimals),
    circulating_supply: null,
    volume_24h:
      kind.rate === null ? null : `${String(snapshot.model.randomBits(ROLE[key], 0x766f6c) % 90_000_000)}.17`,
    holders_count: String(countHolders(snapshot, key)),
    icon_url: iconOf(key),
    reputation: kind.scam ? 'scam' : 'ok',
    ...kind.more,
  }
}

/** How much of it there is, of all its ids together. */
export function supplyNow(snapshot: Snapshot, key: TokenKey): bigint {
  const nobody = snapshot.book(ZERO_PARTICIPANT)
  return assetsOf(key).reduce((sum, asset) => sum - nobody.balance(asset, snapshot.now), 0n)
}

function iconOf(key: TokenKey): string | null {
  switch (tokenConfig(key).icon) {
    case 'own':
      return `/media/tokens/${key}.png`
    case 'missing':
      return `/media/missing/${key}.png`
    case 'foreign':
      return `ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/${key}.png`
    case null:
      return null
  }
}

/** A price times an amount, to the cent, exactly. */
export function fiatValue(rate: string, amount: bigint, decimals: string | null): string {
  const [whole = '0', fraction = ''] = rate.split('.')
  const scale = 10n ** (BigInt(fraction.length) + BigInt(decimals ?? '0'))
  const cents = (BigInt(whole + fraction) * amount * 100n) / scale
  return `${String(cents / 100n)}.${String(cents % 100n).padStart(2, '0')}`
}
