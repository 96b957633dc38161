import { h, shallowRef, type VNode } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import type { AnyColumn } from '#renderer/ui/grid/grid-column.ts'
import { smallIcon } from '#renderer/ui/small-icons.ts'

/** Who knows the notes: loaded after the first rows (stores/cases/notes.ts). A new object when one of them changes. */
export interface NoteFinder {
  /** All there is to say about it. */
  text(source: string, about: string): string | undefined
  /** With the marks of rows in the first of these columns. */
  inColumns<Column extends AnyColumn>(
    list: ListId,
    params: Readonly<Record<string, string>>,
    columns: readonly Column[],
  ): readonly Column[]
}

export const noteFinder = shallowRef<NoteFinder>()

/** Beside what a note is about. */
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
