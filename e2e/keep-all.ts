import type { Cursor, Page } from '../src/shared/lists/page.ts'
import type { App } from './app-types.ts'
import { connectCore } from './core-client.ts'

/** Reads the transactions of an address to their end, and returns how many there are. */
export async function keepAll(app: App, source: string, address: string): Promise<number> {
  const core = await connectCore(app)
  await core.call('settings.change', { time: 'absolute', zone: 'utc' })
  const list = {
    source,
    list: 'address-transactions',
    params: { address_hash: address },
    filters: {},
  } as const
  let count = 0
  let cursor: Cursor | null = null
  do {
    const { items, next }: Page = await core.call('lists.page', { ...list, cursor })
    count += items.filter((item) => (item as { block_number: number | null }).block_number !== null).length
    cursor = next
  } while (cursor)
  core.close()
  return count
}
