/** Writes Parquet: rows are collected in groups, and each group is written and freed. */
import { deserialize, serialize } from 'node:v8'
import type { SchemaElement } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { Column, Value } from '#shared/export/export-row.ts'
import type { FieldType } from '#shared/export/field-kinds.ts'
import { openOutput } from './file-output.ts'
import type { RowWriter, WriterOptions } from './row-writer.ts'

/** About 60 ms of work, the longest delay of a page. */
const ROWS_PER_GROUP = 10_000
/** The limit of a group's texts, because rows can be wide. */
const MAX_GROUP_CHARACTERS = 32_000_000

const ELEMENTS: Readonly<Record<FieldType, Partial<SchemaElement>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
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
  ...columns.map(({ name, type }) => ({ name, repetition_type: 'OPTIONAL' as const, ...ELEMENTS[type] })),
]

/** The groups' data for the end of the file. */
type Footer = Pick<ParquetWriter, 'row_groups' | 'num_rows' | 'pendingIndexes'>

export async function openParquetWriter({ path, table, from }: WriterOptions): Promise<RowWriter> {
  const { columns } = table
  const output = await openOutput(path, from?.offset ?? 0)
  const bytes = new ByteWriter()
  const parquet = new ParquetWriter({ writer: bytes, schema: schemaOf(columns), createdBy: 'Chainglass' })
  if (from) {
    Object.assign(parquet, from.memory ? (deserialize(from.memory) as Footer) : {})
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
        data: written.map((row) => parquetValue(type, row[at] ?? null)),
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
        memory: serialize({ row_groups, num_rows, pendingIndexes } satisfies Footer),
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

const parquetValue = (type: FieldType, value: Value) =>
  type === 'time' && value !== null ? BigInt(Number(value)) : value
