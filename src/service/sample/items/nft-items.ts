import type { WireItem } from '../../chain-reader.ts'
import { addressItem, checksummed } from './address-items.ts'
import { isNobody } from '../chain/balance-history.ts'
import { nftId } from '../chain/nft-ids.ts'
import { MUSEUM, mediaOf, type NftMedia } from '../config/nft-media.ts'
import { ownerOf } from '../chain/nft-owners.ts'
import { tokenItem } from './token-items.ts'
import { isCollection, tokenKind, type Collection, type TokenKey } from '../config/tokens.ts'
import type { View } from '../chain/snapshot.ts'

/** An NFT on its own: with its owner, or none where it is burnt. */
export function nftItem(view: View, collection: Collection, number: number): WireItem {
  const owner = ownerOf(view.world, collection, number, view.head)
  const kept = owner !== null && !isNobody(owner) ? owner : null
  return {
    ...bareNft(view, collection, number),
    is_unique: true,
    owner: kept && addressItem(view, kept),
    holder_address_hash: kept && checksummed(view, kept),
    value: '1',
  }
}

/** One id of a token whose ids have balances: nobody owns it alone. */
export const editionItem = (view: View, token: TokenKey, id: bigint): WireItem => ({
  ...bareEdition(view, token, id),
  is_unique: false,
})

/** An NFT inside something else (a transfer, a change): whose it is, is not looked up. */
export const bareNft = (view: View, collection: Collection, number: number): WireItem =>
  bare(view, collection, nftId(view.world.key, collection, number), () =>
    collection === 'broken'
      ? (MUSEUM[number] ?? mediaOf(collection, String(number), 'Unlabelled', 0))
      : mediaOf(
          collection,
          String(number + 1),
          `${tokenKind(collection).symbol ?? ''} #${String(number + 1)}`,
          view.world.flavour(number, 0x6e6674),
        ),
  )

export const bareEdition = (view: View, token: TokenKey, id: bigint): WireItem =>
  bare(view, token, id, () => {
    const file = String(id).slice(-12)
    return mediaOf(
      token,
      file,
      `${tokenKind(token).name ?? ''} ${file}`,
      view.world.flavour(Number(id % 65_521n), 7),
    )
  })

function bare(view: View, token: TokenKey, id: bigint, media: () => NftMedia): WireItem {
  const { image, animation, mediaType, thumbnails, external, metadata } = media()
  const size = (dots: string) => `${image?.slice(0, -'.png'.length) ?? ''}-${dots}.png`
  return {
    id: String(id),
    is_unique: isCollection(token) ? true : null,
    owner: null,
    holder_address_hash: null,
    token: tokenItem(view, token),
    token_type: tokenKind(token).type,
    value: null,
    image_url: image,
    animation_url: animation,
    external_app_url: external,
    metadata,
    media_type: mediaType,
    media_url: animation ? animation : image,
    thumbnails: thumbnails
      ? { original: image, '60x60': size('60x60'), '250x250': size('250x250'), '500x500': size('500x500') }
      : null,
  }
}
