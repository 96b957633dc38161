/** Some columns of a table of rows, in the wanted order. */
import type { Column, RowTable, Value } from './export-row.ts'

/** `missing`: names that the table does not have. */
export function pickColumns(
  table: RowTable,
  names: readonly string[],
): { readonly table: RowTable; readonly missing: readonly string[] } {
  const places = new Map(table.columns.map(({ name }, at) => [name, at]))
  const chosen = names.flatMap((name) => places.get(name) ?? [])
  return {
    table: {
      isPicked: true,
      columns: chosen.flatMap((at) => table.columns[at] ?? []),
      rowsOf: (page) => table.rowsOf(page).map((row) => chosen.map((at) => row[at] ?? null)),
    },
    missing: names.filter((name) => !places.has(name)),
  }
}

/** A row as plain JSON: times as ISO 8601, and integers beyond doubles as text. */
export const jsonOfRow = (row: readonly Value[], columns: readonly Column[]) =>
  Object.fromEntries(columns.map(({ name, type }, at) => [name, jsonOf(type, row[at] ?? null)]))

function jsonOf(type: Column['type'], value: Value): string | number | boolean | null {
  if (value === null) return null
  if (type === 'time') return new Date(Number(value)).toISOString()
  if (typeof value !== 'bigint') return value
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
}
