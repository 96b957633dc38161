import type { LedgerAsset, LedgerMovement } from '#shared/rpc/contract/ledger.ts'
import type { Period } from '../movements.ts'
import { boundTime, decimalsOf, type Book, type BookLine, writeTime, type BookAsset } from './book.ts'
import { journalName, journalText } from './describe-movement.ts'

/** Movements in chain order, with their assets. */
export interface LedgerPage {
  readonly movements: readonly LedgerMovement[]
  readonly assets: readonly LedgerAsset[]
}

export interface BookOf extends Omit<NamedBy, 'coin'> {
  readonly chain: Book['chain'] & { readonly coin: string }
  readonly address: string
  readonly period: Period
}

interface Sums {
  opening: bigint
  closing: bigint
  isMoved: boolean
}

/** Makes a book. `before`: movements before the period; `within`: those in it. */
export async function makeBook(
  pages: { readonly before: AsyncIterable<LedgerPage>; readonly within: AsyncIterable<LedgerPage> },
  { chain, address, period, wellKnown }: BookOf,
): Promise<Book> {
  const known = new Map<string, LedgerAsset>()
  const sums = new Map<string, Sums>()
  let firstTime: number | undefined
  const add = async (read: AsyncIterable<LedgerPage>, isWithin: boolean) => {
    for await (const { movements, assets } of read) {
      const byId = new Map(assets.map((asset) => [asset.id, asset]))
      for (const { asset: id, amount, time } of movements) {
        const asset = byId.get(id)
        if (asset && !known.has(id)) known.set(id, asset)
        firstTime ??= time ?? undefined
        let sum = sums.get(id)
        if (!sum) sums.set(id, (sum = { opening: 0n, closing: 0n, isMoved: false }))
        sum.closing += BigInt(amount)
        if (isWithin) sum.isMoved = true
        else sum.opening = sum.closing
      }
    }
  }
  await add(pages.before, false)
  await add(pages.within, true)

  const names = nameAssets(known.values(), { coin: chain.coin, wellKnown })
  const assets = new Map(
    [...known].map(([id, asset]) => [
      id,
      { ...asset, name: names.get(id) ?? id, decimals: decimalsOf(asset, chain.decimals) },
    ]),
  )
  return {
    chain,
    address,
    period,
    start: boundTime(period.from ?? firstTime ?? 0),
    assets,
    lines: [...sums].flatMap(([id, { opening, closing, isMoved }]): BookLine[] => {
      const asset = assets.get(id)
      return asset && (isMoved || opening !== 0n) ? [{ asset, opening, closing }] : []
    }),
  }
}

const MAX_NAME = 24
const MIN_NAME = 2
/** Number of digits taken from an address and from a token id. */
const ADDRESS_DIGITS = 8
const ID_DIGITS = 6
/** Words that beancount reads as values. */
const RESERVED: ReadonlySet<string> = new Set(['TRUE', 'FALSE', 'NULL'])

interface NamedBy {
  readonly coin: string
  /** Symbols of well-known tokens, by address in lower case. */
  readonly wellKnown: ReadonlyMap<string, string>
}

/**
 * Names for assets that all formats accept: 2 to 24 capital letters, digits, dots and hyphens, beginning with a
 * letter and ending with a letter or digit. Beancount's rules are the narrowest. Only the coin and well-known tokens
 * are named by their symbol: anybody can give a token the symbol of another, and a program that looks up prices by
 * symbol would confuse them. Other tokens have the symbol and a part of their address. With assets in the order of
 * their first movements, names stay the same while the ledger grows.
 */
function nameAssets(
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

/** The first lines of a journal: address, chain and period. */
export function describeBook({ address, chain, period: { from, to } }: Book): readonly string[] {
  const id = chain.id === undefined ? '' : `, chain ${chain.id}`
  const of = `${from === null ? 'the beginning' : writeTime(from)} to ${to === null ? 'now' : writeTime(to)}`
  return [
    `Ledger of ${address} on ${journalName(chain.name)}${id}, written by Chainglass.`,
    `From ${of}. Dates and times are UTC.`,
    'Amounts are exact. There are no prices in it.',
  ]
}

/** Describes the token of a commodity, for example `FOO-1234ABCD, ERC-20 0x1234abcd… Foo, 18 decimals`. */
export function describeAsset(asset: BookAsset, chainId: string | undefined): string {
  const { token, tokenId, decimals, name } = asset
  if (!token) return `${name}, the coin${chainId === undefined ? '' : ` of chain ${chainId}`}`
  return [
    `${name}, ${journalText(token.type ?? 'token')} ${journalText(token.address_hash)}`,
    tokenId === null ? '' : ` #${journalText(tokenId)}`,
    token.name == null ? '' : ` ${journalName(token.name)}`,
    `, ${String(decimals)} decimals`,
  ].join('')
}
