import { ask } from './tools/ask.ts'
import { decode } from './tools/decode.ts'
import { estimateKeeping, listKept } from './tools/keep.ts'
import { removeLabel, setLabel } from './tools/labels.ts'
import { readLedger, readStatement } from './tools/ledger.ts'
import { listRows } from './tools/list-rows.ts'
import { show } from './tools/show.ts'
import { listSources } from './tools/sources.ts'
import type { Tool } from './tool.ts'

export const READING_TOOLS: readonly Tool[] = [
  listSources,
  listRows,
  show,
  ask,
  readStatement,
  readLedger,
  decode,
  estimateKeeping,
  listKept,
]

/** Offered only if the person allows it. */
export const LABEL_TOOLS: readonly Tool[] = [setLabel, removeLabel]
