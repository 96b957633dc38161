/** Logs of a transaction that no ABI describes unfold their topics and data as words. */
import { h, nextTick, type VNode } from 'vue'
import type { Log } from '#shared/chain/log.ts'
import { codeOfLog, countLines, furtherOfLog, wordsOfLog } from '#renderer/entities/abi/word-text.ts'
import AddAbi from '#renderer/entities/abi/AddAbi.vue'
import DataWords from '#renderer/entities/abi/DataWords.vue'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { GridRow, RowsBelow } from '#renderer/ui/grid/grid-row.ts'
import './log-words.css'

const WORD_HEIGHT = 28
/** Below the last word. */
const SPACE = 8

const stop = (event: Event) => {
  event.stopPropagation()
}
/** What a person has pasted at a log, which may be scrolled away meanwhile. */
const drafts = new WeakMap<Log, string>()

/** What of a log had the focus last. A popover of it stands elsewhere in the page. */
let used: EventTarget | null = null
const noteUsed = ({ currentTarget }: Event) => {
  used = currentTarget
}
/** The grid takes the focus of what goes, so that a person goes on by keyboard. */
async function giveFocusToGrid({ el }: VNode) {
  if (!(el instanceof Element) || el !== used) return
  used = null
  const grid = el.closest<HTMLElement>('[role=grid]')
  await nextTick()
  if (document.activeElement === document.body) grid?.focus({ preventScroll: true })
}
/** A grid opens its row by these keys. */
const stopPress = (event: KeyboardEvent) => {
  if (event.key === 'Enter' || event.key === ' ') stop(event)
}

export function logWords({ source, decodedLog }: CellContext): RowsBelow {
  const logOf = (row: GridRow) => {
    const log = row.kind === 'item' ? (row.item as Log) : undefined
    return log && decodedLog?.(log) === null ? log : undefined
  }
  return {
    heightOf(row) {
      const log = logOf(row)
      const count = log ? countLines(log) : 0
      return count === 0 ? 0 : count * WORD_HEIGHT + SPACE
    },
    draw(row, isTabbable) {
      const log = logOf(row)
      if (!log) return null
      const { address, topics, data } = log
      const words = h(DataWords, {
        ...{ class: 'log-words', source, code: codeOfLog(log), isTabbable },
        ...{ words: wordsOfLog(log), further: furtherOfLog(log) },
      })
      // An event that is not said can't be named.
      const add =
        address && topics?.[0] != null
          ? h(AddAbi, {
              ...{
                source,
                contract: address,
                class: 'add-to-log',
                inBody: true,
                tabindex: isTabbable ? 0 : -1,
              },
              onKeydown: stopPress,
              of: { address: address.hash, topics, data: data ?? '0x' },
              draft: drafts.get(log) ?? '',
              onDraft: (text: string) => drafts.set(log, text),
            })
          : null
      const on = { onClick: stop, onFocusin: noteUsed, onVnodeBeforeUnmount: giveFocusToGrid }
      return h('div', on, [words, add])
    },
  }
}
