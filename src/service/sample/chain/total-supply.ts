import { assetsOf, type TokenKey } from '../config/tokens.ts'
import { ZERO_PARTICIPANT } from './balance-history.ts'
import type { Snapshot } from './snapshot.ts'

/** The total supply of a token: the sum over all its ids. */
export function totalSupply(snapshot: Snapshot, key: TokenKey): bigint {
  const nobody = snapshot.balances(ZERO_PARTICIPANT)
  return assetsOf(key).reduce((sum, asset) => sum - nobody.balance(asset, snapshot.now), 0n)
}
