/** Writes the rows of one list to the output. */
import { listEndpoint } from '#shared/lists/list-table.ts'
import { rowsInOrder, type Page, type UnreadItem } from '#shared/lists/page.ts'
import { isInChainOrder } from '#shared/lists/merged-lists.ts'
import { isPending } from '#core/rows/loaded-rows.ts'
import type { CommandContext } from './command-context.ts'
import { createCommandOutput } from './output/command-output.ts'
import { createRowOutput } from './output/formats.ts'
import { createItemRows } from './output/item-rows.ts'
import { rawAmountNote } from './raw-amounts.ts'
import { readQuestion } from './read-question.ts'
import { readRowContext } from './row-context.ts'
import type { Session } from './session.ts'
import type { NamedList } from './thing.ts'

export interface ListRows {
  /** Writes matching rows, at most `maxRows`. Returns how many it wrote. */
  write(page: Pick<Page, 'items' | 'unread'>, maxRows: number): Promise<number>
  /** Whether the row matches the question. */
  fits(this: void, item: object): boolean
  /** The number of written rows that are pending. */
  pending(): number
  end(): Promise<void>
}

/** Parses the filter of a list. Rejects with `UsageError` if the list does not support it. */
export async function readListQuestion(session: Session, named: NamedList, where: string) {
  const { resource } = listEndpoint(named.list)
  const context = await readRowContext(session, named)
  const question = readQuestion(where, resource, context)
  return {
    resource,
    context,
    fits: (item: object) => question?.fits(item) ?? true,
    fitsUnread: ({ raw }: Pick<UnreadItem, 'raw'>) => question?.fitsText(raw) ?? true,
  }
}

export interface ListRowsOptions extends CommandContext {
  readonly named: NamedList
  readonly where: string
  readonly fields?: readonly string[] | undefined
  /** A command that gets each row, in place of the output. */
  readonly exec?: string | undefined
}

/** Rejects like `readListQuestion`. */
export async function openListRows({
  session,
  output,
  format,
  named,
  where,
  fields,
  exec,
}: ListRowsOptions): Promise<ListRows> {
  const { target } = listEndpoint(named.list)
  const { resource, context, fits, fitsUnread } = await readListQuestion(session, named, where)
  const rows = createItemRows({
    resource,
    context,
    chainId: session.source.chainId,
    fields,
  })
  const raw = format.startsWith('json') ? rawAmountNote(named.list, session.source.coin) : undefined
  if (raw !== undefined) output.note(raw)
  const written =
    exec === undefined ? createRowOutput(format, output, rows) : createCommandOutput(exec, session.signal)
  let pending = 0
  return {
    async write(page, maxRows) {
      const matching = rowsInOrder(page)
        .filter((row) => ('item' in row ? fits(row.item) : fitsUnread(row.unread)))
        .slice(0, maxRows)
      if (isInChainOrder(named.list))
        pending += matching.filter(
          (row) => 'item' in row && isPending(row.item as Readonly<Record<string, unknown>>),
        ).length
      await written.write(
        matching.flatMap((row) =>
          'item' in row ? rows.rowsOf(row.item, target(row.item, named.params)) : rows.unreadRow(row.unread),
        ),
      )
      return matching.length
    },
    fits,
    pending: () => pending,
    end: written.end,
  }
}
