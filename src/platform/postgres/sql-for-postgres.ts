/**
 * One text of SQL for both engines: what SQLite says in its own way is written here as PostgreSQL says it. What both
 * understand is written so in the first place. `hex`, `ifnull` and `iif` are functions of the schema (postgres-schema.ts).
 */
export function sqlForPostgres(sql: string): string {
  let last = 0
  return (
    limitParts(sql)
      // Bytes.
      .replaceAll(/\bx'([0-9a-f]*)'/g, (_, digits: string) => `'\\x${digits}'::bytea`)
      // Nothing is equal to nothing.
      .replaceAll(/\bIS NOT (\?\d*)/g, 'IS DISTINCT FROM $1')
      .replaceAll(/\bIS (\?\d*)/g, 'IS NOT DISTINCT FROM $1')
      // A number is no truth.
      .replaceAll(/\b(\w+) & (\d)(?= (?:AND|OR|ORDER|GROUP|LIMIT)\b|\)|;|$)/g, '($1 & $2) <> 0')
      // A sign that keeps SQLite from an index.
      .replaceAll(/([ (])\+(?=[a-z])/g, '$1')
      .replaceAll(
        'SELECT value FROM json_each(?)',
        'SELECT value::bigint FROM json_array_elements_text(?::json)',
      )
      .replaceAll(/\b(max|min)\((?=[^()]*,)/g, (_, name: string) => (name === 'max' ? 'greatest(' : 'least('))
      .replace(/^INSERT OR IGNORE (.*)$/s, 'INSERT $1 ON CONFLICT DO NOTHING')
      // One without a number has the one after the highest so far.
      .replaceAll(/\?(\d*)/g, (_, digits: string) => {
        const number = digits === '' ? last + 1 : Number(digits)
        last = Math.max(last, number)
        return `$${String(number)}`
      })
  )
}

const ORDER_AND_LIMIT = /\s+ORDER BY ([^()]+) LIMIT (\?\d+)$/

/**
 * Of rows that several parts give in one order, SQLite reads no more of each than are wanted. PostgreSQL does so where each
 * part says it.
 */
function limitParts(sql: string): string {
  const end = ORDER_AND_LIMIT.exec(sql)
  const parts = end ? splitUnion(sql.slice(0, end.index)) : []
  if (!end || parts.length < 2) return sql
  return `${parts.map((part) => `(${part}${end[0]})`).join(' UNION ALL ')}${end[0]}`
}

/** At the unions that are not within parentheses. */
function splitUnion(sql: string): string[] {
  const parts: string[] = []
  let [depth, from] = [0, 0]
  for (const { 0: found, index } of sql.matchAll(/[()]| UNION ALL /g)) {
    if (found === '(') depth++
    else if (found === ')') depth--
    else if (depth === 0) {
      parts.push(sql.slice(from, index))
      from = index + found.length
    }
  }
  return [...parts, sql.slice(from)]
}
