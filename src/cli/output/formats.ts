/** The output formats of rows: a table for people; JSON, JSON Lines and CSV for programs. */
import { csvLine } from '#shared/text/csv-cell.ts'
import { terminalText } from '#platform/log/terminal.ts'
import type { Output } from './output.ts'
import { jsonOf, type Format, type RowOutput, type RowShape } from './row-output.ts'
import { createTable } from './table.ts'

export function createRowOutput(format: Format, output: Output, shape: RowShape): RowOutput {
  switch (format) {
    case 'table':
      return createTable(output, shape.columns)
    case 'json':
      return createJsonArray(output)
    case 'jsonl':
      return {
        write: (rows) => output.write(rows.map((row) => `${shownJson(jsonOf(row), output)}\n`).join('')),
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
      for (const row of rows) {
        await output.write(`${isFirst ? '[\n' : ',\n'}${shownJson(jsonOf(row), output)}`)
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
export const shownJson = (json: string, { columns }: Output): string =>
  columns === undefined
    ? json
    : json.replace(
        /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
        (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )

/** The JSON of a value of our own. */
export const jsonText = (value: unknown, output: Output, indent = 0): string =>
  shownJson(JSON.stringify(value, null, indent), output)

/** JSON over several lines, with the digits of its numbers as they are. */
export function indentJson(json: string): string {
  let level = 0
  const line = (by: number) => `\n${'  '.repeat((level += by))}`
  return json.replace(/"(?:[^"\\]|\\.)*"|\[\]|\{\}|[[\]{},:]/g, (token) => {
    if (token === '{' || token === '[') return token + line(1)
    if (token === '}' || token === ']') return line(-1) + token
    return token === ',' ? token + line(0) : token === ':' ? ': ' : token
  })
}
