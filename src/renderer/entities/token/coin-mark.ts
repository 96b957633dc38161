import { h, type VNode } from 'vue'
import { isCoin, type Coin } from '#shared/source.ts'
import { $gettext } from '#shared/text/gettext.ts'

/** The mark of a token that is the chain's coin by its contract. Null for other tokens. */
export const coinMark = (
  coin: Coin,
  token: { readonly address_hash: string } | null | undefined,
): VNode | null =>
  isCoin(coin, token)
    ? h(
        'span',
        { class: 'tag', title: $gettext('It is the coin of this chain. Sums count it once, as the coin.') },
        $gettext('coin'),
      )
    : null
