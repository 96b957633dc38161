/** The column of what a check against a node found in each row. It has its place before there is a mark. */
import { h } from 'vue'
import { countFindings, describeCounts, stateOfRow, stateWords } from '#shared/check/check-words.ts'
import type { CheckedRow } from '#shared/rpc/contract/check.ts'
import { $msgid } from '#shared/text/gettext.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { ListColumn } from '../columns/list-column.ts'
import { keyOf } from '../model/ask-rows.ts'

/** Undefined for a row that has moved to another block since it was checked. */
function checkedOf(item: object, { checkedRow }: CellContext): CheckedRow | undefined {
  const key = keyOf(item)
  const checked = key === undefined ? undefined : checkedRow?.(key)
  const { block_number: block, height } = item as Readonly<Record<string, unknown>>
  return checked?.height === (block ?? height ?? null) ? checked : undefined
}

function mark(item: object, context: CellContext) {
  const checked = checkedOf(item, context)
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
    const checked = checkedOf(item, context)
    return checked ? stateOfRow(checked.findings) : ''
  },
}
