import { computed, onScopeDispose, ref, shallowReactive, shallowRef, watch } from 'vue'
import type { FlowStep, FlowTransaction } from '#shared/rpc/contract/flow.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { FlowState } from '#shared/flow/flow-state.ts'
import { filterOf, isTransaction, stepInput } from '#renderer/entities/flow/read-graph.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import type { OneStep } from '#renderer/entities/flow/graph/flow-graph.ts'

/** Steps that are asked for at a time. */
const AT_ONCE = 3

/** What the core says to each step: asked once for the same step and filter. */
export function useSteps(source: () => string, state: { readonly value: FlowState }) {
  const core = useCore()
  const answers = shallowReactive(new Map<string, FlowStep>())
  const errors = shallowReactive(new Map<string, ChainglassError>())
  const reading = shallowReactive(new Map<string, AbortController>())
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
    const reply = await core.call(
      'flow.step',
      { ...input, refresh: stale.delete(key) },
      { signal: controller.signal },
    )
    if (reading.get(key) === controller) reading.delete(key)
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
      if (!answers.has(key) && !errors.has(key) && !reading.has(key)) void ask(step)
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
    answerOf: (step: OneStep) => {
      const key = keyOf(step)
      return answers.get(key) ?? (errors.has(key) ? null : undefined)
    },
    errors,
    want(steps: readonly OneStep[]) {
      wanted = steps
      askNext()
    },
    isReading: computed(() => reading.size > 0),
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
    /** Of an address, or of all: what was remembered is asked for again. */
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

/** Of a graph that begins with a transaction: what that moved. */
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
