import { toValue, watch, type MaybeRefOrGetter } from 'vue'
import { useSources } from '#renderer/stores/sources.ts'

/** Calls `run` whenever a request to the source succeeds: requests that failed before may succeed now. */
export function whenSourceIsBack(source: MaybeRefOrGetter<string | undefined>, run: () => void): void {
  const sources = useSources()
  watch(
    () => sources.byId(toValue(source))?.last,
    (last) => {
      if (last?.ok) run()
    },
  )
}
