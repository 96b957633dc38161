import { h, shallowRef, type VNode } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import type { AnyColumn } from '#renderer/ui/grid/grid-column.ts'
import { smallIcon } from '#renderer/ui/small-icons.ts'

/** Finds notes. Loaded after the first rows (stores/cases/notes.ts). A new object whenever a note changes. */
export interface NoteFinder {
  /** The text of the notes on a subject; undefined without a note. */
  text(source: string, about: string): string | undefined
  /** Adds the marks of rows to the first of these columns. */
  inColumns<Column extends AnyColumn>(
    list: ListId,
    params: Readonly<Record<string, string>>,
    columns: readonly Column[],
  ): readonly Column[]
}

export const noteFinder = shallowRef<NoteFinder>()

/** The mark beside a subject with a note; null without one. */
export function noteMark(source: string, about: string): VNode | null {
  const text = noteFinder.value?.text(source, about.toLowerCase())
  return text === undefined
    ? null
    : h(
        'span',
        { class: 'note-mark', role: 'img', 'aria-label': $gettext('Note: %{text}', { text }), title: text },
        [smallIcon('note')],
      )
}
