/** Asks for what only a node can say; the last asking counts. */
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import { describeProblem } from '#shared/check/check-words.ts'
import type { ChainglassError, Result } from '#shared/errors/errors.ts'
import type { CheckedNode, CheckProblem } from '#shared/rpc/contract/check.ts'
import { useNodeUrls } from '#renderer/stores/node-urls.ts'

interface Refused {
  readonly outcome: 'refused'
  readonly node: CheckedNode
  readonly problem: CheckProblem
}
/** The URL of the node, unless one is followed. */
interface AskedNode {
  readonly rpcUrl?: string
}

export function useNodeAnswer<Read extends { readonly outcome: 'read' }>(source: string) {
  const nodes = useNodeUrls()
  const report = shallowRef<Read>()
  const problem = ref<string>()
  const error = shallowRef<ChainglassError>()
  const asking = shallowRef<AbortController>()
  const followed = computed(() => nodes.followed(source))
  onScopeDispose(() => asking.value?.abort())

  /** Returns false if something else was asked meanwhile: the report is of that. */
  async function ask(
    send: (node: AskedNode, options: { readonly signal: AbortSignal }) => Promise<Result<Read | Refused>>,
  ): Promise<boolean> {
    problem.value = error.value = undefined
    asking.value?.abort()
    const mine = new AbortController()
    asking.value = mine
    const rpcUrl = followed.value ? undefined : nodes.typed.get(source)
    const response = await send({ ...(rpcUrl !== undefined && { rpcUrl }) }, { signal: mine.signal })
    if (asking.value !== mine) return false
    asking.value = report.value = undefined
    if (!response.ok) error.value = response.error
    else if (response.data.outcome === 'read') report.value = response.data
    else problem.value = describeProblem(response.data.problem, response.data.node)
    return true
  }

  return {
    ...{ report, problem, error, followed, ask },
    /** True if there is a node to ask. */
    canAsk: computed(() => followed.value !== undefined || nodes.typed.has(source)),
    isAsking: computed(() => asking.value !== undefined),
    url: () => nodes.typed.get(source) ?? '',
    setUrl: (url: string) => {
      nodes.typed.set(source, url)
    },
  }
}
