import { onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { Findings } from '#shared/rpc/contract/sources.ts'
import { useCore } from '#renderer/lib/use-core.ts'

const PAUSE_MS = 300

/** The core's findings for a text. Asks once the text has not changed for a moment; a change aborts the request. */
export function useFindings(text: () => string): {
  /** Undefined before the first answer. */
  readonly findings: Readonly<ShallowRef<Findings | undefined>>
  /** Asks at once, also for a text that was asked for before. */
  readonly ask: () => void
  /** A request runs or is about to. */
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
