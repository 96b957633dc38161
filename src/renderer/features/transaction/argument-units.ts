/** Units of the numbers in a decoded call and names of its addresses, from the data of the transaction. */
import { isAmount, ownUnits, tokenUnit, type UnitOf } from '#renderer/entities/abi/argument-unit.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import type { Token } from '#shared/chain/token.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { Coin } from '#shared/source.ts'

/** Argument names of swaps: the amount given and the amount received. */
const SWAP_AMOUNT = /^_?amount_?(in|out)/i

/**
 * The unit of an amount argument: the asset that moved in exactly this amount, the called token itself, or the
 * first or last token of a swap's path. Undefined if none fits.
 */
export function argumentUnits(
  of: Transaction,
  coin: Coin,
  tokenOf: (contract: string) => Token | undefined,
): UnitOf {
  const transfers = (of.token_transfers ?? []).flatMap(({ token, total }) =>
    token && total.every(({ token_id: id }) => id == null) ? [{ token, total }] : [],
  )
  const own = ownUnits(tokenOf)
  return (argument, call) => {
    const { name, value } = argument
    const counted = own(argument, call)
    if (counted || !isAmount(argument)) return counted
    const moved = transfers.filter(({ total }) => total.some((part) => part.value === value))
    const tokens = new Map(moved.map(({ token }) => [token.address_hash.toLowerCase(), token]))
    const [only] = tokens.values()
    if (value !== '0' && tokens.size === 1 && only) return tokenUnit(only)
    if (value !== '0' && tokens.size === 0 && of.value === value) return coin
    if (!SWAP_AMOUNT.test(name ?? '')) return undefined
    const path = call.arguments.find((other) => other.name === 'path')?.value
    const ends = typeof path === 'object' && 'list' in path ? path.list : []
    const end = ends.at(/out/i.test(name ?? '') ? -1 : 0)
    const token = typeof end === 'string' ? tokenOf(end.toLowerCase()) : undefined
    return token && tokenUnit(token)
  }
}

/**
 * The addresses of a transaction by hash in lower case, tokens with their symbols: decoded arguments contain hashes only.
 */
export function knownAddresses(of: Transaction | undefined): ReadonlyMap<string, AddressRef> {
  const transfers = of?.token_transfers ?? []
  const tokens = transfers.flatMap(({ token }): AddressRef[] =>
    token ? [{ hash: token.address_hash, name: token.symbol ?? token.name }] : [],
  )
  const parties = [of?.from, of?.to, of?.created_contract, ...transfers.flatMap(({ from, to }) => [from, to])]
  const all = [...tokens, ...parties.filter((party) => party != null)]
  return new Map(all.map((address) => [address.hash.toLowerCase(), address]))
}
