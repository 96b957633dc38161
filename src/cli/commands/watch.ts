/** `watch`: prints new rows of a list as they come, the oldest first. */
import { canBeChecked } from '#shared/check/checked-rows.ts'
import { describePlace, describeProblem, describeRowCounts, stateOfRow } from '#shared/check/check-words.ts'
import { growsAtHead, listEndpoint } from '#shared/lists/list-table.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { MAX_CHECKED_ROWS, type CheckedRow } from '#shared/rpc/contract/check.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import { ExitWithCode, UsageError } from '../output/failures.ts'
import { openListRows } from '../list-rows.ts'
import { readFilters } from '../read-filters.ts'
import type { CommandContext } from '../command-context.ts'
import { findNamedList, type NamedList } from '../thing.ts'

export interface WatchOptions {
  readonly limit?: number
  readonly where?: string
  readonly fields?: readonly string[]
  /** Whether the address is a token. */
  readonly token?: boolean
  readonly filter?: Readonly<Record<string, string>>
  /** A shell command to run for each row. */
  readonly exec?: string
  /** Whether each row is compared with a node: that of `with`, or a followed one. */
  readonly check?: boolean
  readonly with?: string
}

export async function watch(
  context: CommandContext,
  thing: string,
  name: string | undefined,
  options: WatchOptions,
): Promise<void> {
  const { limit = Infinity, where = '', fields, filter = {}, token = false, exec } = options
  const { session, output, format } = context
  const named = await findNamedList(thing, name, { session, output, isToken: token })
  if (!growsAtHead(named.list))
    throw new UsageError(
      `New rows of ${listEndpoint(named.list).slug} do not come at its beginning: it can’t be watched.`,
    )
  const filters = readFilters(named.list, filter)
  const checks = openRowChecks(context, { ...named, filters }, options)
  const rows = await openListRows({ ...context, named, where, fields, exec })
  const texts = fields === undefined && (exec !== undefined || format.startsWith('json'))
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  const end = () => {
    resolve(undefined)
  }
  let known: ReadonlySet<string> | undefined
  let written = Promise.resolve()
  let left = limit
  const stop = session.client.subscribe(
    'lists.firstPage',
    { source: session.source.id, ...named, filters, ...(texts && { texts }) },
    ({ items, keys }) => {
      const before = known
      known = new Set(keys)
      if (!before) return
      const isNew = keys.map((key) => !before.has(key))
      if (isNew.length > 0 && isNew.every(Boolean))
        output.note('More rows came than a page holds: some are not shown.')
      const added = items.filter((_, at) => isNew[at]).toReversed()
      const matching = keys.filter((_, at) => isNew[at] && rows.fits(items[at] as object)).toReversed()
      written = written.then(async () => {
        const before = left
        left -= await rows.write({ items: added, unread: [] }, left)
        await checks?.add(matching.slice(0, before))
        if (left <= 0) end()
      })
      written.catch(reject)
    },
    (error) => {
      reject(new ChainglassFailure(error))
    },
  )
  session.signal.addEventListener('abort', end, { once: true })
  if (session.signal.aborted) end()
  try {
    await promise
    await written
    await rows.end()
    checks?.end()
  } finally {
    stop()
    session.signal.removeEventListener('abort', end)
  }
}

/** Compares new rows with a node; undefined without `--check`. */
function openRowChecks(
  { session, output }: CommandContext,
  named: NamedList & { readonly filters: Filters },
  { check = false }: WatchOptions,
) {
  if (!check) {
    if (session.node.rpcUrl !== undefined) throw new UsageError('--with is the node of --check.')
    return undefined
  }
  if (!canBeChecked(named.list))
    throw new UsageError(`Rows of ${listEndpoint(named.list).slug} can’t be checked against a node.`)
  /** Rows by what came of their last comparison. A watch may run for months: no row is held for it. */
  const counts = { proven: 0, agrees: 0, differs: 0, unchecked: 0, young: 0 }
  const count = ({ findings, isYoung }: CheckedRow, by: 1 | -1) => {
    counts[stateOfRow(findings)] += by
    if (isYoung === true) counts.young += by
  }
  /** Rows that differ, but may be of another branch, by key: they are compared again with those that come. */
  const young = new Map<string, CheckedRow>()
  const hosts = new Set<string>()
  let isRefused = false
  return {
    /** Notes each value that differs, rows that were not checked, and a problem of the node. */
    async add(added: readonly string[]): Promise<void> {
      const keys = [...added, ...young.keys()].slice(0, MAX_CHECKED_ROWS)
      if (keys.length === 0) return
      counts.unchecked += Math.max(added.length - MAX_CHECKED_ROWS, 0)
      const asked = { source: session.source.id, ...named, cursor: null, keys }
      const report = await session.call('check.rows', { ...asked, ...session.node })
      if (report.outcome === 'refused') {
        output.note(describeProblem(report.problem, report.node))
        isRefused = true
        counts.unchecked += Math.min(added.length, MAX_CHECKED_ROWS)
        if (report.problem.kind !== 'lies') return
        // Nothing of a node that lies counts.
        counts.unchecked += counts.proven + counts.agrees + counts.differs
        Object.assign(counts, { proven: 0, agrees: 0, differs: 0, young: 0 })
        young.clear()
        return
      }
      hosts.add(report.node.host)
      const found = new Set(report.rows.map(({ key }) => key))
      for (const key of keys)
        if (!found.has(key)) {
          const again = young.delete(key) ? ' again' : ''
          output.note(`${key} was not checked${again}: the source’s first page does not have it any more.`)
          if (again === '') counts.unchecked += 1
        }
      for (const row of report.rows) {
        const before = young.get(row.key)
        // A node that does not have the block for once takes nothing back.
        if (before && stateOfRow(row.findings) === 'unchecked') continue
        if (before) count(before, -1)
        count(row, 1)
        if (row.isYoung === true) young.set(row.key, row)
        else young.delete(row.key)
        if (before && row.isYoung === true) continue
        for (const difference of describeDifferences(row)) output.note(difference)
      }
    },
    /** Exits with 1 if something differs, or the node could not tell. */
    end(): void {
      if (counts.proven + counts.agrees + counts.differs + counts.unchecked === 0) return
      const said = [
        describeRowCounts(counts),
        ...(counts.young > 0
          ? [`${String(counts.young)} differed while young: the node may be on another branch.`]
          : []),
        ...(hosts.size > 0 ? [`Held against ${[...hosts].join(', ')}.`] : []),
      ]
      output.note(said.join(' '))
      if (counts.differs > 0 || isRefused) throw new ExitWithCode(1)
    },
  }
}

function describeDifferences({ key, findings, isYoung }: CheckedRow): readonly string[] {
  const [soFar, why] =
    isYoung === true
      ? [' so far', ' Its block is younger than 64: the node may be on another branch.']
      : ['', '']
  return findings.flatMap((finding) =>
    finding.state === 'differs'
      ? [
          `${key} differs${soFar}: ${describePlace(finding)} is ${finding.source ?? 'nothing'}, the node says ${finding.other ?? 'nothing'}.${why}`,
        ]
      : [],
  )
}
