import { onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { Findings } from '#shared/rpc/contract/sources.ts'
import { useCore } from '#renderer/lib/use-core.ts'

const PAUSE_MS = 300

/** What the core finds of a text: asked when it has not changed for a moment, and no longer once it changes. */
export function useFindings(text: () => string): {
  /** Undefined while nothing is asked. */
  readonly findings: Readonly<ShallowRef<Findings | undefined>>
  /** Without waiting; again, where it was asked before. */
  readonly ask: () => void
  /** It is asked, or about to be. */
  readonly isAsking: Readonly<Ref<boolean>>
} {
  const core = useCore()
  const findings = shallowRef<Findings>()
  const isAsking = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  let stop: (() => void) | undefined

  function end() {
    clearTimeout(timer)
    stop?.()
    stop = undefined
    findings.value = undefined
    isAsking.value = false
  }
  function ask() {
    end()
    const wanted = text()
    if (wanted === '') return
    isAsking.value = true
    stop = core.subscribe('sources.findings', { text: wanted }, (told) => {
      findings.value = told
      isAsking.value = Object.values(told).some(({ state }: { state: string }) => state === 'asking')
    })
  }
  watch(
    text,
    (wanted) => {
      end()
      if (wanted === '') return
      isAsking.value = true
      timer = setTimeout(ask, PAUSE_MS)
    },
    { immediate: true },
  )
  onScopeDispose(end)
  return { findings, ask, isAsking }
}
