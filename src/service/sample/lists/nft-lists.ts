import type { ListAnswer, ListRequest, WireItem } from '../../chain-reader.ts'
import { checksummed } from '../items/address-items.ts'
import { isNobody } from '../chain/balance-history.ts'
import { editionItem, nftItem } from '../items/nft-items.ts'
import { descending, nftId, numbersBelow } from '../chain/nft-ids.ts'
import { heldBelow, mintedSoFar } from '../chain/nft-owners.ts'
import { nth } from '../lib/item-at.ts'
import { bigAt, textAt } from './cursor-values.ts'
import { kindsOf } from '../chain/event-selectors.ts'
import { tokenAccount, tokenOf } from '../items/token-items.ts'
import {
  assetOf,
  COLLECTIONS,
  isCollection,
  tokenKind,
  type Collection,
  type TokenKey,
} from '../config/tokens.ts'
import type { View } from '../chain/snapshot.ts'
import type { Account } from '../chain/chain-model.ts'

interface Held {
  readonly token: TokenKey
  readonly id: bigint
  item(): WireItem
}

/** NFTs an account holds, collection by collection, the newest of each first. */
export function nftList(view: View, account: Account, { filters, after, limit }: ListRequest): ListAnswer {
  const kinds = kindsOf(filters.type)
  const hash = after && textAt(after, 'token_contract_address_hash')
  const last = hash && tokenOf(view.world.findAccount(hash.toLowerCase()))
  const below = after && bigAt(after, 'token_id')
  const order: readonly TokenKey[] = [...COLLECTIONS, 'relics', 'doppel']
  const held: Held[] = []
  for (const token of order.slice(last ? order.indexOf(last) : 0)) {
    if (kinds !== null && !kinds.includes(tokenKind(token).type)) continue
    for (const one of heldOf(view, account, token, token === last ? below : null)) {
      held.push(one)
      if (held.length > limit) break
    }
    if (held.length > limit) break
  }
  const end = held.length > limit ? nth(held, limit - 1) : null
  return {
    items: held.slice(0, limit).map((one) => one.item()),
    next: end && {
      token_contract_address_hash: checksummed(view, tokenAccount(end.token)),
      token_id: String(end.id),
      token_type: tokenKind(end.token).type,
    },
  }
}

/** NFTs of one token that an account holds, from the greatest id below `below` down. */
function* heldOf(view: View, account: Account, token: TokenKey, below: bigint | null): Generator<Held> {
  const { world } = view
  if (isNobody(account)) return
  if (isCollection(token)) {
    const top = below === null ? Infinity : numbersBelow(world.key, token, below)
    for (const number of heldBelow(world, view.holding(account, token), view.head, top))
      yield { token, id: nftId(world.key, token, number), item: () => nftItem(view, token, number) }
    return
  }
  const book = view.book(account)
  for (const { id, index } of idsDown(token)) {
    const value = below === null || id < below ? book.balance(assetOf(token, index), view.now) : 0n
    if (value > 0n)
      yield { token, id, item: () => ({ ...editionItem(view, token, id), value: String(value) }) }
  }
}

const idsDown = (token: TokenKey) =>
  (tokenKind(token).ids ?? [])
    .map((id, index) => ({ id, index }))
    .sort((one, other) => descending(one.id, other.id))

/** NFTs of a token, from the greatest id down; of one holder where one is named. */
export function instanceList(view: View, token: TokenKey, request: ListRequest): ListAnswer {
  const below = request.after && bigAt(request.after, 'unique_token')
  const holder = request.filters.holder_address_hash
  const account = typeof holder === 'string' ? view.world.findAccount(holder) : null
  const all =
    typeof holder === 'string'
      ? account
        ? heldOf(view, account, token, below)
        : []
      : everyOne(view, token, below)
  const found: Held[] = []
  for (const one of all) if (found.push(one) > request.limit) break
  const end = found.length > request.limit ? nth(found, request.limit - 1) : null
  return {
    items: found.slice(0, request.limit).map((one) => one.item()),
    next: end && { unique_token: end.id },
  }
}

function* everyOne(view: View, token: TokenKey, below: bigint | null): Generator<Held> {
  if (isCollection(token)) yield* everyNft(view, token, below)
  else
    for (const { id } of idsDown(token))
      if (below === null || id < below) yield { token, id, item: () => editionItem(view, token, id) }
}

function* everyNft(view: View, token: Collection, below: bigint | null): Generator<Held> {
  const minted = mintedSoFar(view.world, token, view.head)
  const top = below === null ? minted : Math.min(minted, numbersBelow(view.world.key, token, below))
  for (let number = top - 1; number >= 0; number--)
    yield { token, id: nftId(view.world.key, token, number), item: () => nftItem(view, token, number) }
}
