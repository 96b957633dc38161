/** Rows of the sample chain that comes with the app, read page by page. */
import type { Cursor, Page } from '../src/shared/lists/page.ts'
import type { CoreClient } from './app-types.ts'

export interface SentRow {
  readonly hash: string
  readonly value: string | null
  readonly block_number: number | null
  readonly from?: { readonly hash: string } | null
  readonly to?: { readonly hash: string } | null
}

/** Without pending rows; undefined where there are more pages than that. */
export async function readSampleRows(
  core: Pick<CoreClient, 'call'>,
  of: { readonly params: Record<string, string>; readonly others?: string[] },
  maxPages = 50,
): Promise<readonly SentRow[] | undefined> {
  const rows: SentRow[] = []
  let cursor: Cursor | null = null
  for (let pages = 0; pages === 0 || cursor; pages += 1) {
    if (pages === maxPages) return undefined
    const page: Page = await core.call('lists.page', {
      source: 'sample',
      list: 'address-transactions',
      filters: {},
      cursor,
      ...of,
    })
    rows.push(...(page.items as readonly SentRow[]))
    cursor = page.next
  }
  return rows.filter(({ block_number: block }) => block !== null)
}

/** Some of the newest blocks with more rows than one page, and not so many that a test has to wait for them. */
export async function someSenders(core: Pick<CoreClient, 'call'>, count: number): Promise<readonly string[]> {
  const newest = await core.call('lists.page', {
    source: 'sample',
    list: 'latest-transactions',
    params: {},
    filters: {},
    cursor: null,
  })
  const hashes = (newest.items as readonly SentRow[]).flatMap(({ from }) => from?.hash ?? [])
  const found: string[] = []
  for (const hash of new Set(hashes)) {
    const rows = await readSampleRows(core, { params: { address_hash: hash } }, 5)
    if (rows && rows.length > 50) found.push(hash)
    if (found.length === count) return found
  }
  throw new Error(`Only ${String(found.length)} such senders`)
}
