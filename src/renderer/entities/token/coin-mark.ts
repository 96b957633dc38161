import { h, type VNode } from 'vue'
import { isCoin, type Coin } from '#shared/source.ts'
import { $gettext } from '#shared/text/gettext.ts'

/** Beside a token that is the chain's coin by another name. Null of all others. */
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
