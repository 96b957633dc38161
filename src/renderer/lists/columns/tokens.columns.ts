import { $msgid } from '#shared/text/gettext.ts'
import { amountOf } from '#shared/query/sort-values.ts'
import type { Token } from '#shared/chain/token.ts'
import { formatAmount } from '#shared/units.ts'
import { amountCell, priceCell } from '#renderer/entities/amount/amount-cell.ts'
import { countColumn } from './coin-column.ts'
import { tokenColumns } from './token-columns.ts'
import type { ListColumns } from './list-column.ts'

const about = tokenColumns<Token>((item) => item)

/** Columns of the tokens of a chain. */
export const tokens: ListColumns<Token> = [
  about.token,
  about.symbol,
  about.contract,
  about.type,
  countColumn('holders', $msgid('Holders'), (item) => item.holders_count, {
    narrow: { at: 'fact', isNamed: true },
  }),
  {
    id: 'supply',
    label: $msgid('Supply'),
    width: 124,
    grow: 1,
    align: 'end',
    cell: (item, _, room) => amountCell(item.total_supply, item.decimals, { room }),
    text: (item) => (item.total_supply == null ? '' : formatAmount(item.total_supply, item.decimals, '')),
    sort: (item) => amountOf(item.total_supply, item.decimals),
  },
  { ...about.price, narrow: { at: 'amount' } },
  {
    id: 'market_cap',
    label: $msgid('Market cap, USD'),
    width: 122,
    grow: 0.5,
    narrow: { at: 'end' },
    align: 'end',
    cell: (item, _, room) => priceCell(item.circulating_market_cap, room),
    text: (item) => item.circulating_market_cap ?? '',
    sort: (item) => (item.circulating_market_cap == null ? undefined : Number(item.circulating_market_cap)),
  },
]
