import type { WireItem } from '../../chain-reader.ts'
import { ROLE } from '../config/addresses.ts'
import { checksummed } from './address-items.ts'
import { NULL_ACCOUNT } from '../chain/balance-history.ts'
import { holdersOf } from '../chain/holders.ts'
import { assetsOf, TOKEN_KEYS, tokenKind, type TokenKey } from '../config/tokens.ts'
import type { View } from '../chain/snapshot.ts'
import type { Account } from '../chain/chain-model.ts'

export const tokenAccount = (key: TokenKey): Account => ({ kind: 'fixed', role: ROLE[key] })

/** The token this account is, if it is one. */
export const tokenOf = (account: Account | null): TokenKey | null =>
  (account?.kind === 'fixed' && TOKEN_KEYS.find((key) => ROLE[key] === account.role)) || null

export function tokenItem(view: View, key: TokenKey): WireItem {
  const moment = view.world.numberOf(view.head.end)
  return view.memory.items.get(`token ${key} ${String(moment)}`, () => describe(view, key))
}

function describe(view: View, key: TokenKey): WireItem {
  const kind = tokenKind(key)
  const supply = supplyNow(view, key)
  return {
    address_hash: checksummed(view, tokenAccount(key)),
    name: kind.name,
    symbol: kind.symbol,
    decimals: kind.decimals,
    type: kind.type,
    total_supply: kind.type === 'ERC-7984' ? null : String(supply),
    exchange_rate: kind.rate,
    circulating_market_cap: kind.rate === null ? null : dollars(kind.rate, supply, kind.decimals),
    circulating_supply: null,
    volume_24h:
      kind.rate === null ? null : `${String(view.world.flavour(ROLE[key], 0x766f6c) % 90_000_000)}.17`,
    holders_count: String(holdersOf(view, key)),
    icon_url: iconOf(key),
    reputation: kind.scam ? 'scam' : 'ok',
    ...kind.more,
  }
}

/** How much of it there is, of all its ids together. */
export function supplyNow(view: View, key: TokenKey): bigint {
  const nobody = view.book(NULL_ACCOUNT)
  return assetsOf(key).reduce((sum, asset) => sum - nobody.balance(asset, view.now), 0n)
}

function iconOf(key: TokenKey): string | null {
  switch (tokenKind(key).icon) {
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
export function dollars(rate: string, amount: bigint, decimals: string | null): string {
  const [whole = '0', fraction = ''] = rate.split('.')
  const scale = 10n ** (BigInt(fraction.length) + BigInt(decimals ?? '0'))
  const cents = (BigInt(whole + fraction) * amount * 100n) / scale
  return `${String(cents / 100n)}.${String(cents % 100n).padStart(2, '0')}`
}
