import { h, type VNode } from 'vue'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { nameMark } from '#renderer/entities/name-mark.ts'
import { tokenCell } from '#renderer/entities/token/token-cell.ts'
import { letterOf, TokenIcon } from '#renderer/entities/token/TokenIcon.ts'
import { nameParts } from '#renderer/ui/name-parts.ts'
import type { Asset } from './asset.ts'

/** The cell of an asset: its icon and name. A token or NFT links to its page. */
export function assetCell(asset: Asset, context: CellContext): VNode {
  const { token, tokenId } = asset
  if (!token) return h('span', { class: 'addr token letter', ...letterOf(asset.name, asset.key) }, asset.name)
  if (tokenId === undefined) return tokenCell(token, context) ?? h('span')
  const link = context.links.instance(token.address_hash, tokenId)
  const collection = asset.collection ?? asset.name
  return h(
    'a',
    {
      class: 'addr token nft',
      href: link.href,
      tabindex: -1,
      'data-to': link.to,
      'data-address': token.address_hash.toLowerCase(),
      'data-copy': tokenId,
      title: `${collection} #${tokenId}\n${token.address_hash}`,
    },
    [
      h(TokenIcon, {
        class: 'square',
        source: context.source,
        ...(context.images && token.icon_url ? { url: token.icon_url } : {}),
        name: collection,
        address: token.address_hash,
        size: 20,
      }),
      ...nameParts(collection),
      h('span', { class: 'id' }, asset.shortId),
      nameMark(token.symbol, token.name),
    ],
  )
}
