/** `watch`: prints new rows of a list as they come, the oldest first. */
import { canBeChecked } from '#shared/check/checked-rows.ts'
import { countRows, describePlace, describeProblem, describeRowCounts } from '#shared/check/check-words.ts'
import { growsAtHead, listEndpoint } from '#shared/lists/list-table.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { MAX_CHECKED_ROWS, type CheckedRow } from '#shared/rpc/contract/check.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import { ExitWithCode } from '../exit-with-code.ts'
import { openListRows } from '../list-rows.ts'
import { readFilters } from '../read-filters.ts'
import type { CommandContext } from '../command-context.ts'
import { findNamedList, type NamedList } from '../thing.ts'
import { UsageError } from '../usage-error.ts'

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
  const checked: CheckedRow[] = []
  /** Keys of rows that differ, but may be of another branch: they are compared again with those that come. */
  const young = new Set<string>()
  const hosts = new Set<string>()
  let unchecked = 0
  let isRefused = false
  return {
    /** Notes each value that differs, rows that were not checked, and a problem of the node. */
    async add(added: readonly string[]): Promise<void> {
      const keys = [...added, ...young].slice(0, MAX_CHECKED_ROWS)
      if (keys.length === 0) return
      const asked = { source: session.source.id, ...named, cursor: null, keys }
      const report = await session.call('check.rows', { ...asked, ...session.node })
      if (report.outcome === 'refused') {
        output.note(describeProblem(report.problem, report.node))
        isRefused = true
        unchecked += added.length
        if (report.problem.kind !== 'lies') return
        // Nothing of a node that lies counts.
        unchecked += checked.length
        checked.length = 0
        return
      }
      hosts.add(report.node.host)
      checked.push(...report.rows.filter(({ isYoung }) => isYoung !== true))
      const found = new Set(report.rows.map(({ key }) => key))
      for (const key of keys)
        if (!found.has(key)) {
          output.note(`${key} was not checked: the source’s first page does not have it any more.`)
          unchecked += 1
          young.delete(key)
        }
      for (const { key, findings, isYoung } of report.rows) {
        if (isYoung === true) {
          if (!young.has(key))
            output.note(
              `${key} differs so far, in a block that is younger than 64: the node may be on another branch.`,
            )
          young.add(key)
          continue
        }
        young.delete(key)
        for (const finding of findings)
          if (finding.state === 'differs')
            output.note(
              `${key} differs: ${describePlace(finding)} is ${finding.source ?? 'nothing'}, the node says ${finding.other ?? 'nothing'}.`,
            )
      }
    },
    /** Exits with 1 if something differs, or the node could not tell. */
    end(): void {
      const counts = countRows(checked)
      const all = { ...counts, unchecked: counts.unchecked + unchecked + young.size }
      if (checked.length + unchecked + young.size === 0) return
      const against = hosts.size > 0 ? ` Held against ${[...hosts].join(', ')}.` : ''
      output.note(`${describeRowCounts(all)}${against}`)
      if (all.differs > 0 || young.size > 0 || isRefused) throw new ExitWithCode(1)
    },
  }
}
