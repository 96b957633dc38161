/** Detects the dialect of a response, if it contains something that only one dialect has. */
import { DIALECTS, type Dialect } from '#shared/lists/dialects.ts'
import { PAGE_SIZE } from '#shared/lists/filters.ts'
import { cursorKeys, listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import { isRecord } from '#shared/is-record.ts'

type Raw = Readonly<Record<string, unknown>>

/** `undefined` if the page fits several: then the known dialect stays. */
export function detectDialect(list: ListId, envelope: Raw, items: readonly unknown[]): Dialect | undefined {
  // Older servers' cursors equal the specification's, so the items' keys are examined first.
  return fromItem(list, asRaw(items[0])) ?? fromEnvelope(list, envelope)
}

function fromItem(list: ListId, item: Raw | undefined): Dialect | undefined {
  if (!item) return undefined
  const { dialectKeys } = listEndpoint(list)
  const token = asRaw(item.token)
  if (token && 'address' in token && !('address_hash' in token)) return 'legacy'
  return DIALECTS.find((dialect) => dialectKeys[dialect]?.item?.some((key) => key in item))
}

function fromEnvelope(list: ListId, envelope: Raw): Dialect | undefined {
  if (asRaw(envelope.meta)) return 'v12'
  const cursor = asRaw(envelope.next_page_params)
  if (!cursor) return undefined
  const { dialectKeys } = listEndpoint(list)
  return (
    DIALECTS.find((dialect) => dialectKeys[dialect]?.cursor?.some((key) => key in cursor)) ??
    fromCursor(list, cursor)
  )
}

/** The dialect with the most cursor keys, of those whose keys are all in this cursor; undefined if two have equally many. */
function fromCursor(list: ListId, cursor: Raw): Dialect | undefined {
  const fitting = DIALECTS.map((dialect) => ({ dialect, keys: cursorKeys(list, dialect) }))
    .filter(
      ({ keys }) => keys.every((key) => key in cursor) && keys.includes(PAGE_SIZE) === PAGE_SIZE in cursor,
    )
    .sort((one, other) => other.keys.length - one.keys.length)
  const [best, next] = fitting
  return best && best.keys.length !== next?.keys.length ? best.dialect : undefined
}

const asRaw = (value: unknown): Raw | undefined => (isRecord(value) ? value : undefined)
