/** What the parts of a ledger are called. */
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
import { formatCount, pluralize } from '#renderer/lib/format-number.ts'
import { tokenLabel } from '#renderer/entities/token/token-cell.ts'
import { LIST_PRESENTATIONS } from '#renderer/lists/columns/list-presentations.ts'
import { formatAmount } from '#shared/units.ts'

export const MOVEMENTS = { one: 'movement', many: 'movements' } as const

export interface Coin {
  readonly symbol: string
  readonly decimals: number
}

export const RULE_LABELS: Readonly<Record<MovementRule, string>> = {
  genesis: 'Held at first',
  deposit: 'Deposit',
  value: 'Transaction',
  creation: 'Creation',
  fee: 'Fee',
  internal: 'Internal',
  'self-destruct': 'Self-destruct',
  transfer: 'Transfer',
  mint: 'Mint',
  burn: 'Burn',
  wrapped: 'Wrapped',
  withdrawal: 'Withdrawal',
  'block-reward': 'Block reward',
  manual: 'By hand',
}

export const SPAM_LABELS: Readonly<Record<SpamRule, string>> = {
  'scam-token': 'scam token',
  'scam-sender': 'sent by a scam',
  'imitates-token': 'imitation of a token',
  'imitates-address': 'imitation of an address',
}

/** `scam token 12, imitation of an address 2`. */
export const describeLeftOut = (leftOut: readonly LeftOut[]): string =>
  leftOut.map(({ rule, movements }) => `${SPAM_LABELS[rule]} ${formatCount(movements)}`).join(', ')

/** `ETH`, `USDC`, `Items #12`. */
export function assetName({ token, tokenId }: LedgerAsset, coin: Coin): string {
  if (!token) return coin.symbol
  return tokenLabel(token, 'symbol') + (tokenId === null ? '' : ` #${tokenId}`)
}

/** Digits behind the point: an NFT is counted. */
export const decimalsOf = ({ token }: LedgerAsset, coin: Coin): string | number | null | undefined =>
  !token ? coin.decimals : token.type === 'ERC-721' ? 0 : token.decimals

export function describeProof(
  { state, movements, block, assets, byHand = 0 }: LedgerProof,
  coin: Coin,
): string {
  const counted = [
    pluralize(movements, MOVEMENTS),
    ...(block === null ? [] : [`block ${formatCount(block)}`]),
  ].join(', ')
  const entered = byHand === 0 ? '' : `, with ${pluralize(byHand, MOVEMENTS)} entered by hand`
  switch (state) {
    case 'adds_up':
      return `adds up${describeUnproven(assets)}${entered}: ${counted}`
    case 'differs':
      return `differs by ${describeDifference(differing(assets), coin)}${entered}: ${counted}`
    case 'incomplete':
      return 'not added up: its lists are not whole'
    case 'too_many':
      return 'not added up: its lists are too long'
  }
}

/** Of which the source does not say what is held. */
function describeUnproven(assets: readonly AssetProof[]): string {
  const count = assets.filter(({ state }) => state === 'unknown').length
  return count === 0
    ? ''
    : `, but for ${pluralize(count, { one: 'asset', many: 'assets' })} that can’t be proven`
}

function describeDifference(wrong: readonly AssetProof[], coin: Coin): string {
  const [only] = wrong
  return only && wrong.length === 1
    ? signedAmount(only.difference ?? '0', only.asset, coin)
    : pluralize(wrong.length, { one: 'asset', many: 'assets' })
}

export const differing = (assets: readonly AssetProof[]) => assets.filter(({ state }) => state === 'differs')

/** Of the lists that nothing can be said without. */
export const incompleteLists = ({ lists }: LedgerProof): string =>
  lists
    .filter(({ list, state }) => state === 'incomplete' && list !== 'address-coin-balances')
    .map(({ list }) => LIST_PRESENTATIONS[list].title)
    .join(', ')

const REASONS: Readonly<Record<GapReason, string>> = {
  internals_missing: 'The source has no internal transactions, which may have moved it.',
  list_noticed: 'The source says that one of its lists may lack rows.',
  between_transactions:
    'No transaction in these lists moved it: rows may be missing, or the token changes balances by itself.',
  in_transaction:
    'A transaction moved another amount than its rows say: a row is missing, or the token takes a fee.',
  not_listed: 'The source does not list this token among those of the address.',
  entered_by_hand: 'A movement was entered by hand where none was missing.',
  before_first: 'It was there before the first movement in these lists.',
}
/** A coin takes no fee, and does not change by itself. */
const COIN_REASONS: Readonly<Partial<Record<GapReason, string>>> = {
  between_transactions: 'Nothing in these lists moved it: rows are missing.',
  in_transaction: 'More was moved there than its rows say, or less: a row is missing, or one is wrong.',
}
export const describeReason = ({ reason }: LedgerGap, { token }: LedgerAsset) =>
  (token ? undefined : COIN_REASONS[reason]) ?? REASONS[reason]

/** `between block 1,204 and block 1,310`, `in block 1,250`, `after block 1,310`. */
export function describePlace({ block, after, before }: LedgerGap): string {
  if (block !== null) return `in block ${formatCount(block)}`
  const [from, to] = [after, before].map((movement) => movement && `block ${formatCount(movement.block)}`)
  if (from && to) return from === to ? `in ${from}` : `between ${from} and ${to}`
  return from ? `after ${from}` : to ? `before ${to}` : 'with no movement of it'
}

/** With its sign, whole and exact. */
export function signedAmount(amount: string, asset: LedgerAsset, coin: Coin): string {
  const shown = formatAmount(amount, decimalsOf(asset, coin))
  return `${shown.startsWith('-') ? `−${shown.slice(1)}` : `+${shown}`} ${assetName(asset, coin)}`
}

/** ISO; empty for what was there before the first block. */
export const timeOf = ({ time }: LedgerMovement) => (time === null ? '' : new Date(time).toISOString())
