/** `list`: the rows of a list. */
import { saidBySource } from '#shared/lists/page.ts'
import { readListPages } from '../read-list.ts'
import { openListRows } from '../list-rows.ts'
import { readFilters } from '../read-filters.ts'
import { findNamedList } from '../thing.ts'
import type { CommandContext } from '../command-context.ts'

export interface ListOptions {
  readonly limit: number
  readonly all?: boolean
  readonly where?: string
  /** The address is a token. */
  readonly token?: boolean
  readonly filter?: Readonly<Record<string, string>>
  readonly offline?: boolean
}

export async function list(
  { session, output, format }: CommandContext,
  thing: string,
  name: string | undefined,
  { limit, all = false, where = '', filter = {}, token = false, offline = false }: ListOptions,
): Promise<void> {
  const named = await findNamedList(thing, name, { session, output, isToken: token })
  const rows = await openListRows({ session, output, format, named, where })
  const request = { ...named, filters: readFilters(named.list, filter), isOffline: offline }
  let left = all ? Infinity : limit
  let read = 0
  let isWhole = true
  for await (const page of readListPages(session, request)) {
    read += page.items.length + page.unread.length
    const written = await rows.write(page, left)
    left -= written
    const said = saidBySource(page.notice)
    if (said) output.note(`${session.source.name} says: “${said.message}”`)
    if (page.gap)
      output.note('Rows are missing here: they are not on this machine, and the source can’t be asked.')
    if (left <= 0) {
      isWhole = page.next === null && written === page.items.length + page.unread.length
      break
    }
    output.progress(`${String(read)} rows read`)
  }
  await rows.end()
  if (where !== '') output.note(`${String(read)} rows were looked at.`)
  if (!isWhole) output.note(`There are more than these ${String(limit)} rows: --limit ROWS, or --all.`)
}
