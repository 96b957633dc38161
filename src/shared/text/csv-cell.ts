/**
 * Writes CSV cells that a spreadsheet can open without running anything. A spreadsheet takes a cell for a formula if
 * it begins with = + - @, also in full width. If it splits cells at another separator than the file's, which depends
 * on its language, a formula can also begin behind such a separator within a cell. In both places an apostrophe turns
 * it into text.
 */

/** The start of a formula, also in full width and small forms, in the order of a character class. */
const SIGN = '=+\\-@＝＋－＠﹦﹢﹣﹫'
/** Characters that may precede it. The limit keeps a long run as fast as a short one. */
const BEFORE = `[\\s'"]{0,20}`
/** Separators of cells or lines in any program. */
const SEPARATOR = '[;,|\\t\\r\\n]'

const WITHIN = new RegExp(`${SEPARATOR}(?=${BEFORE}[${SIGN}])`, 'gu')
const GUARDED_WITHIN = new RegExp(`(${SEPARATOR})'(?=${BEFORE}[${SIGN}])`, 'gu')
const AT_START = new RegExp(`^(?=${BEFORE}[${SIGN}\\t\\r\\n])`, 'u')
const GUARDED_AT_START = new RegExp(`^'(?=${BEFORE}[${SIGN}\\t\\r\\n])`, 'u')

/** The cell as written to the file, with its quotes. */
export function csvCell(text: string): string {
  const guarded = text.replace(WITHIN, "$&'").replace(AT_START, "'")
  return /[",;\r\n\t|]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** The original text of a cell that `csvCell` wrote, without its quotes. */
export const readCsvCell = (cell: string): string =>
  cell.replace(GUARDED_AT_START, '').replace(GUARDED_WITHIN, '$1')

/** Writes a cell. A number stays a number, also a negative one. */
export const csvValue = (value: string): string => (/^-?\d+(\.\d+)?$/.test(value) ? value : csvCell(value))

export const CSV_LINE_END = '\r\n'

/** Writes one line of a table, whose values a spreadsheet interprets. */
export const csvLine = (values: readonly string[]) => `${values.map(csvValue).join(',')}${CSV_LINE_END}`

/** JSON for a cell: a string in it that looks like a formula is escaped, so that it needs no apostrophe. */
export const csvJson = (json: string) =>
  json.replace(/(?<=")[=+\-@]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
