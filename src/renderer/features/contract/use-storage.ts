/** Reads the storage of a contract from a node; the last reading counts. */
import { computed, onScopeDispose, reactive, ref, shallowRef } from 'vue'
import { describeProblem } from '#shared/check/check-words.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { StorageReport } from '#shared/rpc/contract/contracts.ts'
import { $gettext } from '#shared/text/gettext.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useNodeUrls } from '#renderer/stores/node-urls.ts'
import { HEIGHT } from './use-reads.ts'

type Read = Extract<StorageReport, { readonly outcome: 'read' }>

export function useStorage(of: { readonly source: string; readonly address: string }) {
  const core = useCore()
  const nodes = useNodeUrls()
  const report = shallowRef<Read>()
  const problem = ref<string>()
  const error = shallowRef<ChainglassError>()
  /** As typed: a slot or variable, and heights. Empty: all variables, the newest block, and no other. */
  const typed = reactive({ place: '', height: '', against: '' })
  /** A layout that the person gave. */
  const layout = shallowRef<string>()
  const reading = shallowRef<AbortController>()
  const followed = computed(() => nodes.followed(of.source))
  onScopeDispose(() => reading.value?.abort())

  function heightOf(name: 'height' | 'against'): number | undefined | null {
    const text = typed[name].trim()
    if (text === '') return undefined
    if (HEIGHT.test(text)) return Number(text.replace(/\D/g, ''))
    problem.value = `${text}: ${$gettext('This is not a number.')}`
    return null
  }

  async function read() {
    problem.value = error.value = undefined
    const [height, against] = [heightOf('height'), heightOf('against')]
    if (height === null || against === null) return
    reading.value?.abort()
    const mine = new AbortController()
    reading.value = mine
    const rpcUrl = followed.value ? undefined : nodes.typed.get(of.source)
    const place = typed.place.trim()
    const request = {
      ...of,
      ...(rpcUrl !== undefined && { rpcUrl }),
      ...(height !== undefined && { height }),
      ...(against !== undefined && { against }),
      ...(place !== '' && { places: [place] }),
      ...(layout.value !== undefined && { layout: layout.value }),
    }
    const response = await core.call('contract.storage', request, { signal: mine.signal })
    if (reading.value !== mine) return
    reading.value = undefined
    if (!response.ok) error.value = response.error
    else if (response.data.outcome === 'read') report.value = response.data
    else problem.value = describeProblem(response.data.problem, response.data.node)
  }

  return {
    ...{ report, problem, error, typed, layout, followed, read },
    isReading: computed(() => reading.value !== undefined),
    /** True if there is a node to ask. */
    canAsk: computed(() => followed.value !== undefined || nodes.typed.has(of.source)),
    url: () => nodes.typed.get(of.source) ?? '',
    setUrl: (url: string) => {
      nodes.typed.set(of.source, url)
    },
  }
}
