/** Rows that could not be read by their schema. */
import { UNSURE } from '../../rows/item-columns.ts'
import type { Condition } from './compile-sql.ts'
import { bodyOfId, numberOfId, type ReadBody } from '../rows-reader.ts'

/** Condition for empty columns: all unreadable rows have them, and a few readable ones. */
export const MAYBE_UNREAD: Condition = {
  sql: `(flags = ${String(UNSURE)} AND time < 0 AND sender = 0 AND receiver = 0 AND other = 0 AND token = 0
    AND method = 0 AND types = 0 AND ids = 0 AND words = 0)`,
  values: [],
}

export const isUnread = (readBody: ReadBody, id: number): boolean =>
  readBody({ id: bodyOfId(id) })?.[numberOfId(id)]?.unread !== undefined
