/** A flow graph: its state from the query, the core's answers to each step, and its actions. */
import { computed, watch } from 'vue'
import type { FlowDirection } from '#shared/rpc/contract/flow.ts'
import {
  ENDS,
  FLOW_STEP_SIZE,
  MAX_FLOW_FOLDED,
  MAX_FLOW_REMOVED,
  type FlowFold,
  type FlowState,
  type FlowStepState,
} from '#shared/flow/flow-state.ts'
import { isTransaction, NO_TRANSACTION } from '#renderer/entities/flow/read-graph.ts'
import { makeGraph } from '#renderer/entities/flow/graph/make-graph.ts'
import { useFlowState } from './use-flow-state.ts'
import { useSteps, useTransaction } from './use-flow-steps.ts'

type Filter = Pick<FlowState, 'from' | 'to' | 'asset' | 'min' | 'withSpam'>

export function useFlow(source: () => string, start: () => string) {
  const history = useFlowState(start)
  const { state, change } = history
  const steps = useSteps(source, state)
  const transaction = useTransaction(source, start)
  const graph = computed(() =>
    makeGraph(
      isTransaction(start()) ? (transaction.answer.value ?? NO_TRANSACTION) : start().toLowerCase(),
      state.value,
      steps.answerOf,
    ),
  )
  watch(
    () => graph.value.wanted,
    (wanted) => {
      steps.want(wanted)
    },
    { immediate: true },
  )
  function takeStep(step: FlowStepState) {
    const { steps: taken } = state.value
    const isSame = (one: FlowStepState) => one.of === step.of && one.direction === step.direction
    // A repeated step with a larger limit replaces the old one in its position; growing all ends adds one more
    // hop.
    const next =
      step.of !== ENDS && taken.some(isSame)
        ? taken.map((one) => (isSame(one) ? step : one))
        : [...taken, step]
    change({ steps: next, closed: state.value.closed.filter((one) => one !== step.of) })
  }

  return {
    state,
    graph,
    undo: () => {
      history.undo()
    },
    redo: () => {
      history.redo()
    },
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    isReading: computed(() => steps.isReading.value || transaction.isReading.value),
    rowsRead: steps.rows,
    cancel: () => {
      steps.cancel()
    },
    isCancelled: steps.isCancelled,
    readOn: () => {
      steps.readOn()
    },
    readAgain: (of?: string) => {
      steps.readAgain(of)
    },
    transaction,
    errors: computed(() => [...steps.errors.values()]),
    grow: (of: string, direction: FlowDirection, more: { limit?: number; opens?: boolean } = {}) => {
      takeStep({ of, direction, limit: more.limit ?? FLOW_STEP_SIZE, opens: more.opens ?? false })
    },
    /** Removes the nodes that were grown from this one. */
    foldBack: (of: string) => {
      const { steps: taken, closed } = state.value
      change({ steps: taken.filter((one) => one.of !== of), closed: [...new Set([...closed, of])] })
    },
    remove: (of: string) => {
      if (state.value.removed.length < MAX_FLOW_REMOVED) change({ removed: [...state.value.removed, of] })
    },
    restoreRemoved: () => {
      change({ removed: [] })
    },
    fold: (fold: FlowFold) => {
      const { folded } = state.value
      if (folded.length < MAX_FLOW_FOLDED && !folded.some((one) => isSameFold(one, fold)))
        change({ folded: [...folded, fold] })
    },
    unfold: (fold: FlowFold) => {
      change({ folded: state.value.folded.filter((one) => !isSameFold(one, fold)) })
    },
    filter: (filter: Partial<Filter>) => {
      change(filter)
    },
  }
}
export type Flow = ReturnType<typeof useFlow>

const isSameFold = (one: FlowFold, other: FlowFold) => one.kind === other.kind && one.name === other.name
