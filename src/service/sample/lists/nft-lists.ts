import type { ListPage, ListRequest, WireItem } from '../../chain-reader.ts'
import { checksummed } from '../items/address-items.ts'
import { isZeroAddress } from '../chain/balance-history.ts'
import { tokenIdItem, nftItem } from '../items/nft-items.ts'
import { descending, nftId, countBelow } from '../chain/nft-ids.ts'
import { ownedBelow, countMinted } from '../chain/nft-owners.ts'
import { itemAt } from '../lib/arrays.ts'
import { readBigInt, readText } from './cursor-values.ts'
import { readTypeFilter } from '../chain/event-selectors.ts'
import { tokenItem, tokenParticipant, tokenOf } from '../items/token-items.ts'
import {
  assetOf,
  COLLECTIONS,
  isCollection,
  tokenConfig,
  type Collection,
  type TokenKey,
} from '../config/tokens.ts'
import type { Snapshot } from '../chain/snapshot.ts'
import type { Participant } from '../chain/chain-model.ts'

interface HeldNft {
  readonly token: TokenKey
  readonly id: bigint
  readonly item: () => WireItem
}

/** Collections in the order in which an address's NFTs are listed. */
const NFT_TOKENS: readonly TokenKey[] = [...COLLECTIONS, 'relics', 'doppel']

/** NFTs of an address by collection, in each collection the newest first. */
export function nftsOfAddress(
  snapshot: Snapshot,
  participant: Participant,
  { filters, after, limit }: ListRequest,
): ListPage {
  const types = readTypeFilter(filters.type)
  const hash = after && readText(after, 'token_contract_address_hash')
  const last = hash && tokenOf(snapshot.model.findParticipant(hash.toLowerCase()))
  const below = after && readBigInt(after, 'token_id')
  const owned: HeldNft[] = []
  for (const token of NFT_TOKENS.slice(last ? NFT_TOKENS.indexOf(last) : 0)) {
    if (types !== null && !types.includes(tokenConfig(token).type)) continue
    for (const nft of heldNfts(snapshot, participant, token, token === last ? below : null)) {
      owned.push(nft)
      if (owned.length > limit) break
    }
    if (owned.length > limit) break
  }
  const end = owned.length > limit ? itemAt(owned, limit - 1) : null
  return {
    items: owned.slice(0, limit).map((nft) => nft.item()),
    next: end && {
      token_contract_address_hash: checksummed(snapshot, tokenParticipant(end.token)),
      token_id: String(end.id),
      token_type: tokenConfig(end.token).type,
    },
  }
}

/** The maximal number of NFTs in a collection's row; its own list has all. */
const MAX_INSTANCES = 15

/** The collections of which an address holds NFTs. */
export function collectionsOfAddress(
  snapshot: Snapshot,
  participant: Participant,
  { filters, after, limit }: ListRequest,
): ListPage {
  const types = readTypeFilter(filters.type)
  const hash = after && readText(after, 'token_contract_address_hash')
  const last = hash && tokenOf(snapshot.model.findParticipant(hash.toLowerCase()))
  const found = NFT_TOKENS.slice(last ? NFT_TOKENS.indexOf(last) + 1 : 0).filter(
    (token) =>
      (types === null || types.includes(tokenConfig(token).type)) &&
      countHeld(snapshot, participant, token) > 0n,
  )
  const end = found.length > limit ? itemAt(found, limit - 1) : null
  return {
    items: found.slice(0, limit).map((token) => {
      const first: WireItem[] = []
      for (const nft of heldNfts(snapshot, participant, token, null))
        if (first.push(nft.item()) === MAX_INSTANCES) break
      return {
        token: tokenItem(snapshot, token),
        amount: String(countHeld(snapshot, participant, token)),
        token_instances: first,
      }
    }),
    next: end && {
      token_contract_address_hash: checksummed(snapshot, tokenParticipant(end)),
      token_type: tokenConfig(end).type,
    },
  }
}

/** NFTs of a token, or its ids, that an address holds. */
function countHeld(snapshot: Snapshot, participant: Participant, token: TokenKey): bigint {
  if (isZeroAddress(participant)) return 0n
  const balances = snapshot.balances(participant)
  if (isCollection(token)) return balances.balance(assetOf(token), snapshot.now)
  const owned = idsDescending(token).filter(
    ({ index }) => balances.balance(assetOf(token, index), snapshot.now) > 0n,
  )
  return BigInt(owned.length)
}

/** NFTs of one token that an address holds, with ids below `below`, in descending order. */
function* heldNfts(
  snapshot: Snapshot,
  participant: Participant,
  token: TokenKey,
  below: bigint | null,
): Generator<HeldNft> {
  const { model } = snapshot
  if (isZeroAddress(participant)) return
  if (isCollection(token)) {
    const top = below === null ? Infinity : countBelow(model.key, token, below)
    for (const number of ownedBelow(model, snapshot.nftHolding(participant, token), snapshot.head, top))
      yield { token, id: nftId(model.key, token, number), item: () => nftItem(snapshot, token, number) }
    return
  }
  const balances = snapshot.balances(participant)
  for (const { id, index } of idsDescending(token)) {
    const value = below === null || id < below ? balances.balance(assetOf(token, index), snapshot.now) : 0n
    if (value > 0n)
      yield { token, id, item: () => ({ ...tokenIdItem(snapshot, token, id), value: String(value) }) }
  }
}

const idsDescending = (token: TokenKey) =>
  (tokenConfig(token).ids ?? [])
    .map((id, index) => ({ id, index }))
    .sort((one, other) => descending(one.id, other.id))

/** NFTs of a token, optionally of one holder, in descending order of their ids. */
export function instancesOfToken(snapshot: Snapshot, token: TokenKey, request: ListRequest): ListPage {
  const below = request.after && readBigInt(request.after, 'unique_token')
  const holder = request.filters.holder_address_hash
  const participant = typeof holder === 'string' ? snapshot.model.findParticipant(holder) : null
  const all =
    typeof holder === 'string'
      ? participant
        ? heldNfts(snapshot, participant, token, below)
        : []
      : allNfts(snapshot, token, below)
  const found: HeldNft[] = []
  for (const nft of all) if (found.push(nft) > request.limit) break
  const end = found.length > request.limit ? itemAt(found, request.limit - 1) : null
  return {
    items: found.slice(0, request.limit).map((nft) => nft.item()),
    next: end && { unique_token: end.id },
  }
}

function* allNfts(snapshot: Snapshot, token: TokenKey, below: bigint | null): Generator<HeldNft> {
  if (isCollection(token)) yield* collectionNfts(snapshot, token, below)
  else
    for (const { id } of idsDescending(token))
      if (below === null || id < below) yield { token, id, item: () => tokenIdItem(snapshot, token, id) }
}

function* collectionNfts(snapshot: Snapshot, token: Collection, below: bigint | null): Generator<HeldNft> {
  const minted = countMinted(snapshot.model, token, snapshot.head)
  const top = below === null ? minted : Math.min(minted, countBelow(snapshot.model.key, token, below))
  for (let number = top - 1; number >= 0; number--)
    yield {
      token,
      id: nftId(snapshot.model.key, token, number),
      item: () => nftItem(snapshot, token, number),
    }
}
