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
import type { Cursor } from '#shared/lists/page.ts'
import {
  MAX_LIST_ROWS,
  type CheckedRow,
  type CheckedThing,
  type CheckReport,
  type Finding,
  type RowsReport,
} from '#shared/rpc/contract/check.ts'
import type { CommandContext } from '../command-context.ts'
import { EndedWith } from '../ended-with.ts'
import { createRowOutput, jsonText } from '../output/formats.ts'
import { findNamedList, findThing, type Asked, type NamedList } from '../thing.ts'
import { UsageError } from '../usage-error.ts'

/** Exits with 1 if something differs, or if the node is not trusted. */
export async function check(
  context: CommandContext,
  text: string,
  list: string | undefined,
  { with: rpcUrl }: { readonly with?: string },
): Promise<void> {
  const { session, output, format } = context
  if (list !== undefined)
    return checkList(context, await findNamedList(text, list, { session, output }), rpcUrl)
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

/** The newest rows of a list, page by page: the report of each row that differs, or of every row as JSON. */
async function checkList(
  { session, output, format }: CommandContext,
  named: NamedList,
  rpcUrl: string | undefined,
): Promise<void> {
  const rows: CheckedRow[] = []
  let [cursor, unread]: [Cursor | null, number] = [null, 0]
  do {
    const report: RowsReport = await session.call('check.rows', {
      ...{ source: session.source.id, ...named, filters: {}, cursor },
      ...(rpcUrl !== undefined && { rpcUrl }),
    })
    if (report.outcome === 'refused') {
      output.note(describeProblem(report.problem, report.node))
      throw new EndedWith(1)
    }
    rows.push(...report.rows)
    unread += report.unread
    cursor = report.next
    output.progress(`${String(rows.length)} rows checked`)
  } while (cursor !== null && rows.length < MAX_LIST_ROWS)
  const counts = countFindings(rows.flatMap(({ findings }) => findings))
  const differing = rows.filter(({ findings }) => findings.some(({ state }) => state === 'differs'))
  if (format === 'json')
    await output.write(`${jsonText({ rows, unread, isWhole: cursor === null, counts }, output, 2)}\n`)
  else {
    const out = createRowOutput(format, output, { columns: ['row', ...COLUMNS].map((name) => ({ name })) })
    for (const { key, findings } of format === 'table' ? differing : rows)
      await out.write(
        findings
          .filter(({ state }) => format !== 'table' || state === 'differs')
          .map((item) => ({ item: { key, ...item }, cells: [key, ...cellsOf(item)] })),
      )
    await out.end()
  }
  output.note(`${String(rows.length)} rows: ${String(differing.length)} differ. ${describeCounts(counts)}`)
  if (cursor !== null) output.note(`Only the first ${String(rows.length)} rows were checked.`)
  if (unread > 0) output.note(`${String(unread)} rows could not be read.`)
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
