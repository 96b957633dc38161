/**
 * The JSON of an item as its source wrote it. An item carries it under a key of its own where somebody asked for it:
 * what is read from that JSON has numbers in another form, and less of what is too long.
 */
import type { Page, PageRow, UnreadItem } from './page.ts'
import { rawItem, parseRaw } from '../chain/invalid-fields.ts'

const OWN_TEXT = 'chainglass:text'

export const withOwnText = (item: object, text: string): object => ({ ...item, [OWN_TEXT]: text })

function withoutOwnText(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || !Object.hasOwn(item, OWN_TEXT)) return item
  const { [OWN_TEXT]: _text, ...rest } = item as Record<string, unknown>
  return rest
}

/** The page as it is stored. */
export const withoutOwnTexts = (page: Page): Page => ({
  ...page,
  items: page.items.map(withoutOwnText),
  unread: page.unread.map(({ text: _text, ...unread }) => unread),
})

type Row = PageRow<Pick<UnreadItem, 'raw' | 'text'>>

/** The row as its source gave it. */
export const valueOfRow = (row: Row): unknown =>
  'item' in row ? rawItem(withoutOwnText(row.item)) : parseRaw(row.unread.raw)

/** The JSON of a row on one line: letter by letter as its source wrote it, if its text is here. */
export function lineOfRow(row: Row): string {
  const text = 'item' in row ? (row.item as Readonly<Record<string, unknown>>)[OWN_TEXT] : row.unread.text
  return (typeof text === 'string' ? onOneLine(text) : undefined) ?? JSON.stringify(valueOfRow(row))
}

/** Undefined if the text is no JSON: a server may send a key of the same name. */
function onOneLine(text: string): string | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  // In JSON a line ends only between values.
  return text.replaceAll(/[\r\n]+[ \t\r\n]*/g, '')
}
