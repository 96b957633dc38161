/** Reads the storage of a contract from a node; the last reading counts. */
import { computed, onScopeDispose, reactive, ref, shallowRef } from 'vue'
import { describeProblem } from '#shared/check/check-words.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { MAX_LAYOUT_LENGTH, type StorageReport } from '#shared/rpc/contract/contracts.ts'
import { $gettext } from '#shared/text/gettext.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useNodeUrls } from '#renderer/stores/node-urls.ts'
import { HEIGHT } from './use-reads.ts'

const isOfLayout = (error: ChainglassError) =>
  error.code === 'invalid_input' && error.reason === 'file_without_layout'

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
  const layout = shallowRef<{ readonly name: string; readonly text: string }>()
  const reading = shallowRef<AbortController>()
  const followed = computed(() => nodes.followed(of.source))
  /** True if there is a node to ask. */
  const canAsk = computed(() => followed.value !== undefined || nodes.typed.has(of.source))
  onScopeDispose(() => reading.value?.abort())

  function heightOf(name: 'height' | 'against'): number | undefined | null {
    const text = typed[name].trim()
    if (text === '') return undefined
    if (HEIGHT.test(text)) return Number(text.replace(/\D/g, ''))
    problem.value = `${text}: ${$gettext('This is not a number.')}`
    return null
  }

  /** Takes a layout, and reads by it. */
  async function take(file: File) {
    problem.value = error.value = undefined
    const [name, bytes] = [plainName(file.name), file.size]
    if (bytes > MAX_LAYOUT_LENGTH) {
      const reason = { kind: 'file_too_large', bytes, maxBytes: MAX_LAYOUT_LENGTH } as const
      error.value = { code: 'invalid_input', field: 'file', reason }
      return
    }
    const text = await file.text().catch(() => undefined)
    if (text === undefined) problem.value = $gettext('%{name} can’t be read.', { name })
    else {
      layout.value = { name, text }
      if (canAsk.value) await read()
    }
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
      ...(layout.value !== undefined && { layout: layout.value.text }),
    }
    const response = await core.call('contract.storage', request, { signal: mine.signal })
    if (reading.value !== mine) return
    reading.value = undefined
    report.value = undefined
    if (!response.ok) {
      error.value = response.error
      if (isOfLayout(response.error)) layout.value = undefined
    } else if (response.data.outcome === 'read') report.value = response.data
    else problem.value = describeProblem(response.data.problem, response.data.node)
  }

  return {
    ...{ report, problem, error, typed, layout, followed, read, take, canAsk },
    isReading: computed(() => reading.value !== undefined),
    url: () => nodes.typed.get(of.source) ?? '',
    setUrl: (url: string) => {
      nodes.typed.set(of.source, url)
    },
  }
}
