/** `approvals`: who may take tokens of an address. */
import { describeEvidence, howMuch, isoOf, riskWords, stakeWords } from '#shared/approvals/approval-words.ts'
import { describeProblem } from '#shared/check/check-words.ts'
import type { Approval, ApprovalsReport } from '#shared/rpc/contract/approvals.ts'
import type { CommandContext } from '../command-context.ts'
import { EndedWith } from '../ended-with.ts'
import { createRowOutput, jsonText } from '../output/formats.ts'
import type { Output } from '../output/output.ts'
import type { Session } from '../session.ts'
import { findAddress } from '../thing.ts'

/** Exits with 1 if the node is not trusted. */
export async function approvals(
  { session, output, format }: CommandContext,
  text: string,
  { with: rpcUrl }: { readonly with?: string },
): Promise<void> {
  const address = await findAddress(text, { session, output })
  const report = await read(session, output, { address, ...(rpcUrl !== undefined && { rpcUrl }) })
  if (format === 'json') await output.write(`${jsonText(report, output, 2)}\n`)
  if (report.outcome === 'refused') {
    output.note(describeProblem(report.problem, report.node))
    throw new EndedWith(1)
  }
  const { approvals: found, left, ended } = report
  if (format !== 'json') {
    const rows = createRowOutput(format, output, {
      columns: COLUMNS.map((name) => ({ name })),
      csvColumns: CSV_COLUMNS,
    })
    await rows.write(found.map((item) => ({ item, cells: cellsOf(item), csv: [csvOf(item)] })))
    await rows.end()
  }
  output.note(`${String(found.length + left)} open, ${String(ended)} ended.`)
  if (left > 0) output.note(`Only ${String(found.length)} are told, of each token the newest.`)
  for (const sentence of describeEvidence(report.evidence)) output.note(sentence)
}

async function read(
  session: Session,
  output: Output,
  of: { readonly address: string; readonly rpcUrl?: string },
): Promise<ApprovalsReport> {
  const { client, source, call } = session
  const subject = { source: source.id, address: of.address }
  const stop = client.subscribe('approvals.progress', subject, (progress) => {
    if (progress === null) return
    const { block, pairs } = progress
    const where = block === null ? 'asking tokens' : `logs down to block ${String(block)}`
    output.progress(`${String(pairs)} approvals, ${where}`)
  })
  try {
    return await call('approvals.read', { source: source.id, ...of })
  } finally {
    stop()
  }
}

const COLUMNS = [
  ...['token', 'spender', 'through', 'how much', 'until', 'at stake', 'first set', 'what to know'],
  ...['call', 'of'],
]
const CSV_COLUMNS = [
  ...['kind', 'state', 'token', 'symbol', 'decimals', 'id', 'amount', 'unlimited', 'expires', 'stake'],
  ...['spender', 'label', 'name', 'has_code', 'is_verified', 'is_scam', 'via'],
  ...['since_block', 'since_time', 'since_transaction', 'call', 'of'],
]

const cellsOf = (approval: Approval): string[] => {
  const { token, spender, via, expires, since, ending } = approval
  const named = (name: string | null, address: string) => (name === null ? address : `${name} ${address}`)
  return [
    named(token.symbol, token.address),
    // Anybody can give a contract any name, so the address is always there.
    named(spender.label ?? spender.name, spender.address),
    via ?? '',
    howMuch(approval),
    expires === null ? '' : (isoOf(expires) ?? 'any time'),
    stakeWords(approval),
    isoOf(since.time) ?? `block ${String(since.block)}`,
    riskWords(approval),
    ending.data,
    ending.to,
  ]
}

const csvOf = ({ token, spender, since, ending, ...one }: Approval): string[] =>
  [
    ...[one.kind, one.state, token.address, token.symbol, token.decimals],
    ...[one.id, one.amount, one.unlimited, one.expires, one.stake],
    ...[spender.address, spender.label, spender.name, spender.hasCode, spender.isVerified, spender.isScam],
    ...[one.via, since.block, since.time, since.transaction, ending.data, ending.to],
  ].map((value) => String(value ?? ''))
