/** The lists of one NFT, or of one id of a multi-token. */
import type { ListPage, ListRequest, WireItem } from '../../chain-reader.ts'
import { isZeroAddress } from '../chain/balance-history.ts'
import { holderGroups } from '../chain/holder-groups.ts'
import { decodeNftId } from '../chain/nft-ids.ts'
import { countMinted, ownerOf, transfersOfNft } from '../chain/nft-owners.ts'
import { sequenceOf, type Sequence } from '../chain/sequence.ts'
import type { Snapshot } from '../chain/snapshot.ts'
import { assetOf, isCollection, tokenConfig, type TokenKey } from '../config/tokens.ts'
import { addressItem } from '../items/address-items.ts'
import { holdersInGroups } from './holder-list.ts'
import { transferPage } from './transfer-lists.ts'

const idOf = ({ params }: ListRequest) => BigInt(params.token_id ?? '0')

/** `null` if the token has no such NFT. */
export function transfersOfInstance(
  snapshot: Snapshot,
  token: TokenKey,
  request: ListRequest,
): ListPage | null {
  const sequence = instanceTransfers(snapshot, token, idOf(request))
  if (!sequence) return null
  const page = transferPage(snapshot, sequence, request)
  return { ...page, next: page.next && { ...page.next, token_id: String(idOf(request)) } }
}

/** All its transfers, including those after the head; `null` if the token has no such NFT. */
export function instanceTransfers(snapshot: Snapshot, token: TokenKey, id: bigint): Sequence | null {
  if (isCollection(token)) {
    const number = mintedNumber(snapshot, token, id)
    return number === null ? null : sequenceOf(transfersOfNft(snapshot.model, token, number))
  }
  const index = tokenConfig(token).ids?.indexOf(id) ?? -1
  if (index < 0) return null
  const asset = assetOf(token, index)
  return snapshot.sequence(null, `transfers of asset ${String(asset)}`, ({ transfers }) =>
    transfers.flatMap((transfer, ordinal) => (transfer.asset === asset ? [ordinal] : [])),
  )
}

/** Greatest amount first; `null` if the token has no such NFT. */
export function holdersOfInstance(
  snapshot: Snapshot,
  token: TokenKey,
  request: ListRequest,
): ListPage | null {
  const id = idOf(request)
  if (isCollection(token)) {
    const number = mintedNumber(snapshot, token, id)
    if (number === null) return null
    const owner = ownerOf(snapshot.model, token, number, snapshot.head)
    const items: WireItem[] =
      owner === null || isZeroAddress(owner) || request.after
        ? []
        : [{ address: addressItem(snapshot, owner), token_id: String(id), value: '1' }]
    return { items, next: null }
  }
  const index = tokenConfig(token).ids?.indexOf(id) ?? -1
  if (index < 0) return null
  const asset = assetOf(token, index)
  return holdersInGroups(
    snapshot,
    holderGroups(snapshot, token).filter((group) => group.asset === asset),
    request,
  )
}

/** The number of a minted NFT in its collection, also if it is burnt. */
export function mintedNumber(snapshot: Snapshot, token: TokenKey, id: bigint): number | null {
  if (!isCollection(token)) return null
  const number = decodeNftId(snapshot.model.key, token, id)
  return number !== null && number < countMinted(snapshot.model, token, snapshot.head) ? number : null
}
