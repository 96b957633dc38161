import { accountOperations } from './tools/account-operations.ts'
import { allChains } from './tools/all-chains.ts'
import { ask } from './tools/ask.ts'
import { check } from './tools/check.ts'
import { contract, readContract } from './tools/contract.ts'
import { decode } from './tools/decode.ts'
import { flow } from './tools/flow.ts'
import { estimateKeeping, keepLists, listKept } from './tools/keep.ts'
import { removeLabel, setLabel } from './tools/labels.ts'
import { readLedger, readStatement } from './tools/ledger.ts'
import { listRows } from './tools/list-rows.ts'
import { search } from './tools/search.ts'
import { show } from './tools/show.ts'
import { listSources } from './tools/sources.ts'
import { storageChanges } from './tools/storage-changes.ts'
import { transactionCalls } from './tools/transaction-calls.ts'
import type { Tool } from './tool.ts'

export const READING_TOOLS: readonly Tool[] = [
  listSources,
  listRows,
  show,
  search,
  ask,
  readStatement,
  readLedger,
  flow,
  allChains,
  transactionCalls,
  accountOperations,
  decode,
  contract,
  readContract,
  storageChanges,
  check,
  estimateKeeping,
  listKept,
]

/** Offered only if the person allows them. */
export const KEEPING_TOOLS: readonly Tool[] = [keepLists]
export const LABEL_TOOLS: readonly Tool[] = [setLabel, removeLabel]
