/** `check`: compares a source's data with a node of its chain. */
import {
  countFindings,
  describeCounts,
  describePlace,
  describeProblem,
  differingFirst,
  reasonWords,
  stateWords,
} from '#shared/check/check-words.ts'
import type { CheckedThing, CheckReport, Finding } from '#shared/rpc/contract/check.ts'
import type { CommandContext } from '../command-context.ts'
import { EndedWith } from '../ended-with.ts'
import { createRowOutput, jsonText } from '../output/formats.ts'
import { findThing, type Asked } from '../thing.ts'
import { UsageError } from '../usage-error.ts'

/** Exits with 1 if something differs, or if the node is not trusted. */
export async function check(
  { session, output, format }: CommandContext,
  text: string,
  { with: rpcUrl }: { readonly with?: string },
): Promise<void> {
  const thing = await findCheckedThing(text, { session, output })
  const report = await session.call('check.thing', {
    source: session.source.id,
    thing,
    ...(rpcUrl !== undefined && { rpcUrl }),
  })
  if (format === 'json') await output.write(`${jsonText(withCounts(report), output, 2)}\n`)
  if (report.outcome === 'refused') {
    output.note(describeProblem(report.problem, report.node))
    throw new EndedWith(1)
  }
  const { findings, block, node, cut } = report
  if (format !== 'json') {
    const rows = createRowOutput(format, output, { columns: COLUMNS.map((name) => ({ name })) })
    await rows.write(findings.toSorted(differingFirst).map((item) => ({ item, cells: cellsOf(item) })))
    await rows.end()
  }
  const counts = countFindings(findings)
  output.note(
    `${describeCounts(counts)} Held against block ${String(block.height)} (${block.hash}) of ${node.host}.`,
  )
  if (!block.isProven)
    output.note(
      'This chain hashes its blocks in a way that is not known here: what only they prove just agrees.',
    )
  for (const part of cut) output.note(`Not all rows were read: ${part}.`)
  if (counts.differs > 0) throw new EndedWith(1)
}

/** Rejects with `UsageError` for a thing that can’t be checked. */
export async function findCheckedThing(text: string, asked: Asked): Promise<CheckedThing> {
  const target = await findThing(text, asked)
  if (target.kind === 'transaction') return { kind: 'transaction', hash: target.hash }
  if (target.kind === 'block') return { kind: 'block', block: target.block }
  if (target.kind === 'address' || target.kind === 'token')
    return { kind: 'address', address: target.address }
  throw new UsageError('An NFT can’t be checked: name a transaction, a block or an address.')
}

const COLUMNS = ['state', 'where', 'source', 'node']

const cellsOf = (finding: Finding): string[] => [
  stateWords(finding.state),
  describePlace(finding),
  finding.source ?? 'nothing',
  finding.state === 'differs'
    ? (finding.node ?? 'nothing')
    : finding.state === 'unchecked'
      ? reasonWords(finding.reason)
      : '',
]

const withCounts = (report: CheckReport) =>
  report.outcome === 'checked' ? { ...report, counts: countFindings(report.findings) } : report
