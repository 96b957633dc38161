/** `check`: compares a source's data with a node of its chain, or with another source of it. */
import { parseNodeUrl, parseSecondNodeUrl } from '#core/sources/check/parse-node-url.ts'
import {
  countFindings,
  describeCounts,
  describeHeads,
  describePlace,
  describeProblem,
  describeSecondNode,
  describeUnknownChain,
  differingFirst,
  reasonWords,
  stateWords,
} from '#shared/check/check-words.ts'
import { MAX_LIST_ROWS } from '#shared/check/checked-rows.ts'
import { sourceNoticeOf, type Cursor, type PageNotice } from '#shared/lists/page.ts'
import { failAtLoop } from '#shared/rpc/fail-at-loop.ts'
import {
  MAX_LIST_PAGES,
  type CheckedBlock,
  type CheckedRow,
  type CheckedThing,
  type CheckReport,
  type ComparedRows,
  type Finding,
  type RowsReport,
  type SecondNodeReport,
} from '#shared/rpc/contract/check.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import type { CommandContext } from '../command-context.ts'
import type { Output } from '../output/output.ts'
import { ExitWithCode, UsageError } from '../output/failures.ts'
import { findSource, type Session } from '../session.ts'
import { createRowOutput, jsonText } from '../output/formats.ts'
import { findNamedList, findThing, type ThingContext, type NamedList } from '../thing.ts'
import { MISSING_ROWS } from './list.ts'

const OTHER_HASHES =
  'Chainglass does not know how this chain hashes its blocks. Fields that only a block hash can prove are said to agree.'

interface CheckOptions {
  readonly against?: string
  /** The URL of a node, and of a second one. */
  readonly with?: readonly string[]
}

/** Exits with 1 if something differs, or if the node is not trusted. */
export async function check(
  context: CommandContext,
  text: string,
  list: string | undefined,
  { against, with: nodes = [] }: CheckOptions,
): Promise<void> {
  if (nodes.length > 2) throw new UsageError('A check is of two nodes at most.')
  if (against !== undefined) {
    if (context.session.node.rpcUrl !== undefined)
      throw new UsageError('Check against a node or against a source, not both.')
    return checkAgainst(context, text, list, against)
  }
  const { session, output, format } = context
  const [first, second] = nodes
  if (first !== undefined && second !== undefined) parseSecondNodeUrl(second, parseNodeUrl(first))
  if (list !== undefined)
    return checkList(context, await findNamedList(text, list, { session, output }), second)
  const thing = await findCheckedThing(text, { session, output })
  const report = await session.call('check.thing', {
    source: session.source.id,
    thing,
    ...session.node,
  })
  const other =
    report.outcome === 'checked' ? await askSecondNode(session, second, [report.block]) : undefined
  if (format === 'json')
    await output.write(`${jsonText({ ...withCounts(report), ...(other && { second: other }) }, output, 2)}\n`)
  if (report.outcome === 'refused') {
    output.note(describeProblem(report.problem, report.node))
    throw new ExitWithCode(1)
  }
  const { findings, block, node, cut } = report
  if (format !== 'json') await writeFindings(context, findings)
  const counts = countFindings(findings)
  output.note(
    `${describeCounts(counts)} Held against block ${String(block.height)} (${block.hash}) of ${node.host}.`,
  )
  for (const sentence of describeUnknownChain(node)) output.note(sentence)
  if (!block.isProven) output.note(OTHER_HASHES)
  for (const part of cut) output.note(`Not all rows were read: ${part}.`)
  const isBad = noteSecondNode(output, other)
  if (isBad || counts.differs > 0) throw new ExitWithCode(1)
}

/** Undefined if there is no second node. */
const askSecondNode = async (
  { source, node, call }: Session,
  second: string | undefined,
  blocks: readonly CheckedBlock[],
): Promise<SecondNodeReport | undefined> =>
  second === undefined
    ? undefined
    : call('check.secondNode', {
        ...{ source: source.id, ...node, second },
        blocks: blocks.map(({ height, hash }) => ({ height, hash })),
      })

/** Whether the second node disagrees, or could not be asked. */
function noteSecondNode({ note }: Pick<Output, 'note'>, report: SecondNodeReport | undefined): boolean {
  if (!report) return false
  const { isBad, sentences } = describeSecondNode(report)
  sentences.forEach(note)
  return isBad
}

/** Compares with another source of the same chain. Exits with 1 if something differs. */
async function checkAgainst(
  context: CommandContext,
  text: string,
  list: string | undefined,
  against: string,
): Promise<void> {
  const { session, output, format } = context
  const other = await findOther(session, against)
  const of = { source: session.source.id, other: other.id }
  if (list !== undefined) {
    const named = await findNamedList(text, list, { session, output })
    const report = await session.call('check.sourceRows', { ...of, ...named, filters: {} })
    return writeComparedRows(context, other, report)
  }
  const thing = await findCheckedThing(text, { session, output })
  const { findings, cut, heads } = await session.call('check.sources', { ...of, thing })
  const counts = countFindings(findings)
  if (format === 'json')
    await output.write(`${jsonText({ ...of, findings, cut, ...(heads && { heads }), counts }, output, 2)}\n`)
  else await writeFindings(context, findings, other.name)
  output.note(`${describeCounts(counts)} Held against ${other.name}.`)
  const note = describeHeads(heads)
  if (note !== undefined) output.note(note)
  for (const part of cut) output.note(`Not all rows were read: ${part}.`)
  if (counts.differs > 0) throw new ExitWithCode(1)
}

async function writeComparedRows(
  context: CommandContext,
  other: SourceView,
  { rows, notCompared, unread, isWhole, hasGap, notices }: ComparedRows,
): Promise<void> {
  const { session, output, format } = context
  const { source } = session
  const { counts, differing, text } = describeRows(rows, other.name)
  if (format === 'json') {
    const of = { source: source.id, other: other.id }
    const report = { ...of, rows, notCompared, unread, isWhole, hasGap, notices, counts }
    await output.write(`${jsonText(report, output, 2)}\n`)
  } else await writeRows(context, format === 'table' ? differing : rows, other.name)
  output.note(text)
  if (notCompared > 0)
    output.note(`${String(notCompared)} rows were not compared: ${other.name} may have them, too.`)
  if (unread > 0) output.note(`${String(unread)} rows could not be read.`)
  for (const [at, { name }] of [source, other].entries()) noteSaid(context, name, notices[at] ?? [])
  if (!isWhole) output.note('Not all rows of both were read.')
  if (hasGap) output.note(MISSING_ROWS)
  for (const notice of notices.flat()) failAtLoop({ notice })
  if (hasGap || counts.differs > 0) throw new ExitWithCode(1)
}

function describeRows(rows: readonly CheckedRow[], against: string) {
  const counts = countFindings(rows.flatMap(({ findings }) => findings))
  const differing = rows.filter(({ findings }) => findings.some(({ state }) => state === 'differs'))
  const found = `${String(rows.length)} rows: ${String(differing.length)} differ.`
  return { counts, differing, text: `${found} ${describeCounts(counts)} Held against ${against}.` }
}

function noteSaid({ output }: CommandContext, name: string, notices: readonly PageNotice[]): void {
  for (const said of notices.flatMap((notice) => sourceNoticeOf(notice) ?? []))
    output.note(`${name} says: “${said.message}”`)
}

/** A URL that no source has is read in a core in memory only: it would be one more source of the person. */
async function findOther({ client, keepsNothing, call }: Session, named: string): Promise<SourceView> {
  const found = await findSource(client, named)
  if (found) return found
  if (keepsNothing) return call('sources.add', { url: named })
  throw new UsageError(`There is no source “${named}”. “chainglass sources add ${named}” adds it.`)
}

async function writeFindings(
  { output, format }: CommandContext,
  findings: readonly Finding[],
  other = 'node',
): Promise<void> {
  const rows = createRowOutput(format, output, { columns: columnsOf(other, format) })
  await rows.write(findings.toSorted(differingFirst).map((item) => ({ item, cells: cellsOf(item) })))
  await rows.end()
}

/** The result of checking a list's rows, page by page. */
interface ListReport {
  readonly rows: readonly CheckedRow[]
  readonly unread: number
  /** Whether there are more rows. */
  readonly hasMore: boolean
  /** Whether rows between the pages are missing. */
  readonly hasGap: boolean
  readonly notices: readonly PageNotice[]
  /** The page at which the node failed; undefined if it answered for each. */
  readonly failed: Extract<RowsReport, { readonly outcome: 'refused' }> | undefined
  readonly node: RowsReport['node']
}

/** The newest rows of a list: the report of each row that differs, or of every row as JSON. */
async function checkList(
  context: CommandContext,
  named: NamedList,
  second: string | undefined,
): Promise<void> {
  const { session, output, format } = context
  const { rows, unread, hasMore, hasGap, notices, failed, node } = await readReports(context, named)
  // Nothing that a liar said counts, also of what was checked before.
  if (failed && (rows.length === 0 || failed.problem.kind === 'lies')) {
    if (format === 'json') await output.write(`${jsonText(failed, output, 2)}\n`)
    output.note(describeProblem(failed.problem, node))
    throw new ExitWithCode(1)
  }
  const other = await askSecondNode(session, second, blocksOf(rows))
  const isWhole = !failed && !hasMore && !hasGap && notices.length === 0
  const { counts, differing, text } = describeRows(rows, node.host)
  if (format === 'json') {
    const problem = failed && { problem: failed.problem }
    const of = { outcome: 'checked', node, rows, unread, isWhole, ...problem, counts }
    const report = { ...of, ...(other && { second: other }) }
    await output.write(`${jsonText(report, output, 2)}\n`)
  } else await writeRows(context, format === 'table' ? differing : rows)
  output.note(text)
  for (const sentence of describeUnknownChain(node)) output.note(sentence)
  if (rows.some(({ block }) => block?.isProven === false)) output.note(OTHER_HASHES)
  if (hasMore) output.note(`Only the first ${String(rows.length)} rows were checked.`)
  if (unread > 0) output.note(`${String(unread)} rows could not be read.`)
  noteSaid(context, session.source.name, notices)
  if (hasGap) output.note(MISSING_ROWS)
  for (const notice of notices) failAtLoop({ notice })
  if (failed) output.note(describeProblem(failed.problem, node))
  const isBad = noteSecondNode(output, other)
  if (isBad || failed || hasGap || counts.differs > 0) throw new ExitWithCode(1)
}

/** The blocks of rows, each once. */
const blocksOf = (rows: readonly CheckedRow[]) => [
  ...new Map(rows.flatMap(({ block }) => (block ? [[block.hash, block] as const] : []))).values(),
]

async function readReports({ session, output }: CommandContext, named: NamedList): Promise<ListReport> {
  const rows: CheckedRow[] = []
  const notices: PageNotice[] = []
  let [cursor, unread, pages, hasGap]: [Cursor | null, number, number, boolean] = [null, 0, 0, false]
  let keys: ReadonlySet<string> = new Set()
  for (;;) {
    const report: RowsReport = await session.call('check.rows', {
      ...{ source: session.source.id, ...named, filters: {}, cursor },
      ...session.node,
    })
    const { node } = report
    if (report.outcome === 'refused')
      return { rows, unread, hasMore: false, hasGap, notices, failed: report, node }
    // If rows were added meanwhile, the last rows of a page are the first ones of the next.
    const before = keys
    rows.push(...report.rows.filter(({ key }) => !before.has(key)))
    keys = new Set(report.rows.map(({ key }) => key))
    unread += report.unread
    pages += 1
    hasGap ||= report.gap !== undefined
    const isLoop: boolean = report.next !== null && JSON.stringify(report.next) === JSON.stringify(cursor)
    const notice: PageNotice | undefined = isLoop ? { kind: 'cursor_repeats' } : report.notice
    if (notice) notices.push(notice)
    cursor = isLoop ? null : report.next
    output.progress(`${String(rows.length)} rows checked`)
    if (cursor === null || rows.length + unread >= MAX_LIST_ROWS || pages >= MAX_LIST_PAGES)
      return { rows, unread, hasMore: cursor !== null, hasGap, notices, failed: undefined, node }
  }
}

async function writeRows(
  { output, format }: CommandContext,
  rows: readonly CheckedRow[],
  other = 'node',
): Promise<void> {
  const columns = [{ name: 'row' }, ...columnsOf(other, format)]
  const out = createRowOutput(format, output, { columns })
  for (const { key, findings } of rows)
    await out.write(
      findings
        .filter(({ state }) => format !== 'table' || state === 'differs')
        .map((item) => ({ item: { key, ...item }, cells: [key, ...cellsOf(item)] })),
    )
  await out.end()
}

/** Rejects with `UsageError` for a thing that can’t be checked. */
export async function findCheckedThing(text: string, context: ThingContext): Promise<CheckedThing> {
  const target = await findThing(text, context)
  if (target.kind === 'transaction') return { kind: 'transaction', hash: target.hash }
  if (target.kind === 'block') return { kind: 'block', block: target.block }
  if (target.kind === 'address' || target.kind === 'token')
    return { kind: 'address', address: target.address }
  throw new UsageError('An NFT can’t be checked: name a transaction, a block or an address.')
}

/** A table names the other source; files have the same columns for each. */
const columnsOf = (other: string, format: CommandContext['format']) =>
  ['state', 'where', 'source', format === 'table' || other === 'node' ? other : 'other'].map((name) => ({
    name,
  }))

const cellsOf = (finding: Finding): string[] => [
  stateWords(finding.state),
  describePlace(finding),
  finding.source ?? 'nothing',
  finding.state === 'differs'
    ? (finding.other ?? 'nothing')
    : finding.state === 'unchecked'
      ? reasonWords(finding.reason)
      : '',
]

const withCounts = (report: CheckReport) =>
  report.outcome === 'checked' ? { ...report, counts: countFindings(report.findings) } : report
