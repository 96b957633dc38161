/**
 * Names of assets that every format takes: capital letters, digits, points and hyphens, from 2 to 24 of them, a letter
 * first, and a letter or a digit last (what beancount allows is the least of all). A symbol names the coin and well-known tokens only:
 * anybody can give a token the symbol of another, and a program that finds prices by symbols would take it for that one.
 * Any other token has a part of its address behind the symbol. Given assets in the order of their first movements, a name
 * stays what it is while the ledger grows.
 */
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'

const MAX_NAME = 24
const MIN_NAME = 2
/** Of an address, and of a token's id. */
const ADDRESS_DIGITS = 8
const ID_DIGITS = 6
/** Beancount reads these as values. */
const RESERVED: ReadonlySet<string> = new Set(['TRUE', 'FALSE', 'NULL'])

export interface NamedBy {
  readonly coin: string
  /** By address in lower case: the symbol on the list of well-known tokens. */
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

/** Begins with a letter, and ends with a letter or a digit. Empty where nothing is left. */
const plainSymbol = (symbol: string, maxLength: number) =>
  symbol
    .slice(0, 100)
    .toUpperCase()
    .replace(/[^A-Z0-9.-]|^[^A-Z]+/g, '')
    .replace(/^[^A-Z]+/, '')
    .slice(0, maxLength)
    .replace(/[^A-Z0-9]+$/, '')
