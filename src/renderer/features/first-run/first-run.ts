import { ref } from 'vue'
import { useRecent } from '#renderer/stores/recent.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import { useSources } from '#renderer/stores/sources.ts'

/** This window is the first there ever was of this data folder: nothing set, nowhere been, no source chosen. */
export const isFirstRun = ref(false)

export const FIRST_RUN = 'first-run'

/** To be asked before the first place is gone to, which is remembered; all three stores have to be known. */
export function lookForFirstRun(): void {
  const sources = useSources()
  isFirstRun.value =
    useSettings().untouched &&
    useRecent().items.length === 0 &&
    sources.current === 'sample' &&
    sources.all.every(({ builtIn }) => builtIn) &&
    sources.accounts.length === 0
}
