/** Reads a list page by page, as windows do. */
import type { ListItem } from '#shared/lists/list-table.ts'
import { filterRows, type Cursor, type Page } from '#shared/lists/page.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { failAtLoop } from '#shared/rpc/fail-at-loop.ts'
import type { Session } from './session.ts'
import type { NamedList } from './thing.ts'

export interface ListRequest extends NamedList {
  readonly filters: Filters
  /** The start; absent for the beginning of the list. */
  readonly cursor?: Cursor | null
  /** Whether each row carries its own JSON, if the source is asked for it. */
  readonly texts?: boolean
  /** Keys of the page before the start. */
  readonly known?: readonly string[]
}

/** Rejects with `ChainglassFailure`; with `cursor_repeats` if a source repeats a cursor. */
export async function* readListPages(
  { call, source, isOffline, keepsNothing }: Session,
  { list, params, filters, cursor: start = null, known = [], texts = false }: ListRequest,
): AsyncGenerator<Page<ListItem>> {
  let cursor = start
  let offline = isOffline
  let keys: ReadonlySet<string> = new Set(known)
  for (;;) {
    const page: Page<ListItem> = await call('lists.page', {
      source: source.id,
      list,
      params,
      filters,
      cursor,
      ...(texts && { texts }),
      // A core that ends with the command would only fill the memory with stored rows.
      ...(keepsNothing && { unkept: true }),
      // Only the first page of a stored list is requested again; further pages have not changed.
      ...(offline ? { offline } : cursor === null ? { refresh: true } : {}),
    })
    // After a failure, the source is not asked for each further page.
    offline ||= page.kept?.failure !== undefined
    // If rows were added meanwhile, the last rows of a page are the first ones of the next.
    const isNew = page.keys.map((key) => !keys.has(key))
    yield {
      ...page,
      ...(filterRows(
        page,
        (_, at) => isNew[at] === true,
        () => true,
      ) as Pick<Page<ListItem>, 'items' | 'unread'>),
      keys: page.keys.filter((_, at) => isNew[at]),
    }
    keys = new Set(page.keys)
    failAtLoop(page)
    if (page.next === null) return
    if (JSON.stringify(page.next) === JSON.stringify(cursor))
      throw new ChainglassFailure({ code: 'bad_response', kind: 'cursor_repeats' })
    cursor = page.next
  }
}
