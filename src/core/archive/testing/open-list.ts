/** Reads a list as a window does: stored rows, then the current first page, then page after page. */
import type { Cursor, Page } from '#shared/lists/page.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'

export const listOf = (source: string) =>
  ({
    source,
    list: 'address-transactions',
    params: { address_hash: exampleAddress(1) },
    filters: {},
  }) as const

export async function readPage(
  client: RpcClient,
  source: string,
  cursor: Cursor | null,
  refresh = false,
): Promise<Page> {
  const result = await client.call('lists.page', { ...listOf(source), cursor, refresh })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.data
}

/** Opens the list, and returns the current first page joined with stored rows. */
export async function openList(client: RpcClient, source: string): Promise<Page> {
  const first = await readPage(client, source, null)
  return first.kept ? await readPage(client, source, null, true) : first
}

/** All rows, from the list's head to its end. */
export async function readWholeList(client: RpcClient, source: string): Promise<string[]> {
  let page = await openList(client, source)
  const keys = [...page.keys]
  while (page.next) {
    page = await readPage(client, source, page.next)
    keys.push(...page.keys)
  }
  return keys
}
