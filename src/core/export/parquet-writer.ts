/** Writes Parquet: rows are collected in groups, and each group is written and freed. */
import { deserialize, serialize } from 'node:v8'
import type { SchemaElement } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { Column, Value } from '#shared/export/export-row.ts'
import { openOutput, ShortFileError } from './file-output.ts'
import type { ExportAbout, RowWriter, WriterOptions } from './row-writer.ts'

const WORD_BYTES = 32
/** About 60 ms of work, the longest delay of a page. */
const ROWS_PER_GROUP = 10_000
/** The limit of a group's texts, because rows can be wide. */
const MAX_GROUP_CHARACTERS = 32_000_000

const TEXT: Partial<SchemaElement> = { type: 'BYTE_ARRAY', converted_type: 'UTF8' }

const ELEMENTS: Readonly<Record<Column['type'], Partial<SchemaElement>>> = {
  text: TEXT,
  amount: TEXT,
  list: { converted_type: 'LIST', num_children: 1 },
  decimal: {
    type: 'FIXED_LEN_BYTE_ARRAY',
    type_length: 16,
    converted_type: 'DECIMAL',
    precision: 38,
    scale: 0,
  },
  binary: { type: 'FIXED_LEN_BYTE_ARRAY', type_length: WORD_BYTES },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
}

const schemaOf = (columns: readonly Column[]): SchemaElement[] => [
  { name: 'root', num_children: columns.length },
  ...columns.flatMap(({ name, type }): SchemaElement[] => [
    { name, repetition_type: 'OPTIONAL', ...ELEMENTS[type] },
    ...(type === 'list'
      ? ([
          { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
          { name: 'element', repetition_type: 'OPTIONAL', ...TEXT },
        ] as const)
      : []),
  ]),
]

/** The groups' data for the end of the file. */
type Footer = Pick<ParquetWriter, 'row_groups' | 'num_rows' | 'pendingIndexes'> & Pick<ExportAbout, 'at'>

/** The same in each row, so that rows of several files can be told apart. */
const ABOUT: readonly Column[] = [
  { name: 'list', type: 'text' },
  { name: 'chain', type: 'integer' },
  { name: 'filter', type: 'text' },
  { name: 'exported_at', type: 'time' },
]

const aboutValues = ({ list, chainId = '', filter, at }: ExportAbout): readonly Value[] => [
  list,
  /^\d{1,18}$/.test(chainId) ? BigInt(chainId) : null,
  filter === '' ? null : filter,
  at,
]

const metadataOf = ({ list, chainId, filter, at }: ExportAbout) =>
  Object.entries({ list, chain: chainId ?? '', filter, exported_at: new Date(at).toISOString() }).map(
    ([key, value]) => ({ key: `chainglass.${key}`, value }),
  )

export async function openParquetWriter({
  path,
  table,
  from,
  ...options
}: WriterOptions): Promise<RowWriter> {
  const columns = [...table.columns, ...ABOUT]
  // Read first: a file that can't go on is left as it is.
  const saved = from?.memory ? readFooter(from.memory, columns.length) : undefined
  const about = { ...options.about, at: saved?.at ?? options.about.at }
  const constants = aboutValues(about)
  const output = await openOutput(path, from?.offset ?? 0)
  const bytes = new ByteWriter()
  const parquet = new ParquetWriter({
    writer: bytes,
    schema: schemaOf(columns),
    kvMetadata: metadataOf(about),
    createdBy: 'Chainglass',
  })
  if (from && saved) {
    const { at: _, ...footer } = saved
    Object.assign(parquet, footer)
    // The head is already written.
    bytes.index = 0
    bytes.offset = from.offset
  }
  let group: (readonly Value[])[] = []
  let characters = 0

  async function handOn() {
    await output.write(bytes.getBytes().slice())
    bytes.index = 0
  }
  async function writeGroup() {
    if (group.length === 0) return
    const written = group
    group = []
    characters = 0
    await parquet.write({
      rowGroupSize: written.length,
      columnData: columns.map(({ name, type }, at) => ({
        name,
        data: written.map((row) =>
          parquetValue(
            type,
            (at < table.columns.length ? row[at] : constants[at - table.columns.length]) ?? null,
          ),
        ),
      })),
    })
    await handOn()
  }

  return {
    get bytes() {
      return output.offset
    },
    async write(page) {
      const added = table.rowsOf(page)
      for (const row of added)
        for (const value of row) if (typeof value === 'string') characters += value.length
      group.push(...added)
      if (group.length >= ROWS_PER_GROUP || characters >= MAX_GROUP_CHARACTERS) await writeGroup()
    },
    async save() {
      if (group.length > 0) return undefined
      await output.flush()
      const { row_groups, num_rows, pendingIndexes } = parquet
      return {
        offset: output.offset,
        memory: serialize({ row_groups, num_rows, pendingIndexes, at: about.at } satisfies Footer),
      }
    },
    async finish() {
      await writeGroup()
      await parquet.finish()
      await handOn()
      await output.flush()
    },
    close: output.close,
  }
}

/** An earlier version may have begun the file with other columns. Then it begins again. */
function readFooter(memory: Uint8Array, columns: number): Footer {
  const footer = deserialize(memory) as Footer
  if (footer.row_groups.every((group) => group.columns.length === columns)) return footer
  throw new ShortFileError('The file was begun with other columns.')
}

function parquetValue(type: Column['type'], value: Value) {
  if (value === null) return null
  switch (type) {
    case 'time':
      return BigInt(Number(value))
    case 'list':
      return String(value).split(' ')
    case 'binary':
      return Buffer.from(
        BigInt.asUintN(8 * WORD_BYTES, BigInt(value))
          .toString(16)
          .padStart(2 * WORD_BYTES, '0'),
        'hex',
      )
    default:
      return value
  }
}
