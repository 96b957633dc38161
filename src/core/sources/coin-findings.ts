/** Stores findings about the coins of chains that are not in the table (`coin-facts.ts`), by source. */
import * as z from 'zod/mini'
import type { CoinFacts } from '#shared/coin-facts.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { createKeyValueStore } from '../store/key-value-store.ts'

/** Null if there is none any more. */
export interface CoinFinding {
  readonly contract?: string | null
  readonly wrapped?: CoinFacts['wrapped'] | null
}

const NAME = 'coin-findings'
const address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/))
const kept = z.record(
  z.string(),
  z.object({
    contract: z.optional(address),
    wrapped: z.optional(z.object({ address, symbol: z.string() })),
  }),
)

export function createCoinFindings(store: Database) {
  const values = createKeyValueStore(store)
  // Read again each time: erased data must not be written again from memory.
  const read = () => {
    const found = z.safeParse(kept, values.read(NAME))
    return found.success ? found.data : {}
  }
  return {
    /** By source id. */
    all: (): Readonly<Record<string, CoinFacts>> => read(),
    /** Returns whether anything changed. */
    add(source: string, finding: CoinFinding): boolean {
      const all = read()
      const before = all[source] ?? {}
      const after = Object.fromEntries(
        Object.entries({ ...before, ...finding }).filter(([, value]) => value !== null),
      )
      if (JSON.stringify(after) === JSON.stringify(before)) return false
      values.write(NAME, { ...all, [source]: after })
      return true
    },
  }
}
