/**
 * One text of SQL for both engines: what SQLite says in its own way is written here as PostgreSQL says it. What both
 * understand is written so in the first place. `hex`, `ifnull` and `iif` are functions of the schema (postgres-schema.ts).
 */
export function sqlForPostgres(sql: string): string {
  let last = 0
  return (
    sql
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
