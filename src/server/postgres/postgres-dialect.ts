import type { SqlDialect } from '#platform/sql-dialect.ts'

export const POSTGRES: SqlDialect = {
  bytes: (digits) => String.raw`'\x${digits}'::bytea`,
  hasBit: (column, bit) => `(${column} & ${String(bit)}) <> 0`,
  least: (one, other) => `least(${one}, ${other})`,
  greatest: (one, other) => `greatest(${one}, ${other})`,
  inNumbers: '(SELECT value::bigint FROM json_array_elements_text(?::json))',
  withoutIndex: (column) => column,
  merge: (parts, orderAndLimit) =>
    parts.length === 1
      ? `${parts.join('')} ${orderAndLimit}`
      : `${parts.map((part) => `(${part} ${orderAndLimit})`).join(' UNION ALL ')} ${orderAndLimit}`,
}
