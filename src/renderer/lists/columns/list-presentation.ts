import type { Noun } from '#shared/text/gettext.ts'
import type { ListColumn } from './list-column.ts'

/** How a list is shown: what it is called, and its columns. Each stands in a `*.columns.ts`; its texts are looked up. */
export interface ListPresentation<Item> {
  readonly title: string
  readonly noun: Noun
  /** What to say where there are no rows: a sentence. */
  readonly empty: string
  /** All columns, shown or not, in their order; by the path parameters where these make a difference. */
  readonly columns:
    readonly ListColumn<Item>[] | ((params: Readonly<Record<string, string>>) => readonly ListColumn<Item>[])
}
