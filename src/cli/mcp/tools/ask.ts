import * as z from 'zod/mini'
import { parseRaw } from '#shared/chain/invalid-fields.ts'
import type { RowsAnswer } from '#shared/rpc/contract/rows.ts'
import { MAX_QUERY_LENGTH } from '#shared/query/query.ts'
import { resolveScope, find, readKind } from '../../commands/ask.ts'
import { refuseErrors } from '../../read-question.ts'
import type { Session } from '../../session.ts'
import { placesOf } from '../place.ts'
import { shapeFields, type Shape } from '../shape.ts'
import { cursor, defineTool, limit, text } from '../tool.ts'
import { withCalled } from '../../with-called.ts'

/** The bytes of the names in a row, and of its list. */
const MAX_AROUND_ROW = 200

const place = z.object({ offset: z.int().check(z.minimum(0)), revision: z.string() })

export const ask = defineTool({
  name: 'ask',
  title: 'Rows of everything that is kept',
  description:
    'Rows that match, of all lists of a source that are kept on this machine; nothing is requested. Of the sample chain and of followed nodes nothing is kept: use list_rows with `where`.',
  input: {
    question: text(MAX_QUERY_LENGTH, 'In the filter language, for example: out amount>1000 after:2025'),
    address: z.optional(text(500, 'Only lists of this address, label or ENS name.')),
    kind: z.optional(
      text(100, 'Only rows of this kind, such as transaction. Without: the most frequent kind.'),
    ),
    ...shapeFields,
    limit,
    cursor,
  },
  async run({ session, note, shape }, { question, address, kind, limit: maxRows, cursor: at }) {
    const scope = await resolveScope(session, address, { note })
    const chosen = kind === undefined ? undefined : readKind(kind)
    const asked = { scope, text: question, ...(chosen ? { kind: chosen } : {}) }
    const found = await find(session, { ...asked, offset: 0, limit: 0 })
    refuseErrors(question, found.errors)
    const kinds = found.kinds.filter(({ count }) => count > 0)
    const resource = chosen ?? kinds[0]?.kind
    const counts = Object.fromEntries(kinds.map((one) => [one.kind, one.count]))
    if (resource === undefined || found.loaded === 0) {
      note(found.loaded === 0 ? 'Nothing is kept of this.' : 'No row matches.')
      return { data: { kind: null, counts, rows: [] } }
    }
    const places = placesOf([asked, resource], place)
    const start = at === undefined ? { offset: 0, revision: found.revision } : places.read(at)
    const page = await find(session, { ...asked, kind: resource, offset: start.offset, limit: maxRows })
    if (at !== undefined && page.revision !== start.revision)
      note('What is kept has changed meanwhile: a row may be missing, or come twice.')
    const rows = takeRows(page, shape)
    const offset = start.offset + rows.length
    const isLast = offset >= page.count || rows.length === 0
    return {
      data: { kind: resource, counts, rows },
      readAt: await oldestReading(session, page),
      next: isLast ? null : places.write({ offset, revision: page.revision }),
    }
  },
})

function takeRows({ rows, lists }: RowsAnswer, shape: Shape): readonly unknown[] {
  const taken: unknown[] = []
  let length = 0
  for (const { key, item, unread, list } of rows) {
    if (length >= shape.maxItems) break
    const row = shape.of(item ? withCalled(item) : parseRaw(unread?.raw ?? 'null'))
    const of = lists[list]
    length += row.length + MAX_AROUND_ROW + key.length
    taken.push({
      key,
      ...(of ? { list: of.list, of: of.params } : {}),
      ...(row.isCut ? { is_cut: true } : {}),
      ...(item ? {} : { is_unreadable: true }),
      item: row.data,
    })
  }
  return taken
}

/** The read time of the least recently read list. */
async function oldestReading(session: Session, { lists }: RowsAnswer): Promise<number | undefined> {
  const times = await Promise.all(
    lists.map(async ({ source, list, params, filters }) => {
      const scope = { of: 'list' as const, source, list, params, filters: Object.fromEntries(filters) }
      return (await find(session, { scope, text: '', offset: 0, limit: 0 })).readAt
    }),
  )
  return times.reduce<number | undefined>(
    (oldest, time) => (time === null ? oldest : Math.min(oldest ?? time, time)),
    undefined,
  )
}
