import { itemReader, UNREAD } from '#shared/chain/item-reader.ts'
import { detailItem } from '#shared/lists/detail-items.ts'
import { detailEndpoint, type DetailId } from '#shared/lists/detail-table.ts'
import { redact } from '#platform/log/redact.ts'
import { readErrorBody } from '../request/error-response.ts'
import { createNotAPage, parseResponseJson } from './parse-response-json.ts'
import { createExcessFinder, readInvalidItem } from './unreadable-item.ts'

/** Reads one thing. Throws `bad_response`; if the body is JSON, with the invalid field. */
export function readDetailBody(body: string, id: DetailId, host: string): unknown {
  const schema = detailItem(id)
  const { isList } = detailEndpoint(id)
  const parsed = parseResponseJson(body, host)
  const { json } = parsed
  const findExceededLimit = isList ? () => undefined : createExcessFinder(body, parsed)
  const item = findExceededLimit(json) ? UNREAD : itemReader(schema)(json)
  if (item !== UNREAD) return item
  const invalid = readInvalidItem(json, schema, findExceededLimit)
  if ('item' in invalid) return invalid.item
  const { path, found, expected } = invalid.unread
  // The body may be a message about why there is no such thing.
  const { message } = readErrorBody(body)
  const said = message === undefined ? undefined : redact(message)
  throw createNotAPage({ kind: 'unreadable', path, found, expected }, host, said)
}
