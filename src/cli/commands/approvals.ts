/** `approvals`: who may take tokens of an address. */
import {
  describeEvidence,
  endWords,
  approvedAmount,
  isoOf,
  riskWords,
  stakeWords,
  stakeWorth,
  totalWords,
  unusedWords,
} from '#shared/approvals/approval-words.ts'
import { filterApprovals } from '#shared/approvals/filter-approvals.ts'
import { isAmount, stakeTotal } from '#shared/approvals/stake-total.ts'
import { copyFiatValue } from '#shared/units.ts'
import { describeProblem } from '#shared/check/check-words.ts'
import type {
  Approval,
  ApprovalPlace,
  ApprovalsProgress,
  ApprovalsReport,
} from '#shared/rpc/contract/approvals.ts'
import type { CommandContext } from '../command-context.ts'
import { ExitWithCode } from '../output/failures.ts'
import { createRowOutput, jsonText } from '../output/formats.ts'
import type { Output } from '../output/output.ts'
import type { Session } from '../session.ts'
import { findAddress } from '../thing.ts'

interface ApprovalsOptions {
  readonly with?: string
  readonly ended?: boolean
  readonly filter?: string
}

/** Exits with 1 if the node is not trusted. */
export async function approvals(
  { session, output, format }: CommandContext,
  text: string,
  { ended: isOfEnded = false, filter = '' }: ApprovalsOptions,
): Promise<void> {
  const address = await findAddress(text, { session, output })
  const report = await read(session, output, address)
  if (format === 'json') await output.write(`${jsonText(filtered(report, filter), output, 2)}\n`)
  if (report.outcome === 'refused') {
    output.note(describeProblem(report.problem, report.node))
    throw new ExitWithCode(1)
  }
  const { approvals: open, endedApprovals, left, ended } = report
  const listed = isOfEnded ? endedApprovals : open
  const found = filterApprovals(listed, filter)
  const { columns, csvColumns, cells, csv } = isOfEnded ? ENDED : OPEN
  if (format !== 'json') {
    const rows = createRowOutput(format, output, {
      columns: columns.map((name) => ({ name })),
      csvColumns,
    })
    await rows.write(found.map((item) => ({ item, cells: cells(item), csv: [csv(item)] })))
    await rows.end()
  }
  output.note(`${String(open.length + left)} open, ${String(ended)} ended.`)
  const total = totalWords(stakeTotal(open), left > 0)
  if (total !== '') output.note(`At stake: ${total}.`)
  if (listed.length < (isOfEnded ? ended : open.length + left))
    output.note(`Only ${String(listed.length)} are listed, of each token the newest.`)
  for (const sentence of describeEvidence(report.evidence)) output.note(sentence)
}

function filtered(report: ApprovalsReport, filter: string): ApprovalsReport {
  if (report.outcome === 'refused') return report
  const { approvals: open, endedApprovals } = report
  return {
    ...report,
    approvals: filterApprovals(open, filter),
    endedApprovals: filterApprovals(endedApprovals, filter),
  }
}

async function read(session: Session, output: Output, address: string): Promise<ApprovalsReport> {
  const { client, source, call, node } = session
  const subject = { source: source.id, address }
  const stop = client.subscribe('approvals.progress', subject, (progress) => {
    if (progress === null) return
    output.progress(`${String(progress.pairs)} approvals, ${stepWords(progress)}`)
  })
  try {
    return await call('approvals.read', { ...subject, ...node })
  } finally {
    stop()
  }
}

function stepWords(progress: ApprovalsProgress): string {
  if (progress.step === 'tokens') return 'asking tokens'
  return progress.step === 'logs'
    ? `logs down to block ${String(progress.block)}`
    : `${String(progress.rows)} transactions read`
}

const COLUMNS = [
  ...['token', 'spender', 'through', 'how much', 'until', 'at stake', 'worth', 'first set', 'last used'],
  ...['what to know', 'call', 'of'],
]
const CSV_COLUMNS = [
  ...['kind', 'state', 'token', 'symbol', 'decimals', 'id', 'amount', 'unlimited', 'expires_at', 'stake'],
  ...['spender', 'label', 'name', 'has_code', 'is_verified', 'is_scam', 'is_watched', 'via'],
  ...['since_block', 'since_time', 'since_transaction', 'call', 'of', 'price', 'worth'],
  ...['last_used', 'last_used_block', 'last_used_time', 'last_used_transaction'],
]
const ENDED_COLUMNS = ['token', 'spender', 'through', 'of', 'first set', 'ended', 'by', 'transaction']
const ENDED_CSV_COLUMNS = [
  ...['kind', 'token', 'symbol', 'id', 'spender', 'label', 'name', 'via', 'since_block', 'since_time'],
  ...['since_transaction', 'expires_at', 'how', 'end_block', 'end_time', 'end_transaction'],
  ...['method', 'from', 'to'],
]

const named = (name: string | null, address: string) => (name === null ? address : `${name} ${address}`)
/** Anybody can give a contract any name, so the address is always there. */
const whoOf = ({ token, spender, via }: Approval) => [
  named(token.symbol, token.address),
  named(spender.label ?? spender.name, spender.address),
  via ?? '',
]
const whenOf = (place: ApprovalPlace | null) =>
  place === null ? '' : (isoOf(place.time) ?? `block ${String(place.block)}`)

const cellsOf = (approval: Approval): string[] => {
  const { expires, since, lastUse, ending } = approval
  return [
    ...whoOf(approval),
    approvedAmount(approval),
    expires === null ? '' : (isoOf(expires) ?? 'any time'),
    stakeWords(approval),
    stakeWorth(approval),
    whenOf(since),
    lastUse.kind === 'used'
      ? `${whenOf(lastUse.place)}${lastUse.isLast ? '' : ' or later'}`
      : unusedWords(approval),
    riskWords(approval),
    ending.data,
    ending.to,
  ]
}

const textsOf = (values: readonly (string | number | boolean | null | undefined)[]) =>
  values.map((value) => String(value ?? ''))
const placeCells = (place: ApprovalPlace | null) => [place?.block, place?.time, place?.transaction]

const csvOf = ({ token, spender, since, ending, lastUse, ...one }: Approval): string[] => {
  const used = lastUse.kind === 'used' ? lastUse.place : null
  return textsOf([
    ...[one.kind, one.state, token.address, token.symbol, token.decimals],
    ...[one.id, one.amount, one.unlimited, one.expires, one.stake],
    ...[spender.address, spender.label, spender.name, spender.hasCode, spender.isVerified, spender.isScam],
    ...[spender.isWatched, one.via, ...placeCells(since), ending.data, ending.to, token.price],
    isAmount(one.kind) ? copyFiatValue(one.stake, token.decimals, token.price) : '',
    ...[lastUse.kind === 'used' && !lastUse.isLast ? 'used_or_later' : lastUse.kind, ...placeCells(used)],
  ])
}

const endedCellsOf = (approval: Approval): string[] => {
  const { kind, id, since, end } = approval
  return [
    ...whoOf(approval),
    id === null ? kind : `#${id}`,
    whenOf(since),
    end?.how === 'expired' ? (isoOf(approval.expires) ?? '') : whenOf(end?.place ?? null),
    end ? endWords(approval, end) : '',
    end?.place?.transaction ?? '',
  ]
}

const endedCsvOf = ({ kind, token, spender, id, via, since, expires, end }: Approval): string[] =>
  textsOf([
    ...[kind, token.address, token.symbol, id, spender.address, spender.label, spender.name, via],
    ...[...placeCells(since), expires, end?.how, ...placeCells(end?.place ?? null)],
    ...[end?.by?.method, end?.by?.from, end?.by?.to],
  ])

const OPEN = { columns: COLUMNS, csvColumns: CSV_COLUMNS, cells: cellsOf, csv: csvOf }
const ENDED = {
  ...{ columns: ENDED_COLUMNS, csvColumns: ENDED_CSV_COLUMNS },
  ...{ cells: endedCellsOf, csv: endedCsvOf },
}
