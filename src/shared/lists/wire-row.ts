/** Rows as JSON on one line, as their source wrote them. */
import { asItCame, parseRaw } from '../chain/odd-fields.ts'
import { formOf, type WireForm } from '../chain/wire-form.ts'
import type { PageRow, UnreadItem } from './page.ts'

/**
 * Members are in their order under their names, numbers have their digits. Spaces and the way in which a text is escaped
 * are not kept.
 */
export function wireText(item: unknown): string {
  const form = typeof item === 'object' && item !== null ? formOf(item) : undefined
  return write(asItCame(item), form)
}

/** What was kept of an unreadable row is on one line, too, whatever its form. */
export const wireRow = (row: PageRow<Pick<UnreadItem, 'raw' | 'whole'>>): string =>
  'item' in row ? wireText(row.item) : (row.unread.whole ?? JSON.stringify(parseRaw(row.unread.raw)))

function write(value: unknown, form: WireForm | undefined): string {
  if (form === undefined) return JSON.stringify(value)
  if (typeof form === 'string') return form
  const { names = {}, added = [], parts = {} } = form
  const part = (one: unknown, name: string) =>
    write(one, Object.hasOwn(parts, name) ? parts[name] : undefined)
  if (Array.isArray(value)) return `[${value.map((one, at) => part(one, String(at))).join(',')}]`
  const members = Object.entries(value as object)
    .filter(([name]) => !added.includes(name))
    .map(([name, one]) => {
      const theirs = Object.hasOwn(names, name) ? names[name] : name
      return `${JSON.stringify(theirs)}:${part(one, name)}`
    })
  return `{${members.join(',')}}`
}
