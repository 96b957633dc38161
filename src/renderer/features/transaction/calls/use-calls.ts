/** The calls of a transaction, from its trace or else from its internal transactions. */
import { computed, toRaw, type ComputedRef } from 'vue'
import type { TraceLog } from '#shared/chain/call-trace.ts'
import type { Log } from '#shared/chain/log.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { useDetail } from '#renderer/entities/use-detail.ts'
import { useCompleteList } from '#renderer/lists/model/use-complete-list.ts'
import { placeLogs, treeOfInternals, treeOfTrace, type CallTree } from './call-tree.ts'

export interface Calls {
  readonly tree: ComputedRef<CallTree | undefined>
  /** Number of logs whose call is not known. */
  readonly unplacedLogs: ComputedRef<number>
  readonly isLoading: ComputedRef<boolean>
  /** Why the tree is missing or incomplete. */
  readonly error: ComputedRef<ChainglassError | undefined>
  readonly secondsToRetry: ComputedRef<number | undefined>
  /** Why there is no trace, if the tree is built from internal transactions. */
  readonly traceError: ComputedRef<ChainglassError | undefined>
  retry(): void
}

/** Errors that mean the source has no readable trace; after any other error a retry may help. */
const NO_TRACE: ReadonlySet<ChainglassError['code']> = new Set(['not_found', 'server_error', 'bad_response'])

export function useCalls(
  source: () => string,
  hash: () => string,
  transaction: () => Transaction | undefined,
): Calls {
  const params = computed(() => ({ transaction_hash: hash() }))
  const trace = useDetail('transaction-calls', source, params)
  // The raw data, because a reactive proxy of 10,000 frames costs a second.
  const frames = computed(() => toRaw(trace.item.value))
  const hasTrace = computed(() => (frames.value?.frames.length ?? 0) > 0)
  const traceError = computed(() => {
    const error = trace.error.value
    if (error) return NO_TRACE.has(error.code) ? error : undefined
    return trace.item.value && !hasTrace.value ? ({ code: 'not_found' } as const) : undefined
  })
  const internals = useCompleteList('transaction-internal-transactions', source, () =>
    traceError.value ? params.value : undefined,
  )
  const calls = computed(() => {
    if (frames.value && hasTrace.value) return treeOfTrace(frames.value)
    const of = transaction()
    const isRead = internals.isComplete.value || internals.items.value.length > 0
    return traceError.value && of && isRead ? treeOfInternals(of, internals.items.value) : undefined
  })
  const logs = useCompleteList('transaction-logs', source, () =>
    calls.value && !calls.value.hasLogs ? params.value : undefined,
  )
  const placed = computed(() => {
    if (!calls.value) return undefined
    return calls.value.hasLogs || logs.items.value.length === 0
      ? { tree: calls.value, unplaced: [] }
      : placeLogs(calls.value, logs.items.value.flatMap(logOfItem))
  })
  return {
    tree: computed(() => placed.value?.tree),
    unplacedLogs: computed(() => placed.value?.unplaced.length ?? 0),
    traceError,
    isLoading: computed(
      () => trace.loading.value || (traceError.value !== undefined && internals.isLoading.value),
    ),
    error: computed(() =>
      traceError.value ? internals.error.value : hasTrace.value ? undefined : trace.error.value,
    ),
    secondsToRetry: internals.secondsToRetry,
    retry() {
      if (traceError.value && internals.error.value) internals.retry()
      else trace.refetch()
    },
  }
}

function logOfItem({ address, topics, data, index }: Log): readonly TraceLog[] {
  return address
    ? [{ address: address.hash, topics: topics ?? [], data: data ?? '0x', index, position: null }]
    : []
}
