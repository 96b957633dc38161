import { computed, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { $gettext } from '#shared/text/gettext.ts'
import { fitsPlace, readFlowQuery, writeFlowQuery } from '#shared/flow/flow-query.ts'
import { MAX_FLOW_STEPS, type FlowState } from '#shared/flow/flow-state.ts'
import { textsOfQuery } from '#renderer/entities/flow/read-graph.ts'
import { useToasts } from '#renderer/stores/toasts.ts'

/** Maximum number of states to undo. */
const MAX_UNDO = 100

/** The state of the graph, stored in the query. Undo and redo are kept while the place is open. */
export function useFlowState(start: () => string) {
  const route = useRoute()
  const router = useRouter()
  const toasts = useToasts()
  const state = shallowRef(readFlowQuery(start(), textsOfQuery(route.query)))
  const before = shallowRef<readonly FlowState[]>([])
  const after = shallowRef<readonly FlowState[]>([])
  const { name } = route

  watch(
    () => route.query,
    (query) => {
      // On another route the query belongs to that route.
      if (route.name !== name) return
      const next = readFlowQuery(start(), textsOfQuery(query))
      if (JSON.stringify(next) === JSON.stringify(state.value)) return
      ;[before.value, after.value] = [[], []]
      state.value = next
    },
  )
  function show(next: FlowState) {
    state.value = next
    void router.replace({ query: { ...writeFlowQuery(start(), next) } })
  }
  return {
    state,
    canUndo: computed(() => before.value.length > 0),
    canRedo: computed(() => after.value.length > 0),
    change: (more: Partial<FlowState>) => {
      const next = { ...state.value, ...more }
      if (next.steps.length > MAX_FLOW_STEPS || !fitsPlace(start(), next)) {
        toasts.show(
          $gettext('This graph is as large as one place can hold. Open another one from an address of it.'),
        )
        return
      }
      if (JSON.stringify(next) === JSON.stringify(state.value)) return
      before.value = [...before.value, state.value].slice(-MAX_UNDO)
      after.value = []
      show(next)
    },
    undo() {
      const last = before.value.at(-1)
      if (!last) return
      before.value = before.value.slice(0, -1)
      after.value = [...after.value, state.value]
      show(last)
    },
    redo() {
      const next = after.value.at(-1)
      if (!next) return
      after.value = after.value.slice(0, -1)
      before.value = [...before.value, state.value]
      show(next)
    },
  }
}
