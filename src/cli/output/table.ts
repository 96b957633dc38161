/** A table for people. Its columns fit the first rows, and their number fits the terminal. */
import stringWidth from 'string-width'
import { terminalText } from '#platform/log/terminal.ts'
import type { OutputColumn, RowOutput } from './row-output.ts'
import type { Output } from './output.ts'

const GAP = '  '
/** The width to which texts are cut before a column is left out. */
const MIN_TEXT = 8
const MAX_TEXT = 66
/** A longer number is not cut, and shifts the rest of its row. */
const MAX_NUMBER = 32

export function createTable(output: Output, columns: readonly OutputColumn[]): RowOutput {
  let layout: Layout | undefined
  return {
    async write(rows) {
      if (rows.length === 0) return
      const cells = rows.map((row) => row.cells.map(terminalText))
      if (!layout) {
        layout = layOut(columns, cells, output.columns)
        const heads = lineOf(
          columns.map(({ name }) => name),
          layout,
        )
        await output.write(output.hasColour ? `\u001b[2m${heads}\u001b[0m\n` : `${heads}\n`)
      }
      const shown = layout
      await output.write(cells.map((row) => `${lineOf(row, shown)}\n`).join(''))
    },
    end: () => Promise.resolve(),
  }
}

/** The shown columns with their widths. */
type Layout = readonly { readonly at: number; readonly width: number; readonly isNumber: boolean }[]

function layOut(
  columns: readonly OutputColumn[],
  rows: readonly (readonly string[])[],
  room: number | undefined,
): Layout {
  const needed = columns.map(({ name, isNumber = false }, at) => {
    const widest = Math.max(widthOf(name), ...rows.map((row) => widthOf(row[at] ?? '')))
    return { at, isNumber, width: Math.min(widest, isNumber ? MAX_NUMBER : MAX_TEXT) }
  })
  // A column without any value is left out.
  const used = needed.filter(({ at }) => rows.some((row) => (row[at] ?? '') !== ''))
  return room === undefined ? used : fit(used, room)
}

/** Narrows texts first, the widest one first; then leaves out columns from the right. */
function fit(columns: Layout, room: number): Layout {
  const shown = columns.map((column) => ({ ...column }))
  const total = () => shown.reduce((sum, { width }) => sum + width + GAP.length, -GAP.length)
  while (total() > room && shown.length > 1) {
    const [widest] = shown
      .filter(({ isNumber, width }) => !isNumber && width > MIN_TEXT)
      .sort((one, other) => other.width - one.width)
    if (widest) widest.width -= 1
    else shown.pop()
  }
  return shown
}

function lineOf(cells: readonly string[], layout: Layout): string {
  return layout
    .map(({ at, width, isNumber }) => {
      const text = cells[at] ?? ''
      const shown = isNumber ? text : shorten(text, width)
      const padding = ' '.repeat(Math.max(0, width - widthOf(shown)))
      return isNumber ? padding + shown : shown + padding
    })
    .join(GAP)
    .trimEnd()
}

/** Cuts a hash in its middle, so that both ends can be compared. */
function shorten(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  if (!/^0x[0-9a-f]+$/i.test(text)) return `${beginning(text, width - 1)}…`
  const tail = Math.floor((width - 1) / 2)
  return `${text.slice(0, width - 1 - tail)}…${text.slice(text.length - tail)}`
}

const letters = new Intl.Segmenter('en')

/** As many whole letters as fit. */
function beginning(text: string, width: number): string {
  let [shown, left] = ['', width]
  for (const { segment } of letters.segment(text)) {
    left -= widthOf(segment)
    if (left < 0) break
    shown += segment
  }
  return shown
}

/** In columns of the terminal: a letter of Chinese or Japanese takes two, a combining mark none. */
const widthOf = (text: string) => (/^[ -~]*$/.test(text) ? text.length : stringWidth(text))
