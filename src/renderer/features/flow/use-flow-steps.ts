import { computed, onScopeDispose, ref, shallowReactive, shallowRef, watch } from 'vue'
import type { CallInput } from '#shared/rpc/contract.ts'
import type { FlowStep, FlowTransaction } from '#shared/rpc/contract/flow.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { FlowState } from '#shared/flow/flow-state.ts'
import { filterOf, isTransaction, stepInput } from '#renderer/entities/flow/read-graph.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import type { OneStep } from '#renderer/entities/flow/graph/flow-graph.ts'

type StepInput = CallInput<'flow.step'>

/** Maximum number of steps requested at a time. */
const AT_ONCE = 3

/** The progress of the lists being read, and the answers from the rows read so far. */
function useProgress() {
  const core = useCore()
  /** Number of rows read, by address, while its lists are read. */
  const rows = shallowReactive(new Map<string, number>())

  /**
   * Requests a partial answer whenever the number of rows has doubled, because its cost grows with them. Returns a
   * function that stops it.
   */
  function follow(input: StepInput, onPart: (part: FlowStep) => void): () => void {
    const { source, address } = input
    let answered = 0
    let isOver = false
    async function askSoFar() {
      const part = await core.call('flow.step', { ...input, soFar: true })
      if (part.ok && !isOver) onPart(part.data)
    }
    const stop = core.subscribe('flow.progress', { source, address }, (progress) => {
      if (progress) rows.set(address, progress.rows)
      else rows.delete(address)
      if (!progress || progress.rows === 0 || progress.rows < 2 * answered) return
      answered = progress.rows
      void askSoFar()
    })
    return () => {
      isOver = true
      stop()
      rows.delete(address)
    }
  }
  return { follow, rows: computed(() => [...rows.values()].reduce((sum, count) => sum + count, 0)) }
}

/** The core's answers to the steps. Each step with its filter is requested once. */
export function useSteps(source: () => string, state: { readonly value: FlowState }) {
  const core = useCore()
  const answers = shallowReactive(new Map<string, FlowStep>())
  const errors = shallowReactive(new Map<string, ChainglassError>())
  const reading = shallowReactive(new Map<string, AbortController>())
  /** Keys of answers that are partial. */
  const parts = new Set<string>()
  const progress = useProgress()
  const isCancelled = ref(false)
  const filter = computed(() => JSON.stringify([source(), filterOf(state.value)]))
  const keyOf = ({ of, direction, limit, opens }: OneStep) =>
    `${of} ${direction} ${String(limit)} ${String(opens)} ${filter.value}`

  const stale = new Set<string>()
  async function ask(step: OneStep) {
    const key = keyOf(step)
    const controller = new AbortController()
    reading.set(key, controller)
    errors.delete(key)
    const input = stepInput(source(), step, state.value)
    const stop = progress.follow(input, (part) => {
      parts.add(key)
      answers.set(key, part)
    })
    const asked = { ...input, refresh: stale.delete(key) }
    const reply = await core.call('flow.step', asked, { signal: controller.signal })
    stop()
    if (reading.get(key) === controller) reading.delete(key)
    if (reply.ok) parts.delete(key)
    if (reply.ok) answers.set(key, reply.data)
    else if (reply.error.code !== 'cancelled') errors.set(key, reply.error)
    askNext()
  }
  let wanted: readonly OneStep[] = []
  function askNext() {
    if (isCancelled.value) return
    for (const step of wanted) {
      if (reading.size >= AT_ONCE) return
      const key = keyOf(step)
      if ((!answers.has(key) || parts.has(key)) && !errors.has(key) && !reading.has(key)) void ask(step)
    }
  }
  function abort() {
    for (const controller of reading.values()) controller.abort()
    reading.clear()
  }
  watch([() => state.value.steps, filter], ([, now], [, past]) => {
    isCancelled.value = false
    if (now !== past) abort()
  })
  onScopeDispose(abort)

  return {
    answerOf: (step: OneStep) => answers.get(keyOf(step)) ?? (errors.has(keyOf(step)) ? null : undefined),
    errors,
    want: (steps: readonly OneStep[]) => {
      wanted = steps
      askNext()
    },
    isReading: computed(() => reading.size > 0),
    /** Number of rows read so far, over all addresses being read. */
    rows: progress.rows,
    isCancelled,
    cancel() {
      isCancelled.value = true
      abort()
    },
    readOn() {
      isCancelled.value = false
      errors.clear()
      askNext()
    },
    /** Forgets the answers for an address, or all of them, and requests them again. */
    readAgain(of?: string) {
      for (const key of [...answers.keys()])
        if (of === undefined || key.startsWith(`${of} `)) {
          stale.add(key)
          answers.delete(key)
        }
      errors.clear()
      askNext()
    },
  }
}

/** The movements of the transaction a graph begins with. */
export function useTransaction(source: () => string, start: () => string) {
  const core = useCore()
  const answer = shallowRef<FlowTransaction>()
  const error = shallowRef<ChainglassError>()
  const isReading = ref(false)
  async function read(asks: boolean) {
    const hash = start()
    if (!isTransaction(hash)) {
      answer.value = undefined
      return
    }
    isReading.value = true
    const reply = await core.call('flow.transaction', { source: source(), hash, asks })
    isReading.value = false
    error.value = reply.ok ? undefined : reply.error
    if (reply.ok) answer.value = reply.data
  }
  watch([source, start], () => void read(false), { immediate: true })
  return { answer, error, isReading, askSource: () => read(true) }
}
