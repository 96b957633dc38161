/** Reads a page that a person wants to see: from the archive, else from its source. */
import type { Cursor, Page } from '#shared/lists/page.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { PageRead } from '../api-client/read/read-page.ts'
import type { Archive, Unwritten } from '../archive/create-archive.ts'
import { reportResponse } from '../sources/report-response.ts'
import type { Sources } from '../sources/sources.ts'
import { pagesByWayOf, type PageInput } from './read-through.ts'

export type Priority = NonNullable<PageInput['priority']>

/** A page from the source. */
export interface SourcePage {
  readonly cursor: Cursor | null
  readonly page: Page
  /** Set if the page could not be stored. */
  unwritten?: Unwritten | undefined
}

/** Reads a page. `asked` collects the pages requested from the source. */
export type PageReader = (input: PageInput, signal: AbortSignal, asked?: SourcePage[]) => Promise<Page>

interface PageReaderDeps {
  readonly client: Pick<ApiClient, 'readPage'>
  readonly sources: Sources
  /** Undefined if the pages of a list are not archived. */
  readonly archiveOf: (input: PageInput) => Archive | undefined
}

/** Rejects with `ChainglassFailure`. */
export const createPageReader =
  ({ client, sources, archiveOf }: PageReaderDeps): PageReader =>
  (input, signal, asked = []) => {
    const { source, list, params, filters, priority = 'visible', texts } = input
    const ask = async (cursor: PageInput['cursor']) => {
      const page = await reportResponse(sources, source, async () => {
        const read = await client.readPage(
          await sources.ready(source),
          { list, params, filters, cursor },
          { signal, priority, texts },
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
