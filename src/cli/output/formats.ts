/** The output formats of rows: a table for people; JSON, JSON Lines and CSV for programs. */
import { csvLine } from '#shared/text/csv-cell.ts'
import { terminalText } from '#platform/log/terminal.ts'
import type { Output } from './output.ts'
import type { Format, RowOutput, RowShape } from './row-output.ts'
import { createTable } from './table.ts'

export function createRowOutput(format: Format, output: Output, shape: RowShape): RowOutput {
  switch (format) {
    case 'table':
      return createTable(output, shape.columns)
    case 'json':
      return createJsonArray(output)
    case 'jsonl':
      return {
        write: (rows) => output.write(rows.map(({ item }) => `${jsonText(item, output)}\n`).join('')),
        end: () => Promise.resolve(),
      }
    case 'csv':
      return createCsv(output, shape)
  }
}

function createJsonArray(output: Output): RowOutput {
  let isFirst = true
  return {
    async write(rows) {
      for (const { item } of rows) {
        await output.write(`${isFirst ? '[\n' : ',\n'}${jsonText(item, output)}`)
        isFirst = false
      }
    },
    end: () => output.write(isFirst ? '[]\n' : '\n]\n'),
  }
}

function createCsv(output: Output, { columns, csvColumns }: RowShape): RowOutput {
  let hasHead = false
  const head = () => {
    if (hasHead) return ''
    hasHead = true
    return csvLine(csvColumns ?? columns.map(({ name }) => name))
  }
  return {
    write: (rows) =>
      output.write(
        head() +
          rows
            .flatMap(({ csv, cells }) =>
              (csv ?? [cells]).map((line) =>
                csvLine(output.columns === undefined ? line : line.map(terminalText)),
              ),
            )
            .join(''),
      ),
    end: () => output.write(head()),
  }
}

/**
 * JSON for programs is unchanged. For a terminal, characters that move the cursor or change the text's direction are
 * escaped.
 */
export function jsonText(item: unknown, { columns }: Output, indent = 0): string {
  const text = JSON.stringify(item, null, indent)
  return columns === undefined
    ? text
    : text.replace(
        /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
        (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
}
