/** Asks a contract's functions, and has what each said last. */
import { computed, onScopeDispose, ref, shallowReactive, shallowRef } from 'vue'
import { describeProblem } from '#shared/check/check-words.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { ReadBlock, ReadReport, ReadResult } from '#shared/rpc/contract/contracts.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useNodeUrls } from '#renderer/stores/node-urls.ts'

export interface FunctionCall {
  readonly signature: string
  readonly texts: string[]
}

/** As many as are asked in one request. Here, so that no schema comes with it. */
const AT_ONCE = 12

export function useReads(of: { readonly source: string; readonly address: string }) {
  const core = useCore()
  const nodes = useNodeUrls()
  const ended = new AbortController()
  onScopeDispose(() => {
    ended.abort()
  })
  /** Empty: the newest. */
  const height = ref('')
  const from = ref('')
  const results = shallowReactive(new Map<string, ReadResult>())
  const block = shallowRef<ReadBlock>()
  const problem = ref<string>()
  const error = shallowRef<ChainglassError>()
  const busy = ref(0)
  const followed = computed(() => nodes.followed(of.source))

  const ask = (calls: readonly FunctionCall[], at: number | undefined) => {
    const rpcUrl = nodes.typed.get(of.source)
    return core.call(
      'contract.read',
      {
        ...of,
        calls: [...calls],
        ...(rpcUrl !== undefined && { rpcUrl }),
        ...(at !== undefined && { height: at }),
        ...(/^0x[0-9a-f]{40}$/i.test(from.value.trim()) && { from: from.value.trim() }),
      },
      { signal: ended.signal },
    )
  }

  function take(report: ReadReport, calls: readonly FunctionCall[]) {
    if (report.outcome === 'refused') {
      problem.value = describeProblem(report.problem, report.node)
      return false
    }
    block.value = report.block
    for (const [index, { signature }] of calls.entries()) {
      const result = report.results[index]
      if (result) results.set(signature, result)
    }
    return true
  }

  return {
    ...{ height, from, results, block, problem, error, busy, followed },
    /** Whether there is a node to ask. */
    canAsk: computed(() => followed.value !== undefined || nodes.typed.has(of.source)),
    setUrl: (url: string) => {
      nodes.typed.set(of.source, url)
    },
    url: () => nodes.typed.get(of.source) ?? '',
    /** All at the same block. */
    read: async (calls: readonly FunctionCall[]) => {
      problem.value = error.value = undefined
      busy.value += 1
      let at = /^\d{1,15}$/.test(height.value.trim()) ? Number(height.value.trim()) : undefined
      for (let first = 0; first < calls.length; first += AT_ONCE) {
        const part = calls.slice(first, first + AT_ONCE)
        const response = await ask(part, at)
        if (!response.ok) {
          if (response.error.code !== 'cancelled') error.value = response.error
          break
        }
        if (!take(response.data, part)) break
        at = block.value?.height
      }
      busy.value -= 1
    },
  }
}
