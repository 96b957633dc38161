/** The texts of a printed statement: full addresses and hashes, all digits, and notes on what it leaves out. */
import { $gettext, $ngettext } from '#shared/text/gettext.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import { chainName } from '#shared/chains.ts'
import type {
  LedgerAsset,
  LedgerGap,
  LedgerMovement,
  LedgerProof,
  LedgerStatement,
  StatementLine,
} from '#shared/rpc/contract/ledger.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { formatAmount } from '#shared/units.ts'
import { formatCount, pluralize } from '#renderer/lib/format-number.ts'
import { formatFullTime, formatShortTime, type Zone } from '#renderer/lib/format-time.ts'
import { LIST_WORDS } from '#renderer/lists/columns/list-words.ts'
import {
  ASSETS,
  assetName,
  decimalsOf,
  describeLeftOut,
  describePlace,
  describeProof,
  describeReason,
  differing,
  MOVEMENTS,
  RULE_LABELS,
  signedAmount,
  timeOf,
  type Coin,
} from '../ledger-labels.ts'
import { zoneName, type Period } from '../period.ts'

export interface PrintedMovement {
  readonly movement: LedgerMovement
  readonly asset: LedgerAsset
}

export interface PrintoutInput {
  /** The address with its checksum. */
  readonly address: string
  /** Addresses counted together with `address`. */
  readonly others: readonly string[]
  readonly name: string | undefined
  readonly nameOf: (party: AddressRef) => string | undefined
  readonly source: SourceView | undefined
  readonly coin: Coin
  readonly zone: Zone
  /** Time of printing, in ms since 1970. */
  readonly now: number
  readonly period: Period
  /** True if only the balances at the end of the period are printed. */
  readonly isPointInTime: boolean
  readonly proof: LedgerProof
  readonly statement: LedgerStatement
  readonly withSpam: boolean
  /** The asset whose movements are printed; null for all assets. */
  readonly asset: LedgerAsset | null
  /** The movements that were read, newest first. */
  readonly movements: readonly PrintedMovement[]
  /** Number of all movements, printed or not. */
  readonly movementCount: number
}

export interface PrintedAsset {
  readonly name: string
  readonly address: string
  readonly proof: string
  readonly amounts: readonly string[]
}

export interface PrintedLine {
  readonly time: string
  readonly block: string
  readonly kind: string
  readonly amount: string
  readonly counterparty: string
  readonly transaction: string
}

export interface Printout {
  readonly title: string
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly heads: readonly string[]
  readonly assets: readonly PrintedAsset[]
  readonly notes: readonly string[]
  /** Title of the movements; undefined if none are printed. */
  readonly movementsTitle: string | undefined
  /** Oldest first. */
  readonly movements: readonly PrintedLine[]
}

/** Maximum number of gaps in the notes. */
const MAX_GAPS = 30

export function describePrintout(of: PrintoutInput): Printout {
  const { isPointInTime, statement, movements, movementCount } = of
  const assets = isPointInTime ? statement.lines.filter(({ closing }) => closing !== '0') : statement.lines
  return {
    title: titleOf(of),
    facts: factsOf(of),
    heads: isPointInTime
      ? [$gettext('Balance')]
      : [
          $gettext('Opening'),
          $gettext('In'),
          $gettext('Out'),
          $gettext('Fees (of out)'),
          $gettext('Closing'),
        ],
    assets: assets.map((line) => describeAsset(line, of)),
    notes: notesOf(of),
    movementsTitle: isPointInTime || movementCount === 0 ? undefined : movementsTitleOf(of),
    movements: isPointInTime ? [] : movements.toReversed().map((one) => describeMovement(one, of)),
  }
}

function titleOf({ isPointInTime, name, address, others }: PrintoutInput): string {
  const of = name ?? address
  if (others.length === 0)
    return isPointInTime
      ? $gettext('Balances of %{address}', { address: of })
      : $gettext('Statement of %{address}', { address: of })
  const values = { address: of, count: formatCount(others.length) }
  return isPointInTime
    ? $gettext('Balances of %{address} and %{count} more', values)
    : $gettext('Statement of %{address} and %{count} more', values)
}

function movementsTitleOf({ asset, coin, movements, movementCount }: PrintoutInput): string {
  const all = formatCount(movementCount)
  if (movements.length < movementCount) {
    const values = { newest: formatCount(movements.length), all }
    return asset
      ? $gettext('Movements of %{asset}, the oldest first: the newest %{newest} of %{all}', {
          asset: assetName(asset, coin),
          ...values,
        })
      : $gettext('Movements, the oldest first: the newest %{newest} of %{all}', values)
  }
  return asset
    ? $gettext('Movements of %{asset}, the oldest first: %{all}', { asset: assetName(asset, coin), all })
    : $gettext('Movements, the oldest first: %{all}', { all })
}

function factsOf({
  address,
  others,
  name,
  source,
  period,
  proof,
  coin,
  zone,
  now,
  isPointInTime,
}: PrintoutInput) {
  const at = (time: number) => formatFullTime(new Date(time).toISOString(), zone)
  const end =
    period.to === null
      ? $gettext('block %{block}, the newest', { block: formatCount(proof.block ?? 0) })
      : at(period.to - 1_000)
  const chainId = source?.chainId
  const facts: [string, string][] = [
    [$gettext('Address'), address],
    ...others.map((other): [string, string] => [$gettext('Together with'), other]),
    ...(name === undefined ? [] : [[$gettext('Name'), name] as [string, string]]),
    [$gettext('Chain'), chainId === undefined ? '' : `${chainName(chainId)} (${chainId})`],
    [$gettext('Source'), source ? `${source.name}, ${source.host}` : ''],
    isPointInTime
      ? [$gettext('Balance at'), end]
      : [
          $gettext('Period'),
          period.from === null
            ? $gettext('the beginning to %{end}', { end })
            : $gettext('%{from} to %{end}', { from: at(period.from), end }),
        ],
    [$gettext('Time zone'), zoneName(zone)],
    [$gettext('Proof'), describeProof(proof, coin)],
    [$gettext('Read'), at(proof.readAt)],
    [$gettext('Printed'), at(now)],
  ]
  return facts.filter(([, value]) => value !== '')
}

function describeAsset(line: StatementLine, { coin, proof, isPointInTime }: PrintoutInput): PrintedAsset {
  const { asset } = line
  const proven = proof.assets.find((one) => one.asset.id === asset.id)
  const exact = (amount: string) => formatAmount(amount, decimalsOf(asset, coin))
  const members = isPointInTime
    ? (['closing'] as const)
    : (['opening', 'in', 'out', 'fees', 'closing'] as const)
  return {
    name: assetName(asset, coin),
    address: asset.token?.address_hash ?? '',
    proof:
      proven?.state === 'adds_up'
        ? $gettext('adds up')
        : proven?.state === 'differs'
          ? $gettext('differs by %{amount}', { amount: signedAmount(proven.difference ?? '0', asset, coin) })
          : $gettext('not proven'),
    amounts: members.map((member) => exact(line[member])),
  }
}

function describeMovement(
  { movement, asset }: PrintedMovement,
  { coin, zone, nameOf }: PrintoutInput,
): PrintedLine {
  const { counterparty, nft, rule } = movement
  const time = timeOf(movement)
  const name = counterparty && nameOf(counterparty)
  return {
    time: time === '' ? '' : formatShortTime(time, zone),
    block: rule === 'genesis' ? '' : formatCount(movement.block),
    kind: $gettext(RULE_LABELS[rule]),
    amount:
      signedAmount(movement.amount, asset, coin) + (asset.tokenId === null && nft !== null ? ` #${nft}` : ''),
    counterparty: counterparty ? [counterparty.hash, ...(name === undefined ? [] : [name])].join(' ') : '',
    transaction: movement.transaction ?? '',
  }
}

function describeGap(gap: LedgerGap, asset: LedgerAsset, coin: Coin): string {
  const { transaction } = gap
  const values = {
    amount: signedAmount(gap.amount, asset, coin),
    place: describePlace(gap),
    reason: describeReason(gap, asset),
  }
  return transaction === null
    ? $gettext('Differs: %{amount} %{place}. %{reason}', values)
    : $gettext('Differs: %{amount} %{place}, in transaction %{transaction}. %{reason}', {
        ...values,
        transaction,
      })
}

function notesOf(of: PrintoutInput): readonly string[] {
  const { proof, statement, coin, withSpam, asset, movements, movementCount, isPointInTime } = of
  const gaps = differing(proof.assets).flatMap(({ asset: own, gaps: found }) =>
    found.map((gap) => describeGap(gap, own, coin)),
  )
  const spam = statement.leftOut.reduce((sum, one) => sum + one.movements, 0)
  const spamValues = {
    movements: pluralize(spam, MOVEMENTS),
    rules: describeLeftOut(statement.leftOut),
  }
  const unread = proof.lists.reduce((sum, list) => sum + list.unread, 0)
  const lists = proof.lists.flatMap(({ list, state, notice }) => {
    const title = $gettext(LIST_WORDS[list].title)
    if (state === 'absent') return [$gettext('%{title}: the source has no such list.', { title })]
    if (state !== 'noticed') return []
    return [
      notice === undefined
        ? $gettext('%{title}: the source says that it may lack rows.', { title })
        : `${title}: ${notice}`,
    ]
  })
  const assets = statement.lineCount - statement.lines.length
  return [
    ...gaps.slice(0, MAX_GAPS),
    ...(gaps.length > MAX_GAPS
      ? [$gettext('%{count} more differences.', { count: formatCount(gaps.length - MAX_GAPS) })]
      : []),
    ...(spam > 0
      ? [
          withSpam
            ? $gettext('Counted as spam: %{movements} (%{rules}).', spamValues)
            : $gettext('Left out as spam: %{movements} (%{rules}).', spamValues),
        ]
      : []),
    ...(unread > 0
      ? [
          $ngettext(
            '%{count} row could not be read, and is not in the sums.',
            '%{count} rows could not be read, and are not in the sums.',
            unread,
            { count: formatCount(unread) },
          ),
        ]
      : []),
    ...lists,
    ...(assets > 0
      ? [
          $gettext('Left out: %{assets} with fewer movements.', {
            assets: pluralize(assets, ASSETS),
          }),
        ]
      : []),
    ...(isPointInTime || asset === null
      ? []
      : [
          $gettext('Left out: movements of assets other than %{asset}.', {
            asset: assetName(asset, coin),
          }),
        ]),
    ...(isPointInTime || movements.length >= movementCount
      ? []
      : [
          $gettext(
            'Left out: the %{count} oldest movements; they are in all sums. Shorter periods print all of theirs.',
            { count: formatCount(movementCount - movements.length) },
          ),
        ]),
  ]
}
