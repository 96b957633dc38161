import * as z from 'zod/mini'
import { createNotAPage, parseResponseJson } from './parse-response-json.ts'
import { explainExcess, explainUnreadable, createExcessFinder } from './unreadable-item.ts'

/** One thing, read. Throws `bad_response`, with the field that does not fit where it is JSON. */
export function readDetailBody(body: string, schema: z.core.$ZodType, host: string): unknown {
  const parsed = parseResponseJson(body, host)
  const { json } = parsed
  const excess = createExcessFinder(body, parsed)(json)
  if (excess) throw createNotAPage({ kind: 'unreadable', ...explainExcess(excess) }, host)
  const result = z.safeParse(schema, json)
  if (result.success) return result.data
  throw createNotAPage({ kind: 'unreadable', ...explainUnreadable(json, schema) }, host)
}
