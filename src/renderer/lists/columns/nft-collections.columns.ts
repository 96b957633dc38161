import { h } from 'vue'
import { $msgid } from '#shared/text/gettext.ts'
import type { NftCollection } from '#shared/chain/token.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import { tokenCell, tokenLabel } from '#renderer/entities/token/token-cell.ts'
import { countColumn } from './coin-column.ts'
import type { ListColumn, ListColumns } from './list-column.ts'

/** NFTs shown in a row. The page of the collection shows all. */
const MAX_SHOWN = 6

const columns: readonly ListColumn<NftCollection>[] = [
  {
    id: 'collection',
    label: $msgid('Collection'),
    width: 180,
    grow: 1,
    narrow: { at: 'main' },
    cell: (item, context) => tokenCell(item.token, context),
    text: (item) => `${tokenLabel(item.token, 'name')} ${item.token.address_hash}`,
    link: (item, { links }) => links.token(item.token.address_hash),
    sort: (item) => tokenLabel(item.token, 'name').toLowerCase(),
  },
  {
    id: 'standard',
    label: $msgid('Standard'),
    width: 80,
    grow: 0,
    narrow: { at: 'fact' },
    cell: (item) => h('bdi', { class: 'mid' }, plainName(item.token.type ?? '', 40)),
    text: (item) => item.token.type ?? '',
    sort: (item) => item.token.type ?? undefined,
  },
  countColumn('held', $msgid('Held'), (item) => item.amount, {
    width: 90,
    narrow: { at: 'amount' },
  }),
  {
    id: 'nfts',
    label: $msgid('NFTs'),
    width: 220,
    grow: 2,
    narrow: { at: 'fact' },
    cell: ({ token, token_instances: nfts, amount }, { links }) => {
      const shown = (nfts ?? []).slice(0, MAX_SHOWN)
      const more = shown.length > 0 && Number(amount ?? shown.length) > shown.length
      return [
        ...shown.flatMap(({ id }) => {
          const { href, to } = links.instance(token.address_hash, id)
          const words = `#${shortenHash(id, 8, 4)}`
          return [
            h(
              'a',
              { class: 'nft-id', href, tabindex: -1, 'data-to': to, 'data-copy': id, title: `#${id}` },
              words,
            ),
            ' ',
          ]
        }),
        more ? h('span', { class: 'dim' }, '…') : null,
      ]
    },
    text: ({ token_instances: nfts }) => (nfts ?? []).map(({ id }) => `#${id}`).join(' '),
  },
]

export const addressNftCollections: ListColumns<NftCollection> = columns
