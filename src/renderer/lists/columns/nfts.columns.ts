import { $msgid } from '#shared/text/gettext.ts'
import { wholeOf } from '#shared/query/sort-values.ts'
import { h } from 'vue'
import type { TokenInstance } from '#shared/chain/token.ts'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import { formatCount } from '#renderer/lib/format-number.ts'
import { addressCell, addressText } from '#renderer/entities/address/address-cell.ts'
import { tagCell } from '#renderer/entities/transaction/badge-cells.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { ListColumn, ListColumns } from './list-column.ts'
import { tokenCell, tokenLabel } from '#renderer/entities/token/token-cell.ts'
import { TokenIcon } from '#renderer/entities/token/TokenIcon.ts'
import { nameParts } from '#renderer/ui/name-parts.ts'
import { nftImage, nftName } from '#shared/chain/nft-name.ts'

const picture: ListColumn<TokenInstance> = {
  id: 'picture',
  label: $msgid('Picture'),
  head: () => '',
  width: 26,
  grow: 0,
  narrow: { at: 'mark' },
  cell: (item, { source, images }) => {
    const url = images ? nftImage(item) : undefined
    return h(TokenIcon, {
      class: 'square',
      source,
      ...(url === undefined ? {} : { url }),
      name: nftName(item) ?? '#',
      address: item.token?.address_hash ?? item.id,
      size: 26,
    })
  },
  text: (item) => nftImage(item) ?? '',
}

/** `ofToken`: the token of the list, where the items do not name it. */
const idColumn = (ofToken?: string): ListColumn<TokenInstance> => ({
  id: 'id',
  label: $msgid('Id'),
  width: 140,
  grow: 0.8,
  narrow: { at: 'main' },
  cell: (item, context) => {
    const link = instanceLink(item, context, ofToken)
    const more = { 'data-copy': item.id, title: `#${item.id}` }
    const label = `#${shortenHash(item.id, 14, 6)}`
    return link
      ? h('a', { class: 'nft-id strong', href: link.href, tabindex: -1, 'data-to': link.to, ...more }, label)
      : h('span', { class: 'nft-id strong', ...more }, label)
  },
  text: (item) => item.id,
  link: (item, context) => instanceLink(item, context, ofToken),
  sort: (item) => wholeOf(item.id),
})

const name: ListColumn<TokenInstance> = {
  id: 'name',
  label: $msgid('Name'),
  width: 160,
  grow: 1.2,
  narrow: { at: 'main' },
  cell: (item) => nameParts(nftName(item) ?? ''),
  text: (item) => nftName(item) ?? '',
  sort: (item) => nftName(item)?.toLowerCase(),
}

const owner: ListColumn<TokenInstance> = {
  id: 'owner',
  label: $msgid('Owner'),
  width: 140,
  grow: 1,
  narrow: { at: 'fact' },
  cell: (item, context) => addressCell(item.owner, context),
  text: (item) => addressText(item.owner),
  link: (item, { links }) => (item.owner ? links.address(item.owner.hash) : undefined),
  sort: (item) => item.owner?.hash.toLowerCase(),
}

const held: ListColumn<TokenInstance> = {
  id: 'held',
  label: $msgid('Held'),
  width: 80,
  grow: 0.2,
  narrow: { at: 'amount' },
  align: 'end',
  cell: (item) => (item.value == null ? null : formatCount(item.value)),
  text: (item) => item.value ?? '',
  sort: (item) => wholeOf(item.value),
}

const type: ListColumn<TokenInstance> = {
  id: 'type',
  label: $msgid('Type'),
  width: 80,
  grow: 0.1,
  narrow: { at: 'fact' },
  cell: (item) => tagCell(item.token_type ?? item.token?.type),
  text: (item) => item.token_type ?? item.token?.type ?? '',
  sort: (item) => item.token_type ?? item.token?.type ?? undefined,
}

const collection: ListColumn<TokenInstance> = {
  id: 'collection',
  label: $msgid('Collection'),
  width: 160,
  grow: 1.2,
  narrow: { at: 'fact' },
  cell: (item, context) => tokenCell(item.token, context, 'name'),
  text: (item) => (item.token ? tokenLabel(item.token, 'name') : ''),
  link: (item, { links }) => (item.token ? links.token(item.token.address_hash) : undefined),
  sort: (item) => (item.token ? tokenLabel(item.token, 'name').toLowerCase() : undefined),
}

const addressNftsColumns: readonly ListColumn<TokenInstance>[] = [
  picture,
  idColumn(),
  name,
  collection,
  type,
  held,
]

export const addressNfts: ListColumns<TokenInstance> = addressNftsColumns

const tokenInstancesColumns = (ofToken?: string): readonly ListColumn<TokenInstance>[] => [
  picture,
  idColumn(ofToken),
  name,
  owner,
  { ...type, hiddenAtFirst: true },
  { ...held, hiddenAtFirst: true },
]

export const tokenInstances: ListColumns<TokenInstance> = (params) =>
  tokenInstancesColumns(params.address_hash)

export function instanceLink(item: TokenInstance, { links }: CellContext, ofToken?: string) {
  const token = item.token?.address_hash ?? ofToken
  return token === undefined ? undefined : links.instance(token, item.id)
}
