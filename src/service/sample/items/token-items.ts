import type { WireItem } from '../../chain-reader.ts'
import { ROLE } from '../config/addresses.ts'
import { checksummed } from './address-items.ts'
import { countHolders } from '../chain/holders.ts'
import { totalSupply } from '../chain/total-supply.ts'
import { TOKEN_KEYS, tokenConfig, type TokenKey } from '../config/tokens.ts'
import type { Snapshot } from '../chain/snapshot.ts'
import type { Participant } from '../chain/chain-model.ts'

export const tokenParticipant = (key: TokenKey): Participant => ({ kind: 'fixed', role: ROLE[key] })

/** The token whose contract is at this address, if there is one. */
export const tokenOf = (participant: Participant | null): TokenKey | null =>
  (participant?.kind === 'fixed' ? TOKEN_KEYS.find((key) => ROLE[key] === participant.role) : null) ?? null

export function tokenItem(snapshot: Snapshot, key: TokenKey): WireItem {
  const version = snapshot.model.transactionNumber(snapshot.head.end)
  return snapshot.caches.items.getOrMake(`token ${key} ${String(version)}`, () => createItem(snapshot, key))
}

function createItem(snapshot: Snapshot, key: TokenKey): WireItem {
  const config = tokenConfig(key)
  const supply = totalSupply(snapshot, key)
  return {
    address_hash: checksummed(snapshot, tokenParticipant(key)),
    name: config.name,
    symbol: config.symbol,
    decimals: config.decimals,
    type: config.type,
    total_supply: config.type === 'ERC-7984' ? null : String(supply),
    exchange_rate: config.rate,
    circulating_market_cap: config.rate === null ? null : fiatValue(config.rate, supply, config.decimals),
    circulating_supply: null,
    volume_24h:
      config.rate === null
        ? null
        : `${String(snapshot.model.randomBits(ROLE[key], 0x766f6c) % 90_000_000)}.17`,
    holders_count: String(countHolders(snapshot, key)),
    icon_url: iconOf(key),
    reputation: config.scam ? 'scam' : 'ok',
    ...config.more,
  }
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

/** Price times amount in US dollars, rounded down to cents. `amount` is in the smallest unit. */
export function fiatValue(rate: string, amount: bigint, decimals: string | null): string {
  const [whole = '0', fraction = ''] = rate.split('.')
  const scale = 10n ** (BigInt(fraction.length) + BigInt(decimals ?? '0'))
  const cents = (BigInt(whole + fraction) * amount * 100n) / scale
  return `${String(cents / 100n)}.${String(cents % 100n).padStart(2, '0')}`
}
