/** Texts for the parts of a ledger. */
import { $gettext, $msgid, $nmsgid } from '#shared/text/gettext.ts'
import type {
  AssetProof,
  GapReason,
  LedgerAsset,
  LedgerGap,
  LedgerMovement,
  LedgerProof,
  MovementRule,
} from '#shared/rpc/contract/ledger.ts'
import type { LeftOut, SpamRule } from '#shared/rpc/contract/ledger-spam.ts'
import { plainUnit } from '#shared/text/hostile-text.ts'
import { formatCount, pluralize } from '#renderer/lib/format-number.ts'
import { tokenLabel } from '#renderer/entities/token/token-cell.ts'
import { LIST_WORDS } from '#renderer/lists/columns/list-words.ts'
import { formatAmount } from '#shared/units.ts'

export const MOVEMENTS = $nmsgid('movement', 'movements')
export const ASSETS = $nmsgid('asset', 'assets')

export interface Coin {
  readonly symbol: string
  readonly decimals: number
}

export const RULE_LABELS: Readonly<Record<MovementRule, string>> = {
  genesis: $msgid('Held at first'),
  deposit: $msgid('Deposit'),
  value: $msgid('Transaction'),
  creation: $msgid('Creation'),
  fee: $msgid('Fee'),
  internal: $msgid('Internal'),
  'self-destruct': $msgid('Self-destruct'),
  transfer: $msgid('Transfer'),
  mint: $msgid('Mint'),
  burn: $msgid('Burn'),
  wrapped: $msgid('Wrapped'),
  withdrawal: $msgid('Withdrawal'),
  'block-reward': $msgid('Block reward'),
  manual: $msgid('By hand'),
}

export const SPAM_LABELS: Readonly<Record<SpamRule, string>> = {
  'scam-token': $msgid('scam token'),
  'scam-sender': $msgid('sent by a scam'),
  'imitates-token': $msgid('imitation of a token'),
  'imitates-address': $msgid('imitation of an address'),
}

/** Counts of the movements left out, for example `scam token 12, imitation of an address 2`. */
export const describeLeftOut = (leftOut: readonly LeftOut[]): string =>
  leftOut.map(({ rule, movements }) => `${$gettext(SPAM_LABELS[rule])} ${formatCount(movements)}`).join(', ')

/** The name of an asset, for example `ETH`, `USDC`, `Items #12`. */
export function assetName({ token, tokenId }: LedgerAsset, coin: Coin): string {
  if (!token) return coin.symbol
  return tokenLabel(token, 'symbol') + (tokenId === null ? '' : ` #${tokenId}`)
}

/** Decimals of an asset; 0 for an NFT, which is counted. */
export const decimalsOf = ({ token }: LedgerAsset, coin: Coin): string | number | null | undefined =>
  !token ? coin.decimals : token.type === 'ERC-721' ? 0 : token.decimals

export function describeProof(
  { state, movements, block, assets, byHand = 0 }: LedgerProof,
  coin: Coin,
): string {
  const all = pluralize(movements, MOVEMENTS)
  const counted =
    block === null
      ? all
      : $gettext('%{movements}, block %{block}', { movements: all, block: formatCount(block) })
  const entered = byHand === 0 ? null : pluralize(byHand, MOVEMENTS)
  switch (state) {
    case 'adds_up':
      return describeSum(assets, counted, entered)
    case 'differs': {
      const difference = describeDifference(differing(assets), coin)
      return entered === null
        ? $gettext('differs by %{difference}: %{counted}', { difference, counted })
        : $gettext('differs by %{difference}, with %{entered} entered by hand: %{counted}', {
            difference,
            entered,
            counted,
          })
    }
    case 'incomplete':
      return $gettext('not added up: its lists are not whole')
    case 'too_many':
      return $gettext('not added up: its lists are too long')
  }
}

/** Texts of the proof. For some assets the source may not know the balance, so they stay unproven. */
function describeSum(all: readonly AssetProof[], counted: string, entered: string | null): string {
  const unproven = all.filter(({ state }) => state === 'unknown').length
  if (unproven === 0)
    return entered === null
      ? $gettext('adds up: %{counted}', { counted })
      : $gettext('adds up, with %{entered} entered by hand: %{counted}', { entered, counted })
  const assets = pluralize(unproven, ASSETS)
  return entered === null
    ? $gettext('adds up, but for %{assets} that can’t be proven: %{counted}', { assets, counted })
    : $gettext(
        'adds up, but for %{assets} that can’t be proven, with %{entered} entered by hand: %{counted}',
        {
          assets,
          entered,
          counted,
        },
      )
}

function describeDifference(wrong: readonly AssetProof[], coin: Coin): string {
  const [only] = wrong
  return only && wrong.length === 1
    ? signedAmount(only.difference ?? '0', only.asset, coin)
    : pluralize(wrong.length, ASSETS)
}

export const differing = (assets: readonly AssetProof[]) => assets.filter(({ state }) => state === 'differs')

/** Names of the incomplete lists without which a ledger has no proof. */
export const incompleteLists = ({ lists }: LedgerProof): string =>
  lists
    .filter(({ list, state }) => state === 'incomplete' && list !== 'address-coin-balances')
    .map(({ list }) => $gettext(LIST_WORDS[list].title))
    .join(', ')

const REASONS: Readonly<Record<GapReason, string>> = {
  internals_missing: $msgid('The source has no internal transactions, which may have moved it.'),
  list_noticed: $msgid('The source says that one of its lists may lack rows.'),
  between_transactions: $msgid(
    'No transaction in these lists moved it: rows may be missing, or the token changes balances by itself.',
  ),
  in_transaction: $msgid(
    'A transaction moved another amount than its rows say: a row is missing, or the token takes a fee.',
  ),
  not_listed: $msgid('The source does not list this token among those of the address.'),
  outcome_unknown: $msgid(
    'Nobody knows whether a transaction there succeeded: its receipt is from before Byzantium, and there is no trace of it.',
  ),
  amount_unknown: $msgid('A row there does not say how much it moved, or what its fee was.'),
  not_claimed: $msgid('Validators have withdrawn it, and nobody has claimed it yet.'),
  entered_by_hand: $msgid('A movement was entered by hand where none was missing.'),
  before_first: $msgid('It was there before the first movement in these lists.'),
}
/** Reasons for gaps of the coin, which unlike a token takes no transfer fee and does not rebase. */
const COIN_REASONS: Readonly<Partial<Record<GapReason, string>>> = {
  between_transactions: $msgid('Nothing in these lists moved it: rows are missing.'),
  in_transaction: $msgid(
    'More was moved there than its rows say, or less: a row is missing, or one is wrong.',
  ),
}
export const describeReason = ({ reason }: LedgerGap, { token }: LedgerAsset) =>
  $gettext((token ? undefined : COIN_REASONS[reason]) ?? REASONS[reason])

/** The position of a gap, for example `between block 1,204 and block 1,310`, `in block 1,250`, `after block 1,310`. */
export function describePlace({ block, after, before }: LedgerGap): string {
  if (block !== null) return $gettext('in block %{block}', { block: formatCount(block) })
  const [from, to] = [after, before].map((movement) => movement && formatCount(movement.block))
  if (from && to)
    return from === to
      ? $gettext('in block %{block}', { block: from })
      : $gettext('between block %{from} and block %{to}', { from, to })
  return from
    ? $gettext('after block %{block}', { block: from })
    : to
      ? $gettext('before block %{block}', { block: to })
      : $gettext('with no movement of it')
}

/** Characters of an asset's name with the id of an NFT. */
const MAX_UNIT_LENGTH = 200

/** The exact amount with its sign and unit. */
export function signedAmount(amount: string, asset: LedgerAsset, coin: Coin): string {
  const shown = formatAmount(amount, decimalsOf(asset, coin))
  return `${shown.startsWith('-') ? `−${shown.slice(1)}` : `+${shown}`} ${plainUnit(assetName(asset, coin), MAX_UNIT_LENGTH)}`
}

/** Time in ISO format; empty for a balance that existed before the first block. */
export const timeOf = ({ time }: LedgerMovement) => (time === null ? '' : new Date(time).toISOString())
