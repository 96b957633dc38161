/** Reads a page that somebody wants to see: by way of the archive, and else from its source. */
import type { Page } from '#shared/lists/page.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { PageRead } from '../api-client/read/read-page.ts'
import type { Archive } from '../archive/create-archive.ts'
import { reportResponse } from '../sources/report-response.ts'
import type { Sources } from '../sources/sources.ts'
import { pagesByWayOf, type PageInput } from './read-through.ts'

export type PageReader = (input: PageInput, signal: AbortSignal) => Promise<Page>

interface PageReaderDeps {
  readonly client: Pick<ApiClient, 'readPage'>
  readonly sources: Sources
  /** Undefined where its pages go by way of none. */
  readonly archiveOf: (input: PageInput) => Archive | undefined
}

/** Rejects with `ChainglassFailure`. */
export const createPageReader =
  ({ client, sources, archiveOf }: PageReaderDeps): PageReader =>
  (input, signal) => {
    const { source, list, params, filters, priority = 'visible' } = input
    const ask = (cursor: PageInput['cursor']) =>
      reportResponse(sources, source, async () => {
        const read = await client.readPage(
          await sources.ready(source),
          { list, params, filters, cursor },
          { signal, priority },
        )
        if (read.dialect) sources.report(source, { dialect: read.dialect })
        return toPage(read)
      })
    const by = archiveOf(input)
    return by ? pagesByWayOf(by).read(input, ask) : ask(input.cursor)
  }

export const toPage = ({ dialect: _dialect, etag: _etag, ...page }: PageRead): Page => page
