/** Transfers and holders of every NFT, and of every id of a multi-token. */
import type { ChainReader, WireItem } from '../../../chain-reader.ts'
import type { Differences } from './differences.ts'
import { hashOf, lower, transferRow, trueRow } from './list-rows.ts'
import type { TrueTransfer } from './node-data.ts'
import { ofAddress, readAll } from './read-all.ts'

/** `nfts`: what each holder has of which, as the tokens themselves say, by `token:id`. */
export async function compareInstances(
  reader: ChainReader,
  result: Differences,
  truth: readonly TrueTransfer[],
  nfts: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<void> {
  const byId = Map.groupBy(
    truth.filter(({ id }) => id !== null),
    ({ token, id }) => `${token}:${String(id)}`,
  )
  for (const [key, transfers] of byId) {
    const [token = '', id = ''] = key.split(':')
    const params = { address_hash: token, token_id: id }
    for (const [dialect, limit] of [
      ['spec', 50],
      ['v12', 2],
    ] as const) {
      const moved = await readAll(reader, 'instance-transfers', { params, dialect, limit })
      result.same(`instance-transfers (${dialect})`, key, moved.map(transferRow), transfers.map(trueRow))
      const held = await readAll(reader, 'instance-holders', { params, dialect, limit })
      const expected = Object.entries(nfts)
        .flatMap(([holder, own]) => (own[key] === undefined ? [] : [`${holder} ${own[key]}`]))
        .toSorted()
      result.same(`instance-holders (${dialect})`, key, held.map(holderRow).toSorted(), expected)
    }
  }
}

const holderRow = (item: WireItem) => `${hashOf(item.address) ?? ''} ${String(item.value)}`

/** The collections of an address against the list of its NFTs. */
export async function compareCollections(
  reader: ChainReader,
  result: Differences,
  holder: string,
  nfts: readonly WireItem[],
): Promise<void> {
  const collections = Map.groupBy(nfts, ({ token }) => lower((token as WireItem).address_hash))
  const rows = await readAll(reader, 'address-nft-collections', { params: ofAddress(holder), limit: 1 })
  result.same(
    'address-nft-collections',
    holder,
    rows.map(({ token, amount, token_instances: first }) => [
      lower((token as WireItem).address_hash),
      amount,
      (first as WireItem[]).map(({ id }) => id),
    ]),
    [...collections].map(([hash, own]) => [hash, String(own.length), own.slice(0, 15).map(({ id }) => id)]),
  )
}
