/**
 * The contract between clients (windows, the host itself) and the core: one typed map of calls and events. Server and
 * client derive their types from it. A reply is a value, never a thrown error. A subscription starts with the current
 * state, so that no call is needed to read it.
 */
import type * as z from 'zod/mini'
import { abiCalls, abiEvents } from './contract/abi.ts'
import { approvalCalls, approvalEvents } from './contract/approvals.ts'
import { appCalls, appEvents } from './contract/app.ts'
import { archiveCalls } from './contract/archive.ts'
import { caseCalls, caseEvents } from './contract/cases.ts'
import { checkCalls } from './contract/check.ts'
import { contractCalls } from './contract/contracts.ts'
import { dataCalls, dataEvents, folderCalls } from './contract/data.ts'
import { everywhereCalls, everywhereEvents } from './contract/everywhere.ts'
import { rowCalls } from './contract/rows.ts'
import { keepCalls, keepEvents } from './contract/keep.ts'
import { exportCalls, exportEvents } from './contract/export.ts'
import { flowCalls, flowEvents } from './contract/flow.ts'
import { keyCalls } from './contract/keys.ts'
import { ledgerExportCalls } from './contract/ledger-export.ts'
import { ledgerEntryCalls } from './contract/ledger-entries.ts'
import { ledgerCalls, ledgerEvents } from './contract/ledger.ts'
import { listCalls, listEvents } from './contract/lists.ts'
import { activityCalls, activityEvents } from './contract/activity.ts'
import { noteCalls, noteEvents } from './contract/notes.ts'
import { nodeCalls, nodeEvents } from './contract/nodes.ts'
import { operationCalls } from './contract/operations.ts'
import { questionCalls, questionEvents } from './contract/questions.ts'
import { signatureCalls, signatureEvents } from './contract/signatures.ts'
import { sourceCalls, sourceEvents } from './contract/sources.ts'
import { tokenCalls } from './contract/tokens.ts'
import { watchlistCalls, watchlistEvents } from './contract/watchlist.ts'
import { workspaceCalls, workspaceEvents } from './contract/workspace.ts'
import type { Call, EventStream } from './contract/definition.ts'

export const CALLS = {
  ...abiCalls,
  ...appCalls,
  ...approvalCalls,
  ...archiveCalls,
  ...caseCalls,
  ...checkCalls,
  ...contractCalls,
  ...dataCalls,
  ...folderCalls,
  ...everywhereCalls,
  ...rowCalls,
  ...keepCalls,
  ...exportCalls,
  ...flowCalls,
  ...keyCalls,
  ...ledgerCalls,
  ...ledgerEntryCalls,
  ...ledgerExportCalls,
  ...listCalls,
  ...activityCalls,
  ...nodeCalls,
  ...noteCalls,
  ...operationCalls,
  ...questionCalls,
  ...signatureCalls,
  ...sourceCalls,
  ...tokenCalls,
  ...watchlistCalls,
  ...workspaceCalls,
} as const
export const EVENTS = {
  ...abiEvents,
  ...appEvents,
  ...approvalEvents,
  ...caseEvents,
  ...dataEvents,
  ...everywhereEvents,
  ...keepEvents,
  ...exportEvents,
  ...flowEvents,
  ...ledgerEvents,
  ...listEvents,
  ...activityEvents,
  ...nodeEvents,
  ...noteEvents,
  ...questionEvents,
  ...signatureEvents,
  ...sourceEvents,
  ...watchlistEvents,
  ...workspaceEvents,
} as const

export type CallName = keyof typeof CALLS
export type EventName = keyof typeof EVENTS
export type CallInput<Name extends CallName> = z.input<(typeof CALLS)[Name]['input']>
export type CallOutput<Name extends CallName> =
  (typeof CALLS)[Name] extends Call<z.core.$ZodType, infer Output> ? Output : never
export type EventInput<Name extends EventName> = z.input<(typeof EVENTS)[Name]['input']>
export type EventData<Name extends EventName> =
  (typeof EVENTS)[Name] extends EventStream<z.core.$ZodType, infer Data> ? Data : never
