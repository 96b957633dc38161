/** The output formats of rows: a table for people; JSON, JSON Lines and CSV for programs. */
import { csvLine } from '#shared/text/csv-cell.ts'
import { BYTE_ORDER_MARK } from '#core/export/csv-writer.ts'
import { terminalText } from '#platform/log/terminal.ts'
import type { Output } from './output.ts'
import { lineOf, type Format, type OutputRow, type RowOutput, type RowShape } from './row-output.ts'
import { createTable } from './table.ts'

export function createRowOutput(format: Format, output: Output, shape: RowShape): RowOutput {
  const { thing } = output
  return thing === undefined ? openRows(format, output, shape) : openRowsOf(thing, format, output, shape)
}

/** Opens rows of which each begins with its thing, as it was typed: a command may name several things. */
function openRowsOf(
  thing: string,
  format: Format,
  output: Output,
  { columns, csvColumns }: RowShape,
): RowOutput {
  const rows = openRows(format, output, {
    columns: [{ name: 'thing' }, ...columns],
    ...(csvColumns && { csvColumns: ['thing', ...csvColumns] }),
  })
  return {
    ...rows,
    write: (given) =>
      rows.write(
        given.map((row) => ({
          item: row.item,
          get line() {
            return lineOf(row)
          },
          get cells() {
            return [thing, ...row.cells]
          },
          get csv() {
            return (row.csv ?? [row.cells]).map((line) => [thing, ...line])
          },
        })),
      ),
  }
}

/** The item; of several things with the thing as its first member. */
const ofThing = (item: unknown, { thing }: Pick<Output, 'thing'>): unknown =>
  thing === undefined ? item : { thing, ...(isObject(item) ? item : { value: item }) }

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function openRows(format: Format, output: Output, shape: RowShape): RowOutput {
  switch (format) {
    case 'table':
      return createTable(output, shape.columns)
    case 'json':
      return createJsonArray(output)
    case 'jsonl':
      return {
        write: (rows) => output.write(rows.map((row) => `${rowText(row, output)}\n`).join('')),
        end: () => Promise.resolve(),
      }
    case 'csv':
      return createCsv(output, shape)
    case 'excel':
      return createCsv(output, shape, BYTE_ORDER_MARK)
  }
}

function createJsonArray(output: Output): RowOutput {
  let isFirst = true
  return {
    async write(rows) {
      for (const row of rows) {
        await output.write(`${isFirst ? '[\n' : ',\n'}${rowText(row, output)}`)
        isFirst = false
      }
    },
    end: () => output.write(isFirst ? '[]\n' : '\n]\n'),
  }
}

function createCsv(output: Output, { columns, csvColumns }: RowShape, mark = ''): RowOutput {
  let hasHead = false
  const head = () => {
    if (hasHead) return ''
    hasHead = true
    const names = csvLine(csvColumns ?? columns.map(({ name }) => name))
    const state = output.headState(names)
    return state === 'same' ? '' : state === 'first' ? mark + names : names
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

/** Several things in one output: each row has its thing as the first member. */
function rowText(row: OutputRow, output: Output): string {
  const { thing } = output
  const line = lineOf(row)
  if (thing === undefined) return forReader(line, output)
  if (!isObject(row.item)) return jsonText(row.item, output)
  const members = line.slice(1).trimStart()
  const first = `{"thing":${JSON.stringify(thing)}`
  return forReader(`${first}${members === '}' ? '' : ','}${members}`, output)
}

export const jsonText = (item: unknown, output: Output, indent = 0): string =>
  forReader(JSON.stringify(ofThing(item, output), null, indent), output)

/**
 * JSON for programs is unchanged. For a terminal, characters that move the cursor or change the text's direction are
 * escaped.
 */
const forReader = (json: string, { columns }: Output): string =>
  columns === undefined
    ? json
    : json.replace(
        /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
        (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
