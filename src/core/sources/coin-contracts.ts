/** The tokens that indexes of nodes have found to be the coin of their chain: kept, so that they are known at the next start. */
import * as z from 'zod/mini'
import type { Database } from '#platform/sqlite/database.ts'
import { createKeyValueStore } from '../store/key-value-store.ts'

const NAME = 'coin-contracts'
const kept = z.record(z.string(), z.string().check(z.regex(/^0x[0-9a-f]{40}$/)))

export function createCoinContracts(store: Database) {
  const values = createKeyValueStore(store)
  // Read anew each time: what was erased must not be written again from memory.
  const read = (): Readonly<Record<string, string>> => {
    const found = z.safeParse(kept, values.read(NAME))
    return found.success ? found.data : {}
  }
  return {
    /** By source. */
    all: read,
    /** Of a source whose index says none it is forgotten. Whether it is another than before. */
    set(source: string, contract: string | null): boolean {
      const { [source]: before, ...others } = read()
      if (contract === (before ?? null)) return false
      values.write(NAME, contract === null ? others : { ...others, [source]: contract })
      return true
    },
  }
}
