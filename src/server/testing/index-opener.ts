/** A process that opens an index in PostgreSQL, to be killed meanwhile: `node index-opener.ts URL SCHEMA`. */
import { openPostgresIndex } from '../store/postgres-index.ts'

const [url = '', schema = ''] = process.argv.slice(2)
openPostgresIndex(url, schema).close()
