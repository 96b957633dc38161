/** Rows of one list on their way to the output. */
import { listEndpoint } from '#shared/lists/list-table.ts'
import type { Page } from '#shared/lists/page.ts'
import type { CommandContext } from './command-context.ts'
import { createRowOutput } from './output/formats.ts'
import { createItemRows } from './output/item-rows.ts'
import { readQuestion } from './read-question.ts'
import { readRowContext } from './row-context.ts'
import type { NamedList } from './thing.ts'

export interface ListRows {
  /** Writes what matches, at most so many rows. Returns how many it wrote. */
  write(page: Pick<Page, 'items' | 'unread'>, maxRows: number): Promise<number>
  end(): Promise<void>
}

/** Rejects with `UsageError` for a question that can't be asked of this list. */
export async function openListRows({
  session,
  output,
  format,
  named,
  where,
}: CommandContext & { readonly named: NamedList; readonly where: string }): Promise<ListRows> {
  const { resource, target } = listEndpoint(named.list)
  const context = await readRowContext(session, named)
  const question = readQuestion(where, resource, context)
  const rows = createItemRows({
    resource,
    context,
    chainId: session.source.chainId,
  })
  const written = createRowOutput(format, output, rows)
  return {
    async write({ items, unread }, maxRows) {
      const matching = [
        ...(items as readonly object[])
          .filter((item) => question?.fits(item) ?? true)
          .map((item) => rows.rowOf(item, target(item, named.params))),
        ...unread.filter(({ raw }) => question?.fitsText(raw) ?? true).map(rows.unreadRow),
      ].slice(0, maxRows)
      await written.write(matching)
      return matching.length
    },
    end: written.end,
  }
}
