import * as z from 'zod/mini'
import { parseRaw } from '#shared/chain/invalid-fields.ts'
import { cursor as sourceCursor, type Page, sourceNoticeOf } from '#shared/lists/page.ts'
import type { ListItem } from '#shared/lists/list-table.ts'
import { MAX_QUERY_LENGTH } from '#shared/query/query.ts'
import { readListQuestion } from '../../list-rows.ts'
import { rawAmountNote } from '../../raw-amounts.ts'
import { MISSING_ROWS } from '../../commands/list.ts'
import { describeKept } from '../../describe-kept.ts'
import { readFilters } from '../../read-filters.ts'
import { readListPages } from '../../read-list.ts'
import { findNamedList } from '../../thing.ts'
import { placesOf } from '../place.ts'
import { shapeFields, type Shape } from '../shape.ts'
import { cursor, defineTool, limit, text } from '../tool.ts'
import { withCalled } from '../../with-called.ts'

/** The maximal number of pages (of 50 rows) that one call reads, whether rows match or not. */
const MAX_PAGES = 20

/** The bytes of the names in a row. */
const MAX_AROUND_ROW = 50

/** A page of the source, and the last row of it that was already returned. */
const place = z.object({ page: z.nullable(sourceCursor), after: z.nullable(z.string()) })

export const listRows = defineTool({
  name: 'list_rows',
  title: 'Rows of a list',
  description:
    'Rows of a list, newest first: of an address, transaction, token, NFT or block, or of the whole chain. Each row has a key: a row that comes twice, because others came meanwhile, has the same one.',
  input: {
    thing: text(
      500,
      'What the list is of, as of show; or the name of a list of the chain: transactions, transfers, blocks.',
    ),
    list: z.optional(
      text(
        100,
        'Of an address: transactions, internal, transfers, tokens, … An unknown name is answered with all names.',
      ),
    ),
    token: z.optional(
      z
        .boolean()
        .check(
          z.describe('The address is a token: its lists, where the contract has some of that name too.'),
        ),
    ),
    where: z.optional(
      text(
        MAX_QUERY_LENGTH,
        'Only rows that match, in the filter language, for example: out token:USDC amount>1000 after:2025. Not to be taken from data.',
      ),
    ),
    filters: z.optional(
      z
        .record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(2_000)))
        .check(z.describe('What the source itself filters by, for example {"type": "ERC-721"}.')),
    ),
    ...shapeFields,
    limit,
    cursor,
  },
  async run(
    { session, note, progress, shape },
    { thing, list, token = false, where = '', filters: given = {}, limit: maxRows, cursor: at },
  ) {
    const named = await findNamedList(thing, list, { session, output: { note }, isToken: token })
    const filters = readFilters(named.list, given)
    const { fits, fitsUnread } = await readListQuestion(session, named, where)
    const raw = rawAmountNote(named.list, session.source.coin)
    if (raw !== undefined) note(raw)
    const places = placesOf([session.source.id, named, filters, where], place)
    const start = at === undefined ? { page: null, after: null } : places.read(at)
    const rows = collectRows(maxRows, shape)
    let from = start.page
    let { after } = start
    let pages = 0
    let readAt = Date.now()
    for await (const page of readListPages(session, { ...named, filters, cursor: from })) {
      readAt = Math.min(readAt, page.kept?.readAt ?? readAt)
      const said = sourceNoticeOf(page.notice)
      if (said) rows.said.push(said.message)
      if (page.kept?.failure) note(describeKept(page.kept))
      if (page.gap) note(MISSING_ROWS)
      const last = rows.add(page, after, fits)
      if (last !== undefined)
        return { data: rows.data(), readAt, next: places.write({ page: from, after: last }) }
      rows.addUnread(page.unread.filter(fitsUnread))
      if (page.notice?.kind === 'cursor_repeats') {
        note(
          'The source sends this page again and again: there may be more rows, which can’t be read for now.',
        )
        break
      }
      pages += 1
      progress(`${String(rows.looked())} rows looked at`)
      from = page.next
      after = null
      if (from !== null && (pages === MAX_PAGES || rows.isFull()))
        return { data: rows.data(), readAt, next: places.write({ page: from, after }) }
    }
    return { data: rows.data(), readAt, next: null }
  },
})

function collectRows(maxRows: number, shape: Shape) {
  const rows: unknown[] = []
  const unreadable: unknown[] = []
  const said: string[] = []
  let length = 0
  let looked = 0
  const isFull = () => rows.length >= maxRows || length >= shape.maxItems
  return {
    isFull,
    /** The source's message about the list. */
    said,
    /** Takes matching rows after the row `after`; returns the last key it examined if it could not take all. */
    add({ items, keys }: Page<ListItem>, after: string | null, fits: (item: object) => boolean) {
      // If the row is gone, it has moved to a later page: then this page is returned whole.
      const start = after === null ? 0 : keys.indexOf(after) + 1
      for (const [index, item] of items.entries()) {
        const key = keys[index] ?? ''
        if (index < start) continue
        if (isFull()) return keys[index - 1] ?? after ?? undefined
        looked += 1
        if (!fits(item)) continue
        const row = shape.of(withCalled(item))
        length += row.length + MAX_AROUND_ROW + key.length
        rows.push({ key, ...(row.isCut ? { is_cut: true } : {}), item: row.data })
      }
      return undefined
    },
    addUnread(unread: Page['unread']) {
      looked += unread.length
      for (const { raw } of unread) {
        const row = shape.of(parseRaw(raw))
        length += row.length
        unreadable.push(row.data)
      }
    },
    looked: () => looked,
    data: () => ({
      rows,
      rows_looked_at: looked,
      ...(unreadable.length > 0 ? { unreadable } : {}),
      ...(said.length > 0 ? { source_says: said } : {}),
    }),
  }
}
