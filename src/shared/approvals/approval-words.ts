/** Describes approvals in words. */
import { describeUnknownChain } from '../check/check-words.ts'
import type { Approval, ApprovalEnd, ApprovalEvidence } from '../rpc/contract/approvals.ts'
import { $gettext, $msgid, $ngettext } from '../text/gettext.ts'
import { formatAmount, formatCents, formatFiatValue, groupThousands } from '../units.ts'
import { hasRisk, riskOf, type ApprovalRisk } from './approval-risk.ts'
import { isAmount, type StakeTotal } from './stake-total.ts'

const RISKS: Readonly<Record<ApprovalRisk, string>> = {
  scam: $msgid('marked as scam by the source'),
  account: $msgid('a plain account'),
  unverified: $msgid('source not verified'),
  collection: $msgid('a whole collection'),
  unlimited: $msgid('unlimited'),
  unknown: $msgid('the token does not answer'),
  limited: $msgid('limited'),
  own: $msgid('in your watchlist'),
}

/** What a weightier risk must not hide. */
const HIDDEN = ['account', 'unverified', 'unknown', 'collection', 'unlimited', 'own'] as const

/** The risks of an approval in words, the highest first: `a plain account, unlimited`. */
export function riskWords(approval: Approval): string {
  const risk = riskOf(approval)
  const others = [
    ...HIDDEN.filter((one) => one !== risk && hasRisk(approval, one)).map((one) => $gettext(RISKS[one])),
    ...(approval.stake === '0' ? [$gettext('nothing held')] : []),
    ...(approval.state === 'told' ? [$gettext('no token was asked')] : []),
  ]
  return [$gettext(RISKS[risk]), ...others].join(', ')
}

/** The amount or the NFTs that the approval is of. */
export function approvedAmount(approval: Approval): string {
  const { kind, id, unlimited, amount, token } = approval
  if (kind === 'nft') return `#${id ?? ''}`
  if (kind === 'collection') return $gettext('every one')
  if (unlimited === 'huge') return $gettext('everything, unlimited')
  if (unlimited === 'supply') return $gettext('everything, more than there is')
  return amount === null ? $gettext('not known') : amountOf(amount, token)
}

/** ISO, of seconds since 1970. Undefined for a time that no date can show: Permit2 has such, and a node may say such. */
export function isoOf(seconds: number | null): string | undefined {
  const time = new Date((seconds ?? NaN) * 1_000)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

/** The amount that could be taken now; empty if it is not known. */
export function stakeWords({ kind, stake, token }: Approval): string {
  if (stake === null) return ''
  return isAmount(kind)
    ? amountOf(stake, token)
    : $ngettext('%{count} NFT', '%{count} NFTs', stake === '1' ? 1 : 2, { count: groupThousands(stake) })
}

/** The worth of the amount that could be taken now, at the source's price; empty if either is not known. */
export function stakeWorth({ kind, stake, token: { decimals, price } }: Approval): string {
  const worth = isAmount(kind) ? formatFiatValue(stake, decimals, price) : undefined
  if (worth === undefined) return ''
  return worth.startsWith('<') ? `< $ ${worth.slice(1)}` : `$ ${worth}`
}

/** `$ 12.50, 2 without a price`; empty if nothing has a price. `isPart`: not all approvals are in it. */
export function totalWords({ cents, unknown }: StakeTotal, isPart: boolean): string {
  if (cents === null) return ''
  const more = $ngettext('%{count} without a price', '%{count} without a price', unknown, {
    count: groupThousands(String(unknown)),
  })
  const worth = `$ ${formatCents(cents)}`
  const said = isPart ? $gettext('at least %{worth}', { worth }) : worth
  return [said, ...(unknown > 0 ? [more] : [])].join(', ')
}

/** How the approval ended, where no transaction tells. */
export function endWords({ kind }: Approval, { how, by }: ApprovalEnd): string {
  if (how === 'expired') return $gettext('its time was over')
  if (how === 'said') return by?.method ?? $gettext('a call that is not known')
  return kind === 'nft'
    ? $gettext('moved, no log of the approval says when')
    : $gettext('used up, no log of the approval says when')
}

/** Where no transaction is told of the last use. */
export const unusedWords = ({ lastUse }: Approval): string =>
  lastUse.kind === 'never' ? $gettext('never') : $gettext('not known')

/** Without decimals the amount is in the token's smallest unit, and says so. */
function amountOf(amount: string, { decimals, symbol }: Approval['token']): string {
  if (decimals === null) return $gettext('%{amount} of the smallest unit', { amount })
  return [formatAmount(amount, decimals), ...(symbol === null ? [] : [symbol])].join(' ')
}

const grouped = (count: number) => groupThousands(String(count))

/** The sentences that say from which logs or transactions the approvals are known, and what they can't say. */
export function describeEvidence(evidence: ApprovalEvidence): string[] {
  if (evidence.kind === 'transactions') return describeTransactions(evidence)
  const { from, to, logs, node, block, stopped, transfers } = evidence
  const shown = { from: grouped(from), to: grouped(to), host: node.host, count: grouped(logs) }
  return [
    $ngettext(
      'From %{count} log of blocks %{from} to %{to}, given by %{host}.',
      'From %{count} logs of blocks %{from} to %{to}, given by %{host}.',
      logs,
      shown,
    ),
    ...describeUnknownChain(node),
    $gettext('Tokens were asked at block %{height}.', { height: grouped(block.height) }),
    ...describeTransfers(transfers, shown.to),
    ...(stopped?.kind === 'full'
      ? [$gettext('There are too many approvals: older ones are not known.')]
      : []),
    ...(stopped?.kind === 'refused'
      ? [
          $gettext('The node gives no logs of earlier blocks: “%{words}”', {
            words: stopped.serverMessage,
          }),
        ]
      : []),
  ]
}

function describeTransfers(
  transfers: Extract<ApprovalEvidence, { kind: 'logs' }>['transfers'],
  to: string,
): string[] {
  if (transfers === null) return []
  const { from, logs } = transfers
  if (from === null)
    return [$gettext('The node gave no transfers: when an approval was last used is not known.')]
  return [
    $ngettext(
      'Last uses are from %{count} transfer of blocks %{from} to %{to}, by who sent it and to whom.',
      'Last uses are from %{count} transfers of blocks %{from} to %{to}, by who sent them and to whom.',
      logs,
      { count: grouped(logs), from: grouped(from), to },
    ),
  ]
}

function describeTransactions({
  rows,
  from,
  to,
  state,
}: Extract<ApprovalEvidence, { kind: 'transactions' }>) {
  const lacking = $gettext(
    'No node was asked: what was used, when and how much of it, and what was approved by a signature or by another contract, is not known.',
  )
  if (from === null || to === null) return [$gettext('No transaction of this address is kept.'), lacking]
  return [
    $ngettext(
      'From %{count} transaction of blocks %{from} to %{to}.',
      'From %{count} transactions of blocks %{from} to %{to}.',
      rows,
      { count: grouped(rows), from: grouped(from), to: grouped(to) },
    ),
    ...(state === 'whole' ? [] : [$gettext('Not all transactions are here.')]),
    lacking,
  ]
}
