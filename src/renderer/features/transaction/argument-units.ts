/** What the numbers of a decoded call count, and what its addresses are called, as far as the transaction tells. */
import type { UnitOf } from '#renderer/entities/abi/argument-unit.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import type { Token } from '#shared/chain/token.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { coinAsset, tokenAsset, type Asset, type Coin } from './assets/asset.ts'

const AMOUNT_NAME = /amount|value|wad|assets/i
const UINT = /^u?int\d*$/
const WHOLE = /^\d+$/

/**
 * The unit of an amount: what was moved in exactly that amount, the called token, or the end of a swap's path. `called`:
 * the called contract as a token, where that is known.
 */
export function argumentUnits(of: Transaction, coin: Coin, called?: Token): UnitOf {
  const transfers = (of.token_transfers ?? []).flatMap(({ token, total }) =>
    token && total.every(({ token_id: id }) => id == null) ? [{ token, total }] : [],
  )
  const known = new Map<string, Token>(
    [...transfers.map(({ token }) => token), ...(called ? [called] : [])].map((token) => [
      token.address_hash.toLowerCase(),
      token,
    ]),
  )
  return ({ name, type, value }, all, callee) => {
    if (!UINT.test(type) || !AMOUNT_NAME.test(name ?? '') || !WHOLE.test(value)) return undefined
    const moved = transfers.filter(({ total }) => total.some((part) => part.value === value))
    const tokens = new Map(moved.map(({ token }) => [token.address_hash.toLowerCase(), token]))
    const [only] = tokens.values()
    if (value !== '0' && tokens.size === 1 && only) return unitOf(tokenAsset(only))
    if (value !== '0' && tokens.size === 0 && of.value === value) return unitOf(coinAsset(coin))
    const path = all.find((other) => other.name === 'path')?.value
    const ends = typeof path === 'object' && 'list' in path ? path.list : undefined
    const end = ends ? ends.at(/out/i.test(name ?? '') ? -1 : 0) : callee
    const token = typeof end === 'string' ? known.get(end.toLowerCase()) : undefined
    return token && unitOf(tokenAsset(token))
  }
}

/** NFTs have no decimals: their numbers are ids. */
const unitOf = ({ name, decimals, token }: Asset) =>
  decimals == null ? undefined : { symbol: name, decimals, token }

/** Every address of a transaction by its hash in lower case, a token by its symbol: a decoded argument has only the hash. */
export function knownAddresses(of: Transaction | undefined): ReadonlyMap<string, AddressRef> {
  const transfers = of?.token_transfers ?? []
  const tokens = transfers.flatMap(({ token }): AddressRef[] =>
    token ? [{ hash: token.address_hash, name: token.symbol ?? token.name }] : [],
  )
  const parties = [of?.from, of?.to, of?.created_contract, ...transfers.flatMap(({ from, to }) => [from, to])]
  const all = [...tokens, ...parties.filter((party) => party != null)]
  return new Map(all.map((address) => [address.hash.toLowerCase(), address]))
}
