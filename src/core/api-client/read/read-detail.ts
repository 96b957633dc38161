import { itemReader, UNREAD } from '#shared/chain/item-reader.ts'
import { withForm, withoutForm } from '#shared/chain/wire-form.ts'
import { detailItem } from '#shared/lists/detail-items.ts'
import { detailEndpoint, type DetailId } from '#shared/lists/detail-table.ts'
import { redact } from '#platform/log/redact.ts'
import { readErrorBody } from '../request/error-response.ts'
import { findForm } from './find-form.ts'
import { createNotAPage, parseResponseJson } from './parse-response-json.ts'
import { createExcessFinder, readOddItem } from './unreadable-item.ts'

/** Reads one thing. Throws `bad_response`; if the body is JSON, with the invalid field. */
export function readDetailBody(body: string, id: DetailId, host: string, keepsForm = false): unknown {
  const schema = detailItem(id)
  const { isList } = detailEndpoint(id)
  const parsed = parseResponseJson(body, host)
  const { json } = parsed
  const findExcess = isList ? () => undefined : createExcessFinder(body, parsed)
  const item = findExcess(json) ? UNREAD : itemReader(schema)(json)
  const formed = (one: unknown) =>
    keepsForm && !isList && isObject(json) && isObject(one)
      ? withForm(one, findForm(parsed.sources(), withoutForm(one)))
      : one
  if (item !== UNREAD) return formed(item)
  const odd = readOddItem(json, schema, findExcess)
  if ('item' in odd) return formed(odd.item)
  const { path, found, expected } = odd.unread
  // The body may be a message about why there is no such thing.
  const { message } = readErrorBody(body)
  const said = message === undefined ? undefined : redact(message)
  throw createNotAPage({ kind: 'unreadable', path, found, expected }, host, said)
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
