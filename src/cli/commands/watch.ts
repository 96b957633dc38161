/** `watch`: prints new rows of a list as they come, the oldest first. */
import { canBeChecked } from '#shared/check/checked-rows.ts'
import { countRows, describePlace, describeProblem, describeRowCounts } from '#shared/check/check-words.ts'
import { growsAtHead, listEndpoint } from '#shared/lists/list-table.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { CheckedRow } from '#shared/rpc/contract/check.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import { EndedWith } from '../ended-with.ts'
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

/** Compares rows that came with a node; undefined unless that was asked for. */
function openRowChecks(
  { session, output }: CommandContext,
  named: NamedList & { readonly filters: Filters },
  { check = false, with: rpcUrl }: WatchOptions,
) {
  if (!check) {
    if (rpcUrl !== undefined) throw new UsageError('--with is the node of --check.')
    return undefined
  }
  if (!canBeChecked(named.list))
    throw new UsageError(`Rows of ${listEndpoint(named.list).slug} can’t be checked against a node.`)
  const checked: CheckedRow[] = []
  const hosts = new Set<string>()
  return {
    /** Notes each value that differs, and a problem of the node. */
    async add(keys: readonly string[]): Promise<void> {
      if (keys.length === 0) return
      const asked = { source: session.source.id, ...named, cursor: null, keys: [...keys] }
      const report = await session.call('check.rows', { ...asked, ...(rpcUrl !== undefined && { rpcUrl }) })
      if (report.outcome === 'refused') {
        output.note(describeProblem(report.problem, report.node))
        return
      }
      hosts.add(report.node.host)
      checked.push(...report.rows)
      for (const { key, findings } of report.rows)
        for (const finding of findings)
          if (finding.state === 'differs')
            output.note(
              `${key} differs: ${describePlace(finding)} is ${finding.source ?? 'nothing'}, the node says ${finding.other ?? 'nothing'}.`,
            )
    },
    /** Exits with 1 if something differs. */
    end(): void {
      if (checked.length === 0) return
      const counts = countRows(checked)
      output.note(`${describeRowCounts(counts)} Held against ${[...hosts].join(', ')}.`)
      if (counts.differs > 0) throw new EndedWith(1)
    },
  }
}
