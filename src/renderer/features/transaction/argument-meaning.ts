/** What an argument of a decoded call means, as far as its type, its name and the transaction tell. */
import type { AddressRef } from '#shared/chain/address.ts'
import type { Token } from '#shared/chain/token.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { coinAsset, tokenAsset, type Asset, type Coin } from './assets/asset.ts'

type DecodedInput = NonNullable<Transaction['decoded_input']>
export type Argument = NonNullable<DecodedInput['parameters']>[number]

export interface ArgumentMeaning {
  /** Of an argument that is an address, or a list of them. */
  readonly addresses?: readonly string[]
  /** ISO time. */
  readonly time?: string
  readonly amount?: { readonly amount: string; readonly asset: Asset }
}

const ADDRESS = /^0x[0-9a-f]{40}$/i
const TIME_NAME = /deadline|expir|timestamp|valid(to|until|after|before)|(start|end|unlock)_?time/i
const AMOUNT_NAME = /amount|value|wad|assets/i
/** From 2001 to 2286. */
const TIME = /^[1-9]\d{9}$/
const WHOLE = /^\d+$/

export function argumentMeaning(argument: Argument, of: Transaction, coin: Coin): ArgumentMeaning {
  const { name, type, value } = argument
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (/^address(\[\d*\])?$/.test(type ?? '') && values.length > 0 && values.every(isAddress))
    return { addresses: values }
  if (typeof value !== 'string' || !/^u?int\d*$/.test(type ?? '') || !WHOLE.test(value)) return {}
  if (TIME.test(value) && TIME_NAME.test(name ?? ''))
    return { time: new Date(Number(value) * 1_000).toISOString() }
  const asset = AMOUNT_NAME.test(name ?? '') ? assetOf(name ?? '', value, of, coin) : undefined
  return asset?.decimals != null ? { amount: { amount: value, asset } } : {}
}

const isAddress = (value: unknown): value is string => typeof value === 'string' && ADDRESS.test(value)

/** What an amount counts: what was moved in exactly that amount, the called token, or the end of a swap's path. */
function assetOf(name: string, value: string, of: Transaction, coin: Coin): Asset | undefined {
  const transfers = (of.token_transfers ?? []).flatMap(({ token, total }) =>
    token && total.every(({ token_id: id }) => id == null) ? [{ token, total }] : [],
  )
  const moved = transfers.filter(({ total }) => total.some((part) => part.value === value))
  const tokens = new Map(moved.map(({ token }) => [token.address_hash.toLowerCase(), token]))
  const [only] = tokens.values()
  if (value !== '0' && tokens.size === 1 && only) return tokenAsset(only)
  if (value !== '0' && tokens.size === 0 && of.value === value) return coinAsset(coin)
  const known = new Map<string, Token>(
    transfers.map(({ token }) => [token.address_hash.toLowerCase(), token]),
  )
  const path = of.decoded_input?.parameters?.find((other) => other.name === 'path')?.value
  const end = Array.isArray(path) ? (path as unknown[]).at(/out/i.test(name) ? -1 : 0) : of.to?.hash
  const token = typeof end === 'string' ? known.get(end.toLowerCase()) : undefined
  return token && tokenAsset(token)
}

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
