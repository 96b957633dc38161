import { h } from 'vue'
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import type { SearchItem } from '#shared/chain/search.ts'
import { searchName, searchTarget } from '#shared/lists/named-lists.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { isBadReputation } from '#shared/chain/reputation.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { nameMark } from '#renderer/entities/name-mark.ts'
import { searchKind, searchKindText } from '#renderer/entities/search-kind.ts'
import { tagCell } from '#renderer/entities/transaction/badge-cells.ts'
import { hashCell } from '#renderer/entities/transaction/hash-cell.ts'
import { formatCount } from '#renderer/lib/format-number.ts'
import { smallIcon } from '#renderer/ui/small-icons.ts'
import type { ListColumns } from './list-column.ts'

const hashOf = (item: SearchItem) =>
  item.address_hash ??
  item.transaction_hash ??
  item.block_hash ??
  item.user_operation_hash ??
  item.blob_hash ??
  undefined

function linkOf(item: SearchItem, { links }: CellContext) {
  const target = searchTarget(item)
  switch (target?.kind) {
    case 'token':
      return links.token(target.address)
    case 'address':
      return links.address(target.address)
    case 'transaction':
      return links.transaction(target.hash)
    case 'block':
      return links.block(target.block)
    default:
      return undefined
  }
}

const blockText = (block: number | string) => `Block ${formatCount(block)}`

/** The name in English, for copies. */
const nameText = (item: SearchItem) =>
  plainName(searchName(item) ?? '') ||
  plainName(item.symbol ?? '') ||
  (item.block_number == null ? '' : blockText(item.block_number))

/** The name in the window's language. A block has no name, so its number is shown. */
const shownName = (item: SearchItem) =>
  item.block_number != null && nameText(item) === blockText(item.block_number)
    ? $gettext('Block %{block}', { block: formatCount(item.block_number) })
    : nameText(item)

/** Columns of the results of a search at the source. */
export const searchResults: ListColumns<SearchItem> = [
  {
    id: 'kind',
    label: $msgid('Kind'),
    width: 106,
    grow: 0,
    narrow: { at: 'kind' },
    cell: (item) => tagCell(searchKind(item)),
    text: searchKindText,
    printed: { text: searchKind },
    sort: searchKind,
  },
  {
    id: 'name',
    label: $msgid('Name'),
    width: 200,
    grow: 2,
    narrow: { at: 'main' },
    cell: (item) =>
      h('span', { class: 'addr' }, [
        h('bdi', shownName(item)),
        nameMark(item.symbol, searchName(item)),
        isBadReputation(item.reputation)
          ? h('span', { class: 'scam', title: $gettext('Marked as a scam by the source') }, [
              smallIcon('warning'),
              $gettext('scam'),
            ])
          : null,
      ]),
    text: nameText,
    printed: { text: shownName },
    link: linkOf,
    sort: (item) => nameText(item).toLowerCase(),
  },
  {
    id: 'symbol',
    label: $msgid('Symbol'),
    width: 90,
    grow: 0.4,
    narrow: { at: 'unit' },
    cell: (item) => h('bdi', { class: 'mid' }, plainName(item.symbol ?? '', 40)),
    text: (item) => item.symbol ?? '',
    sort: (item) => item.symbol?.toLowerCase(),
  },
  {
    id: 'hash',
    label: $msgid('Address or hash'),
    width: 140,
    grow: 1,
    narrow: { at: 'fact' },
    cell: (item, context) => {
      const hash = hashOf(item)
      return hash === undefined ? null : hashCell(hash, linkOf(item, context))
    },
    text: (item) => hashOf(item) ?? '',
    link: linkOf,
  },
  {
    id: 'verified',
    label: $msgid('Verified'),
    width: 84,
    grow: 0,
    narrow: { at: 'fact' },
    cell: (item) => (item.is_smart_contract_verified === true ? tagCell($gettext('verified'), 'ok') : null),
    text: (item) =>
      item.is_smart_contract_verified == null ? '' : item.is_smart_contract_verified ? 'yes' : 'no',
  },
]
