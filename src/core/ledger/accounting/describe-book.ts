/** Texts in a journal about the book and its commodities. */
import { writeTime, type Book, type BookAsset } from './book.ts'
import { journalName, journalText } from './describe-movement.ts'

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
