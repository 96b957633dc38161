/** The ledger of an address in the window: its proof, the statement of a period, and the movements. */
import { computed, onScopeDispose, ref, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { KeepJob } from '#shared/rpc/contract/keep.ts'
import type { LedgerProgress, LedgerProof, LedgerStatement } from '#shared/rpc/contract/ledger.ts'
import { ok, type ChainglassError } from '#shared/errors/errors.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { RowWindow, type ResultPart } from '#renderer/lists/model/row-window.ts'
import type { ShownRows } from '#renderer/lists/model/shown-rows.ts'
import type { Zone } from '#renderer/lib/format-time.ts'
import { useKeep } from '#renderer/stores/keep.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { isBackwards, type Period } from './period.ts'

export interface LedgerQuestion {
  readonly source: string
  readonly address: string
  readonly period: Period
  /** True for the balances at the end of the period; the period has no beginning then. */
  readonly isPointInTime: boolean
  /** Id of an asset; null for all. */
  readonly asset: string | null
  readonly withSpam: boolean
  /** Addresses counted together with `address`. `withWithin` says whether movements between them count. */
  readonly others?: readonly string[]
  readonly withWithin?: boolean
  /** A filter of the movements; empty for all. */
  readonly query: string
  /** The time zone of days. */
  readonly zone: Zone
}

/** A statement with its question. It stays until the next one arrives, so `of` may differ from the current question. */
export interface ShownStatement extends LedgerStatement {
  readonly of: LedgerQuestion
}

const NONE: ShownRows = { count: 0, folded: 0, poisoned: 0, at: () => undefined, indexOf: () => undefined }

/** Opens the pages of the question's movements. */
const openMovements = (
  core: RpcClient,
  question: LedgerQuestion,
  onChange: () => void,
): RowWindow<ResultPart> =>
  new RowWindow<ResultPart>(async (offset, limit, signal) => {
    const { asset, query, zone } = question
    const asked = { ...statementInput(question), asset, query, zone, offset, limit }
    const answer = await core.call('ledger.movements', asked, { signal })
    if (!answer.ok) return answer
    const { total, revision, movements, assets } = answer.data
    const assetOf = new Map(assets.map((one) => [one.id, one]))
    const found = movements.map((movement): GridRow => {
      const block = movement.rule === 'genesis' ? null : movement.block
      const item = { movement, asset: assetOf.get(movement.asset), block_number: block }
      return { kind: 'item', key: String(movement.place), item }
    })
    return ok({ count: total, revision: String(revision), rows: found })
  }, onChange)

/** The address of a ledger, or the addresses of one of several. */
const nameOf = ({ source, address, others = [] }: LedgerQuestion): LedgerName => ({
  source,
  address,
  ...(others.length > 0 && { others: [...others] }),
})

interface LedgerName {
  readonly source: string
  readonly address: string
  readonly others?: string[]
}

/** The input for a statement; calls for movements and files add to it. */
export const statementInput = (question: LedgerQuestion) => ({
  ...nameOf(question),
  ...question.period,
  withSpam: question.withSpam,
  withWithin: question.withWithin ?? false,
})

/** A key that is equal for questions with the same statement. */
export const statementKey = (question: LedgerQuestion): string =>
  JSON.stringify([statementInput(question), question.isPointInTime])

/** A key of the movements below a statement. Days of a filter depend on the zone. */
const movementsKey = ({ asset, query, zone }: LedgerQuestion): string =>
  JSON.stringify([asset, query, query === '' || zone])

/** Whether a job keeps lists of one of these addresses. */
function isOf({ source, lists }: KeepJob, { source: own, address, others = [] }: LedgerName): boolean {
  const addresses = new Set([address, ...others].map((one) => one.toLowerCase()))
  return source === own && lists.some(({ params }) => addresses.has(params.address_hash?.toLowerCase() ?? ''))
}

/** The proof of a ledger, and the progress of its lists while it is made. */
function useProof(name: ComputedRef<LedgerName>, error: ShallowRef<ChainglassError | undefined>) {
  const core = useCore()
  const proof = shallowRef<LedgerProof>()
  const isReading = ref(false)
  const progress = shallowRef<LedgerProgress | null>(null)
  let abort = new AbortController()

  async function prove(refresh: boolean) {
    abort.abort()
    const { signal } = (abort = new AbortController())
    isReading.value = true
    error.value = undefined
    const stop = core.subscribe('ledger.progress', name.value, (told) => {
      progress.value = told
    })
    const answer = await core.call('ledger.proof', { ...name.value, refresh }, { signal })
    stop()
    if (signal.aborted) return
    isReading.value = false
    progress.value = null
    if (answer.ok) proof.value = answer.data
    else error.value = answer.error
  }

  watch(
    () => JSON.stringify(name.value),
    () => {
      proof.value = undefined
      void prove(false)
    },
    { immediate: true },
  )
  const keep = useKeep()
  const keepJobs = computed(() => keep.jobs.filter((job) => isOf(job, name.value)))
  watch(keepJobs, (jobs, before) => {
    const wasUnfinished = (id: number) => before.some((job) => job.id === id && job.state !== 'done')
    const isKeptNow = jobs.some(({ id, state }) => state === 'done' && wasUnfinished(id))
    if (isKeptNow && proof.value?.state === 'incomplete') void prove(true)
  })
  /** Stops the reading; the previous proof stays. */
  function cancel() {
    abort.abort()
    isReading.value = false
    progress.value = null
  }
  onScopeDispose(cancel)
  return { proof, isReading, progress, prove, cancel }
}

export function useLedger(question: ComputedRef<LedgerQuestion>) {
  const core = useCore()
  const statement = shallowRef<ShownStatement>()
  const rows = shallowRef<ShownRows>(NONE)
  const error = shallowRef<ChainglassError>()
  const name = computed(() => nameOf(question.value))
  const { proof, isReading, progress, prove, cancel } = useProof(name, error)
  let pages: RowWindow<ResultPart> | undefined

  async function readStatement(proven: LedgerProof) {
    const asked = question.value
    const answer = await core.call('ledger.statement', statementInput(asked))
    if (proven !== proof.value || statementKey(asked) !== statementKey(question.value)) return
    if (answer.ok) statement.value = { ...answer.data, of: asked }
    else error.value = answer.error
  }

  function openRows() {
    pages?.close()
    const opened = openMovements(core, question.value, () => {
      if (pages !== opened) return
      error.value = opened.error ?? error.value
      rows.value = {
        ...NONE,
        count: opened.count,
        at: (index) => opened.at(index),
        indexOf: (row) => opened.indexOf(row),
      }
    })
    pages = opened
    opened.refresh({ now: true })
  }
  function closeRows() {
    pages?.close()
    pages = undefined
    rows.value = NONE
  }

  watch(
    [proof, () => statementKey(question.value), () => movementsKey(question.value)],
    ([proven, key], [provenBefore, keyBefore]) => {
      if (!proven || isBackwards(question.value.period)) {
        statement.value = undefined
        closeRows()
        return
      }
      if (error.value?.code === 'invalid_input') error.value = undefined
      if (proven !== provenBefore || key !== keyBefore) void readStatement(proven)
      openRows()
    },
  )
  onScopeDispose(closeRows)

  return {
    proof,
    statement,
    rows,
    error,
    isReading,
    progress,
    see: (first: number, last: number) => {
      pages?.see(first, last)
    },
    /** Makes the proof again without reading the lists, after an entry was changed. */
    prove: () => prove(false),
    cancel,
    /** Reads the lists again and makes the proof. */
    refresh: () => prove(true),
  }
}
