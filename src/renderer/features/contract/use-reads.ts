/** Calls read functions of a contract on a node, and keeps the last result of each. */
import { computed, onScopeDispose, ref, shallowReactive, shallowRef, watch, type Ref } from 'vue'
import { parseType } from '#shared/abi/abi-type.ts'
import { problemOfText } from '#shared/abi/encode-values.ts'
import { describeProblem } from '#shared/check/check-words.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { CheckedNode } from '#shared/rpc/contract/check.ts'
import type { ReadBlock, ReadReport, ReadResult } from '#shared/rpc/contract/contracts.ts'
import { $gettext } from '#shared/text/gettext.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useNodeUrls } from '#renderer/stores/node-urls.ts'
import { useAddressOfName } from './use-address-of-name.ts'

export interface FunctionCall {
  readonly signature: string
  readonly texts: string[]
}

/** The result of a function, with its arguments and block height. */
export interface ReadState {
  readonly texts: readonly string[]
  readonly height: number
  readonly result: ReadResult
}

/** The block height and the sender of a call. */
interface CallOptions {
  readonly height?: number
  readonly from?: string
}

/**
 * Maximum number of calls in one request to the core. Defined here, because the core's module would load zod into
 * the window.
 */
const AT_ONCE = 12
/** A block height with or without separators, as heights are displayed. */
export const HEIGHT = /^(?:\d{1,15}|\d{1,3}(?:,\d{3}){1,4})$/
const ADDRESS = parseType('address', '')

function useReadFields(source: string, problem: Ref<string | undefined>) {
  const addressOfName = useAddressOfName(() => source)
  /** Empty for the newest block. */
  const height = ref('')
  const from = ref('')

  /**
   * Reads the fields. Returns undefined and sets `problem` for an invalid field, so that the call is not made with
   * other values.
   */
  async function readFields(): Promise<CallOptions | undefined> {
    const typedFrom = from.value
    const sender = (await addressOfName(typedFrom)) ?? typedFrom.trim()
    if (from.value !== typedFrom) return undefined
    const wrong = sender === '' || !ADDRESS ? undefined : problemOfText(ADDRESS, sender)
    if (wrong !== undefined) {
      problem.value = `${$gettext('as')}: ${wrong}`
      return undefined
    }
    from.value = sender
    const typed = height.value.trim()
    if (typed !== '' && !HEIGHT.test(typed)) {
      problem.value = `${$gettext('At block')}: ${$gettext('This is not a number.')}`
      return undefined
    }
    return {
      ...(typed !== '' && { height: Number(typed.replace(/\D/g, '')) }),
      ...(sender !== '' && { from: sender }),
    }
  }

  return { height, from, readFields }
}

export function useReads(of: { readonly source: string; readonly address: string }) {
  const core = useCore()
  const nodes = useNodeUrls()
  const ended = new AbortController()
  onScopeDispose(() => {
    ended.abort()
  })
  const results = shallowReactive(new Map<string, ReadState>())
  /** The node and block of the last results. */
  const last = shallowRef<{ readonly block: ReadBlock; readonly node: CheckedNode }>()
  const problem = ref<string>()
  const { height, from, readFields } = useReadFields(of.source, problem)
  const error = shallowRef<ChainglassError>()
  const busy = ref(0)
  const followed = computed(() => nodes.followed(of.source))

  let asking = new AbortController()
  const forget = () => {
    asking.abort()
    asking = new AbortController()
    results.clear()
    last.value = undefined
  }
  // Runs in sync, so that no answer for the old block, sender or node is taken after the change.
  watch([height, from, () => followed.value?.id ?? nodes.typed.get(of.source)], forget, { flush: 'sync' })

  const ask = (calls: readonly FunctionCall[], options: CallOptions, { signal }: AbortController) => {
    // With a followed node there is no field for a URL.
    const rpcUrl = followed.value ? undefined : nodes.typed.get(of.source)
    return core.call(
      'contract.read',
      { ...of, ...options, calls: [...calls], ...(rpcUrl !== undefined && { rpcUrl }) },
      { signal: AbortSignal.any([ended.signal, signal]) },
    )
  }

  function take(report: ReadReport, calls: readonly FunctionCall[]): number | undefined {
    if (report.outcome === 'refused') {
      problem.value = describeProblem(report.problem, report.node)
      return undefined
    }
    last.value = report
    for (const [index, { signature, texts }] of calls.entries()) {
      const result = report.results[index]
      if (result) results.set(signature, { texts, height: report.block.height, result })
    }
    return report.block.height
  }

  /** Reads all calls at one block: the block of the first part is used for the others. */
  async function readParts(calls: readonly FunctionCall[]) {
    let asked = await readFields()
    const mine = asking
    for (let first = 0; asked && first < calls.length; first += AT_ONCE) {
      const part = calls.slice(first, first + AT_ONCE)
      const response = await ask(part, asked, mine)
      if (mine.signal.aborted) return
      if (!response.ok) {
        if (response.error.code !== 'cancelled') error.value = response.error
        return
      }
      const at = take(response.data, part)
      asked = at === undefined ? undefined : { ...asked, height: at }
    }
  }

  return {
    ...{ height, from, results, last, problem, error, busy, followed },
    /** True if there is a node to call. */
    canAsk: computed(() => followed.value !== undefined || nodes.typed.has(of.source)),
    setUrl: (url: string) => {
      nodes.typed.set(of.source, url)
    },
    url: () => nodes.typed.get(of.source) ?? '',
    read: async (calls: readonly FunctionCall[]) => {
      problem.value = error.value = undefined
      busy.value += 1
      try {
        await readParts(calls)
      } finally {
        busy.value -= 1
      }
    },
  }
}
