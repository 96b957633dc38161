import type { WireItem } from '../../chain-reader.ts'
import { addressItem, checksummed } from './address-items.ts'
import { isZeroAddress } from '../chain/balance-history.ts'
import { nftId } from '../chain/nft-ids.ts'
import { BROKEN_NFTS, createNftMedia, type NftMedia } from '../config/nft-media.ts'
import { ownerOf } from '../chain/nft-owners.ts'
import { tokenItem } from './token-items.ts'
import { isCollection, tokenConfig, type Collection, type TokenKey } from '../config/tokens.ts'
import type { Snapshot } from '../chain/snapshot.ts'

/** An NFT with its owner; without one if it is burnt. */
export function nftItem(snapshot: Snapshot, collection: Collection, number: number): WireItem {
  const owner = ownerOf(snapshot.model, collection, number, snapshot.head)
  const holder = owner !== null && !isZeroAddress(owner) ? owner : null
  return {
    ...nftWithoutOwner(snapshot, collection, number),
    is_unique: true,
    owner: holder && addressItem(snapshot, holder),
    holder_address_hash: holder && checksummed(snapshot, holder),
    value: '1',
  }
}

/** One id of a token whose ids have balances: it has no single owner. */
export const tokenIdItem = (snapshot: Snapshot, token: TokenKey, id: bigint): WireItem => ({
  ...tokenIdWithoutOwner(snapshot, token, id),
  is_unique: false,
})

/** An NFT inside another item (transfer, state change), where finding its owner would cost too much. */
export const nftWithoutOwner = (snapshot: Snapshot, collection: Collection, number: number): WireItem =>
  nftItemWith(snapshot, collection, nftId(snapshot.model.key, collection, number), () =>
    collection === 'broken'
      ? (BROKEN_NFTS[number] ?? createNftMedia(collection, String(number), 'Unlabelled', 0))
      : createNftMedia(
          collection,
          String(number + 1),
          `${tokenConfig(collection).symbol ?? ''} #${String(number + 1)}`,
          snapshot.model.randomBits(number, 0x6e6674),
        ),
  )

export const tokenIdWithoutOwner = (snapshot: Snapshot, token: TokenKey, id: bigint): WireItem =>
  nftItemWith(snapshot, token, id, () => {
    const file = String(id).slice(-12)
    return createNftMedia(
      token,
      file,
      `${tokenConfig(token).name ?? ''} ${file}`,
      snapshot.model.randomBits(Number(id % 65_521n), 7),
    )
  })

function nftItemWith(snapshot: Snapshot, token: TokenKey, id: bigint, media: () => NftMedia): WireItem {
  const { image, animation, mediaType, thumbnails, external, metadata } = media()
  const size = (dots: string) => `${image?.slice(0, -'.png'.length) ?? ''}-${dots}.png`
  return {
    id: String(id),
    is_unique: isCollection(token) ? true : null,
    owner: null,
    holder_address_hash: null,
    token: tokenItem(snapshot, token),
    token_type: tokenConfig(token).type,
    value: null,
    image_url: image,
    animation_url: animation,
    external_app_url: external,
    metadata,
    media_type: mediaType,
    media_url: animation === null || animation === '' ? image : animation,
    thumbnails: thumbnails
      ? { original: image, '60x60': size('60x60'), '250x250': size('250x250'), '500x500': size('500x500') }
      : null,
  }
}
