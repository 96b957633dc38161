/** A statement as it stands on paper, in words: whole addresses and hashes, all digits, and what it leaves out. */
import type { AddressRef } from '#shared/chain/address.ts'
import { chainName } from '#shared/chains.ts'
import type {
  LedgerAsset,
  LedgerMovement,
  LedgerProof,
  LedgerStatement,
  StatementLine,
} from '#shared/rpc/contract/ledger.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { formatAmount } from '#shared/units.ts'
import { formatCount, pluralize } from '#renderer/lib/format-number.ts'
import { formatFullTime, formatShortTime, type Zone } from '#renderer/lib/format-time.ts'
import { LIST_PRESENTATIONS } from '#renderer/lists/columns/list-presentations.ts'
import {
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

export interface PaperOf {
  /** With its checksum. */
  readonly address: string
  /** Counted together with it. */
  readonly others: readonly string[]
  readonly name: string | undefined
  readonly nameOf: (party: AddressRef) => string | undefined
  readonly source: SourceView | undefined
  readonly coin: Coin
  readonly zone: Zone
  /** When it is printed, in ms since 1970. */
  readonly now: number
  readonly period: Period
  /** Only balances are printed: those at the end of the period. */
  readonly isMoment: boolean
  readonly proof: LedgerProof
  readonly statement: LedgerStatement
  readonly withSpam: boolean
  /** Of which movements are printed; null: of all. */
  readonly asset: LedgerAsset | null
  /** Those that were read, the newest first. */
  readonly movements: readonly PrintedMovement[]
  /** How many there are in all. */
  readonly movementCount: number
}

export interface PaperAsset {
  readonly name: string
  readonly address: string
  readonly proof: string
  readonly amounts: readonly string[]
}

export interface PaperMovement {
  readonly time: string
  readonly block: string
  readonly kind: string
  readonly amount: string
  readonly counterparty: string
  readonly transaction: string
}

export interface Paper {
  readonly title: string
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly heads: readonly string[]
  readonly assets: readonly PaperAsset[]
  /** What a reader should know. */
  readonly notes: readonly string[]
  /** Above the movements; undefined where there are none to print. */
  readonly movementsTitle: string | undefined
  /** The oldest first. */
  readonly movements: readonly PaperMovement[]
}

/** Gaps that the notes list. */
const MAX_GAPS = 30

export function describePaper(of: PaperOf): Paper {
  const { isMoment, name, address, others, statement, movements, movementCount } = of
  const assets = isMoment ? statement.lines.filter(({ closing }) => closing !== '0') : statement.lines
  return {
    title: `${isMoment ? 'Balances' : 'Statement'} of ${name ?? address}${others.length > 0 ? ` and ${formatCount(others.length)} more` : ''}`,
    facts: factsOf(of),
    heads: isMoment ? ['Balance'] : ['Opening', 'In', 'Out', 'Fees (of out)', 'Closing'],
    assets: assets.map((line) => describeAsset(line, of)),
    notes: notesOf(of),
    movementsTitle:
      isMoment || movementCount === 0
        ? undefined
        : `${of.asset ? `Movements of ${assetName(of.asset, of.coin)}` : 'Movements'}, the oldest first: ${
            movements.length < movementCount ? `the newest ${formatCount(movements.length)} of ` : ''
          }${formatCount(movementCount)}`,
    movements: isMoment ? [] : movements.toReversed().map((one) => describeMovement(one, of)),
  }
}

function factsOf({ address, others, name, source, period, proof, coin, zone, now, isMoment }: PaperOf) {
  const at = (time: number) => formatFullTime(new Date(time).toISOString(), zone)
  const end =
    period.to === null
      ? `block ${proof.block === null ? '0' : formatCount(proof.block)}, the newest`
      : at(period.to - 1_000)
  const chainId = source?.chainId
  const facts: [string, string][] = [
    ['Address', address],
    ...others.map((other): [string, string] => ['Together with', other]),
    ...(name === undefined ? [] : [['Name', name] as [string, string]]),
    ['Chain', chainId === undefined ? '' : `${chainName(chainId)} (${chainId})`],
    ['Source', source ? `${source.name}, ${source.host}` : ''],
    isMoment
      ? ['Balance at', end]
      : ['Period', `${period.from === null ? 'the beginning' : at(period.from)} to ${end}`],
    ['Time zone', zoneName(zone)],
    ['Proof', describeProof(proof, coin)],
    ['Read', at(proof.readAt)],
    ['Printed', at(now)],
  ]
  return facts.filter(([, value]) => value !== '')
}

function describeAsset(line: StatementLine, { coin, proof, isMoment }: PaperOf): PaperAsset {
  const { asset } = line
  const proven = proof.assets.find((one) => one.asset.id === asset.id)
  const exact = (amount: string) => formatAmount(amount, decimalsOf(asset, coin))
  const members = isMoment ? (['closing'] as const) : (['opening', 'in', 'out', 'fees', 'closing'] as const)
  return {
    name: assetName(asset, coin),
    address: asset.token?.address_hash ?? '',
    proof:
      proven?.state === 'adds_up'
        ? 'adds up'
        : proven?.state === 'differs'
          ? `differs by ${signedAmount(proven.difference ?? '0', asset, coin)}`
          : 'not proven',
    amounts: members.map((member) => exact(line[member])),
  }
}

function describeMovement(
  { movement, asset }: PrintedMovement,
  { coin, zone, nameOf }: PaperOf,
): PaperMovement {
  const { counterparty, nft, rule } = movement
  const time = timeOf(movement)
  const name = counterparty && nameOf(counterparty)
  return {
    time: time === '' ? '' : formatShortTime(time, zone),
    block: rule === 'genesis' ? '' : formatCount(movement.block),
    kind: RULE_LABELS[rule],
    amount:
      signedAmount(movement.amount, asset, coin) + (asset.tokenId === null && nft !== null ? ` #${nft}` : ''),
    counterparty: counterparty ? [counterparty.hash, ...(name === undefined ? [] : [name])].join(' ') : '',
    transaction: movement.transaction ?? '',
  }
}

function notesOf(of: PaperOf): readonly string[] {
  const { proof, statement, coin, withSpam, asset, movements, movementCount, isMoment } = of
  const wrong = differing(proof.assets)
  const gaps = wrong.flatMap(({ asset: own, gaps: found }) =>
    found.map(
      (gap) =>
        `Differs: ${signedAmount(gap.amount, own, coin)} ${describePlace(gap)}${
          gap.transaction === null ? '' : `, in transaction ${gap.transaction}`
        }. ${describeReason(gap, own)}`,
    ),
  )
  const spam = statement.leftOut.reduce((sum, one) => sum + one.movements, 0)
  const unread = proof.lists.reduce((sum, list) => sum + list.unread, 0)
  const lists = proof.lists.flatMap(({ list, state, notice }) => {
    const { title } = LIST_PRESENTATIONS[list]
    if (state === 'absent') return [`${title}: the source has no such list.`]
    return state === 'noticed' ? [`${title}: ${notice ?? 'the source says that it may lack rows.'}`] : []
  })
  const assets = statement.lineCount - statement.lines.length
  return [
    ...gaps.slice(0, MAX_GAPS),
    ...(gaps.length > MAX_GAPS ? [`${formatCount(gaps.length - MAX_GAPS)} more differences.`] : []),
    ...(spam > 0
      ? [
          `${withSpam ? 'Counted as spam' : 'Left out as spam'}: ${pluralize(spam, MOVEMENTS)} (${describeLeftOut(statement.leftOut)}).`,
        ]
      : []),
    ...(unread > 0
      ? [`${pluralize(unread, { one: 'row', many: 'rows' })} could not be read, and are not in the sums.`]
      : []),
    ...lists,
    ...(assets > 0
      ? [`Left out: ${pluralize(assets, { one: 'asset', many: 'assets' })} with fewer movements.`]
      : []),
    ...(isMoment || asset === null
      ? []
      : [`Left out: movements of assets other than ${assetName(asset, coin)}.`]),
    ...(isMoment || movements.length >= movementCount
      ? []
      : [
          `Left out: the ${formatCount(movementCount - movements.length)} oldest movements; they are in all sums. Shorter periods print all of theirs.`,
        ]),
  ]
}
