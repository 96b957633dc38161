/** Reads pages with low priority, in as few requests as the source allows. */
import { MAX_OWN_PAGE_SIZE } from '#shared/lists/filters.ts'
import type { Cursor, Page } from '#shared/lists/page.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { Purpose } from '#shared/spending.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { ListRequest } from '../archive/list-name.ts'
import { isLocal } from '../archive/row-archives.ts'
import { reportReachability } from '../sources/report-response.ts'
import type { Sources } from '../sources/sources.ts'
import { toPage } from './page-reader.ts'

export interface BehindDeps {
  readonly client: Pick<ApiClient, 'readPage'>
  readonly sources: Sources
}

/**
 * Requests a page from the source. Our own services send larger pages; if one is too large to read, a smaller one is
 * requested.
 */
export async function readBehind(
  { client, sources }: BehindDeps,
  { source, list, params, filters }: ListRequest & { readonly filters: Filters },
  cursor: Cursor | null,
  options: { readonly signal: AbortSignal; readonly purpose?: Purpose },
): Promise<Page> {
  const read = (pageSize?: number) =>
    reportReachability(sources, source, async () =>
      client.readPage(
        await sources.ready(source),
        { list, params, filters, cursor, pageSize },
        { ...options, priority: 'background' },
      ),
    )
  if (!isLocal(sources.get(source))) return toPage(await read())
  try {
    return toPage(await read(MAX_OWN_PAGE_SIZE))
  } catch (error) {
    if (!(error instanceof ChainglassFailure) || !isTooLarge(error)) throw error
    return toPage(await read())
  }
}

const isTooLarge = ({ error }: ChainglassFailure) =>
  error.code === 'bad_response' && error.kind === 'too_large'
