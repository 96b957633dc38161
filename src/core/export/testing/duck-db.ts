import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'

/** In memory. Extensions are not downloaded. */
export async function openDuckDb(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    threads: '2',
  })
  return instance.connect()
}
