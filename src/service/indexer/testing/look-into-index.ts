import { openPostgres } from '#server/postgres/postgres-database.ts'
import { type IndexDatabase, metaOf } from '../store/index-database.ts'

/** The reads of an index that are possible beside its writer. */
export type OpenTables = Pick<IndexDatabase, 'path' | 'all' | 'get' | 'meta' | 'close'>

/** The tables of an index in PostgreSQL, whoever writes it. */
export function lookIntoIndex(url: string, schema: string): OpenTables {
  const setUp = [`SET search_path = ${schema}`, 'SET default_transaction_read_only = on']
  const database = openPostgres(url, { setUp })
  const { all, get, close } = database
  return { path: schema, all, get, close, meta: metaOf(database).meta }
}
