/** `list`: prints the rows of a list. */
import { sourceNoticeOf } from '#shared/lists/page.ts'
import { createKeptNotes } from '../describe-kept.ts'
import { ExitWithCode } from '../output/failures.ts'
import { readListPages } from '../read-list.ts'
import type { Session } from '../session.ts'
import { openListRows } from '../list-rows.ts'
import { readFilters } from '../read-filters.ts'
import { findNamedList } from '../thing.ts'
import type { CommandContext } from '../command-context.ts'

export interface ListOptions {
  readonly limit: number
  readonly all?: boolean
  readonly where?: string
  readonly fields?: readonly string[]
  /** Whether the address is a token. */
  readonly token?: boolean
  readonly filter?: Readonly<Record<string, string>>
}

export const MISSING_ROWS =
  'Rows are missing here: they are not on this machine, and the source can’t be asked.'

export async function list(
  { session, output, format }: CommandContext,
  thing: string,
  name: string | undefined,
  { limit, all = false, where = '', fields, filter = {}, token = false }: ListOptions,
): Promise<void> {
  const named = await findNamedList(thing, name, { session, output, isToken: token })
  const rows = await openListRows({ session, output, format, named, where, fields })
  const texts = format.startsWith('json') && fields === undefined
  const request = { ...named, filters: readFilters(named.list, filter), texts }
  let left = all ? Infinity : limit
  let read = 0
  let isWhole = true
  let hasGap = false
  const kept = createKeptNotes(output, texts)
  for await (const page of readListPages(session, request)) {
    kept.begin(page)
    read += page.items.length + page.unread.length
    const written = await rows.write(page, left)
    left -= written
    const said = sourceNoticeOf(page.notice)
    if (said) output.note(`${session.source.name} says: “${said.message}”`)
    if (page.gap) output.note(MISSING_ROWS)
    hasGap ||= page.gap !== undefined
    kept.end(page, written)
    if (left <= 0) {
      isWhole = page.next === null && written === page.items.length + page.unread.length
      break
    }
    output.progress(`${String(read)} rows read`)
  }
  await rows.end()
  kept.endAll()
  if (where !== '') output.note(`${String(read)} rows were looked at.`)
  const pending = rows.pending()
  if (pending > 0 && isKept(session))
    output.note(`${String(pending)} of the rows are in no block yet: they are not kept.`)
  if (!isWhole) output.note(`There are more than these ${String(limit)} rows: --limit ROWS, or --all.`)
  // With `--offline`, a gap is expected.
  if (hasGap && !session.isOffline) throw new ExitWithCode(1)
}

/** Whether rows are stored. Rows of other sources are on this machine already, or end with the command. */
const isKept = ({ source, keepsNothing }: Session) =>
  (source.kind === 'instance' || source.kind === 'pro') && !keepsNothing
