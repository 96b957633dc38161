/** Reads a page that somebody wants to see: by way of the archive, and else from its source. */
import type { Cursor, Page } from '#shared/lists/page.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { PageRead } from '../api-client/read/read-page.ts'
import type { Archive, Unwritten } from '../archive/create-archive.ts'
import { reportResponse } from '../sources/report-response.ts'
import type { Sources } from '../sources/sources.ts'
import { pagesByWayOf, type PageInput } from './read-through.ts'

export type Priority = NonNullable<PageInput['priority']>

/** A page that its source gave. */
export interface AskedPage {
  readonly cursor: Cursor | null
  readonly page: Page
  /** Set once it turns out that it is not loaded. */
  unwritten?: Unwritten | undefined
}

/** `asked` gets what the source was asked for. */
export type PageReader = (input: PageInput, signal: AbortSignal, asked?: AskedPage[]) => Promise<Page>

interface PageReaderDeps {
  readonly client: Pick<ApiClient, 'readPage'>
  readonly sources: Sources
  /** Undefined where its pages go by way of none. */
  readonly archiveOf: (input: PageInput) => Archive | undefined
}

/** Rejects with `ChainglassFailure`. */
export const createPageReader =
  ({ client, sources, archiveOf }: PageReaderDeps): PageReader =>
  (input, signal, asked = []) => {
    const { source, list, params, filters, priority = 'visible' } = input
    const ask = async (cursor: PageInput['cursor']) => {
      const page = await reportResponse(sources, source, async () => {
        const read = await client.readPage(
          await sources.ready(source),
          { list, params, filters, cursor },
          { signal, priority },
        )
        if (read.dialect) sources.report(source, { dialect: read.dialect })
        return toPage(read)
      })
      asked.push({ cursor, page })
      return page
    }
    const by = archiveOf(input)
    if (!by) return ask(input.cursor)
    return pagesByWayOf(by).read(input, ask, (page, why) => {
      const one = asked.find((answer) => answer.page === page)
      if (one) one.unwritten = why
    })
  }

export const toPage = ({ dialect: _dialect, etag: _etag, ...page }: PageRead): Page => page
