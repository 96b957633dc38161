/** Rows and single things that are kept of what a case shows, as they go into its file. */
import { asItCame, parseRaw } from '#shared/chain/odd-fields.ts'
import type { Cursor, Page } from '#shared/lists/page.ts'
import type { Archive } from '../archive/create-archive.ts'
import type { DetailRequest } from '../archive/held-details.ts'
import type { ListRequest } from '../archive/held-list.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import { isKept } from '../lists/list-handlers.ts'
import type { Sources } from '../sources/sources.ts'
import type { CaseArchive } from './case-archive.ts'

export interface RowsDeps {
  readonly archive: Pick<Archive, 'list' | 'detail'>
  readonly caseArchive: Pick<CaseArchive, 'open'>
  readonly client: Pick<ApiClient, 'readPage' | 'readDetail'>
  readonly sources: Sources
  readonly now: () => number
}

export interface PageOut {
  readonly cursor: Cursor | null
  readonly next: Cursor | null
  readonly readAt: number
  /** As the source gave them, those that could not be read too. */
  readonly items: readonly unknown[]
}

/** Of what is not kept since it is on this machine already. */
const MAX_OWN_PAGES = 40

/** From the newest row to the first that is missing. No source elsewhere is asked. */
export async function* keptPages(
  deps: RowsDeps,
  request: ListRequest,
  signal: AbortSignal,
): AsyncGenerator<PageOut> {
  const ask = pagesOf(deps, request, signal)
  let cursor: Cursor | null = null
  for (let pages = 0; ; pages += 1) {
    const page: Page | undefined = await ask(cursor, pages)
    if (!page) return
    yield { cursor, next: page.next, readAt: page.kept?.readAt ?? deps.now(), items: itemsOf(page) }
    if (page.next === null) return
    cursor = page.next
  }
}

function pagesOf(
  { archive, caseArchive, client, sources }: RowsDeps,
  request: ListRequest,
  signal: AbortSignal,
) {
  const { kind } = sources.get(request.source)
  const held =
    kind === 'case'
      ? caseArchive.open()?.list(request)
      : isKept(sources, request.source)
        ? archive.list(request)
        : undefined
  if (held) return (cursor: Cursor | null) => (cursor ? held.after(cursor) : held.first())
  return async (cursor: Cursor | null, nth: number): Promise<Page | undefined> => {
    if ((kind !== 'sample' && kind !== 'node') || nth >= MAX_OWN_PAGES) return undefined
    const { list, params, filters } = request
    const source = await sources.ready(request.source)
    return client.readPage(
      source,
      { list, params: { ...params }, filters: { ...filters } as never, cursor },
      { signal, priority: 'background' },
    )
  }
}

function itemsOf({ items, unread }: Page): unknown[] {
  const all = items.map(asItCame)
  for (const { position, raw } of [...unread].sort((a, b) => a.position - b.position))
    all.splice(position, 0, parseRaw(raw))
  return all
}

/** Undefined where it is not kept. */
export async function keptDetail(
  { archive, caseArchive, client, sources, now }: RowsDeps,
  request: DetailRequest & { readonly detail: Parameters<ApiClient['readDetail']>[1] },
  signal: AbortSignal,
): Promise<{ readonly item: unknown; readonly readAt: number } | undefined> {
  const { kind } = sources.get(request.source)
  if (kind === 'sample' || kind === 'node') {
    const source = await sources.ready(request.source)
    const item = await client.readDetail(
      source,
      request.detail,
      { ...request.params },
      { signal, priority: 'background' },
    )
    return { item: asItCame(item), readAt: now() }
  }
  const held = (kind === 'case' ? caseArchive.open() : archive)?.detail(request)
  return held && { ...held, item: asItCame(held.item) }
}
