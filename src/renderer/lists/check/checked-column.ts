/** The column of what a check against a node found in each row. It has its place before there is a mark. */
import { h } from 'vue'
import { countFindings, describeCounts, stateOfRow, stateWords } from '#shared/check/check-words.ts'
import { $msgid } from '#shared/text/gettext.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { ListColumn } from '../columns/list-column.ts'

function mark(item: object, context: CellContext) {
  const checked = context.checkedRow?.(item)
  if (!checked) return h('span', { class: 'dim check-mark' }, [])
  const state = stateOfRow(checked.findings)
  return h(
    'span',
    { class: `mid check-mark ${state}`, title: describeCounts(countFindings(checked.findings)) },
    stateWords(state),
  )
}

export const checkedColumn: ListColumn<object> = {
  id: 'checked',
  label: $msgid('Check'),
  width: 116,
  grow: 0,
  narrow: { at: 'kind' },
  cell: mark,
  text(item, context) {
    const checked = context.checkedRow?.(item)
    return checked ? stateOfRow(checked.findings) : ''
  },
}
