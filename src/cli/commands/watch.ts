/** `watch`: prints new rows of a list as they come, the oldest first. */
import { growsAtHead, listEndpoint } from '#shared/lists/list-table.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { openListRows } from '../list-rows.ts'
import { readFilters } from '../read-filters.ts'
import type { CommandContext } from '../command-context.ts'
import { findNamedList } from '../thing.ts'
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
}

export async function watch(
  context: CommandContext,
  thing: string,
  name: string | undefined,
  { limit = Infinity, where = '', fields, filter = {}, token = false, exec }: WatchOptions,
): Promise<void> {
  const { session, output, format } = context
  const named = await findNamedList(thing, name, { session, output, isToken: token })
  if (!growsAtHead(named.list))
    throw new UsageError(
      `New rows of ${listEndpoint(named.list).slug} do not come at its beginning: it can’t be watched.`,
    )
  const filters = readFilters(named.list, filter)
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
      written = written.then(async () => {
        left -= await rows.write({ items: added, unread: [] }, left)
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
  } finally {
    stop()
    session.signal.removeEventListener('abort', end)
  }
}
