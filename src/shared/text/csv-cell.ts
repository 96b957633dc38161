/**
 * Cells of a CSV file that a table program may open without running anything. It takes a cell for a formula that begins
 * with = + - @, in full width too; and where it parts cells by another sign than the one in the file, as its language has
 * it, a cell begins behind each such sign within ours. There an apostrophe makes it a text.
 */

/** In the order of a class: what begins a formula, in full width and as small forms too. */
const SIGN = '=+\\-@＝＋－＠﹦﹢﹣﹫'
/** What may stand before it. Bounded, so that a long run costs no more than a short one. */
const BEFORE = `[\\s'"]{0,20}`
/** What some program parts cells or lines by. */
const SEPARATOR = '[;,|\\t\\r\\n]'

const WITHIN = new RegExp(`${SEPARATOR}(?=${BEFORE}[${SIGN}])`, 'gu')
const GUARDED_WITHIN = new RegExp(`(${SEPARATOR})'(?=${BEFORE}[${SIGN}])`, 'gu')
const AT_START = new RegExp(`^(?=${BEFORE}[${SIGN}\\t\\r\\n])`, 'u')
const GUARDED_AT_START = new RegExp(`^'(?=${BEFORE}[${SIGN}\\t\\r\\n])`, 'u')

/** A cell as it is written, with its quotes. */
export function csvCell(text: string): string {
  const guarded = text.replace(WITHIN, "$&'").replace(AT_START, "'")
  return /[",;\r\n\t|]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** The text of a cell that `csvCell` wrote, its quotes taken off. */
export const readCsvCell = (cell: string): string =>
  cell.replace(GUARDED_AT_START, '').replace(GUARDED_WITHIN, '$1')

/** A cell that may be a number: it stays one, below zero too. */
export const csvValue = (value: string): string => (/^-?\d+(\.\d+)?$/.test(value) ? value : csvCell(value))

export const CSV_LINE_END = '\r\n'

/** One line of a table, its values as a table program reads them. */
export const csvLine = (values: readonly string[]) => `${values.map(csvValue).join(',')}${CSV_LINE_END}`

/** JSON in a cell: a text in it that would be taken for a formula is written so that it needs no apostrophe. */
export const csvJson = (json: string) =>
  json.replace(/(?<=")[=+\-@]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
