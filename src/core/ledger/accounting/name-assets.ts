/**
 * Names for assets that all formats accept: 2 to 24 capital letters, digits, dots and hyphens, beginning with a letter and
 * ending with a letter or digit. Beancount's rules are the narrowest. Only the coin and well-known tokens are named by
 * their symbol: anybody can give a token the symbol of another, and a program that looks up prices by symbol would confuse
 * them. Other tokens have the symbol and a part of their address. With assets in the order of their first movements, names
 * stay the same while the ledger grows.
 */
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'

const MAX_NAME = 24
const MIN_NAME = 2
/** Number of digits taken from an address and from a token id. */
const ADDRESS_DIGITS = 8
const ID_DIGITS = 6
/** Words that beancount reads as values. */
const RESERVED: ReadonlySet<string> = new Set(['TRUE', 'FALSE', 'NULL'])

export interface NamedBy {
  readonly coin: string
  /** Symbols of well-known tokens, by address in lower case. */
  readonly wellKnown: ReadonlyMap<string, string>
}

export function nameAssets(
  assets: Iterable<LedgerAsset>,
  { coin, wellKnown }: NamedBy,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const coinName = nameCoin(coin)
  const taken = new Set([coinName])
  for (const asset of assets) {
    if (names.has(asset.id)) continue
    const name = asset.token === null ? coinName : freeName(candidates(asset, wellKnown), taken)
    taken.add(name)
    names.set(asset.id, name)
  }
  return names
}

function nameCoin(symbol: string): string {
  const plain = plainSymbol(symbol, MAX_NAME)
  return isName(plain) ? plain : `${plain.slice(0, MAX_NAME - 5)}-COIN`.replace(/^-/, '')
}

function* candidates({ token, tokenId }: LedgerAsset, wellKnown: NamedBy['wellKnown']) {
  const address = token?.address_hash.toLowerCase() ?? ''
  const listed = plainSymbol(wellKnown.get(address) ?? '', MAX_NAME)
  if (tokenId === null && isName(listed)) yield listed
  const part = address.replace(/^0x/, '').slice(0, ADDRESS_DIGITS).toUpperCase()
  const ending = tokenId === null ? `-${part}` : `-${part}-${tokenId.slice(-ID_DIGITS)}`
  const symbol = plainSymbol(token?.symbol ?? '', MAX_NAME - ending.length) || 'TOKEN'
  yield `${symbol}${ending}`
  for (let n = 2; ; n += 1) {
    const end = `${ending}-${String(n)}`
    yield `${symbol.slice(0, MAX_NAME - end.length)}${end}`
  }
}

function freeName(names: Iterable<string>, taken: ReadonlySet<string>): string {
  for (const name of names) if (!taken.has(name)) return name
  throw new Error('There is always another name.')
}

const isName = (name: string) => name.length >= MIN_NAME && !RESERVED.has(name)

/** The symbol as a valid name; empty if no valid character is left. */
const plainSymbol = (symbol: string, maxLength: number) =>
  symbol
    .slice(0, 100)
    .toUpperCase()
    .replace(/[^A-Z0-9.-]|^[^A-Z]+/g, '')
    .replace(/^[^A-Z]+/, '')
    .slice(0, maxLength)
    .replace(/[^A-Z0-9]+$/, '')
