import { h, watchEffect } from 'vue'
import { noteFinder, noteMark, type NoteFinder } from '#renderer/entities/note/note-mark.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { rowSubject, useNotes } from '#renderer/stores/cases/notes.ts'

/** Shows the marks of notes at their subjects, as long as the calling scope lives. */
export function showNotes(): void {
  const notes = useNotes()
  watchEffect(() => {
    // Without notes the finder stays undefined, so that no row is drawn again.
    if (notes.all.size === 0) {
      noteFinder.value = undefined
      return
    }
    const { text, hasRows } = notes.finder
    noteFinder.value = { text, inColumns: hasRows ? markRows : (_list, _params, columns) => columns }
  })
}

const markRows: NoteFinder['inColumns'] = (list, params, columns) =>
  columns.map((column, nth) =>
    nth > 0
      ? column
      : {
          ...column,
          cell: (item: never, context: never, width: number) => {
            const subject = rowSubject(list, params, item)
            const mark = subject === undefined ? null : noteMark((context as CellContext).source, subject)
            const cell = column.cell(item, context, width)
            return mark === null ? cell : h('span', { class: 'noted' }, [mark, cell])
          },
        },
  )
