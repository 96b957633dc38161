/** Logs of a transaction that no ABI describes unfold their topics and data as words. */
import { h } from 'vue'
import type { Log } from '#shared/chain/log.ts'
import { codeOfLog, countLines, furtherOfLog, wordsOfLog } from '#renderer/entities/abi/word-text.ts'
import DataWords from '#renderer/entities/abi/DataWords.vue'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { GridRow, RowsBelow } from '#renderer/ui/grid/grid-row.ts'
import './log-words.css'

const WORD_HEIGHT = 28
/** Below the last word. */
const SPACE = 8

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
      return log
        ? h(DataWords, {
            ...{ class: 'log-words', source, code: codeOfLog(log), isTabbable },
            ...{ words: wordsOfLog(log), further: furtherOfLog(log) },
            onClick(event: Event) {
              event.stopPropagation()
            },
          })
        : null
    },
  }
}
