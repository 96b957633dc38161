import * as z from 'zod/mini'
import { notAPage, readJson } from './parse-response-json.ts'
import { explainUnreadable } from './unreadable-item.ts'

/** One thing, read. Throws `bad_response`: in words, where it is JSON but not such a thing. */
export function readDetailBody(body: string, schema: z.core.$ZodType, host: string): unknown {
  const json = readJson(body, host)
  const result = z.safeParse(schema, json)
  if (result.success) return result.data
  throw notAPage(`${explainUnreadable(json, schema).reason}.`, host)
}
