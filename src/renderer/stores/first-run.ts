import { defineStore } from 'pinia'
import { ref, watch } from 'vue'
import { useSettings } from './settings.ts'
import { useSources } from './sources.ts'

const NAME = 'first-run'

/** Whether nobody has chosen yet what to read from: no source was added, and a new window opens on the sample. */
export const useFirstRun = defineStore(NAME, () => {
  const settings = useSettings()
  const sources = useSources()
  const isFirstRun = ref(false)

  // As it is when a window starts, wherever that is: what is chosen from then on leaves it as it is.
  let isChecked = false
  watch(
    () => settings.isLoaded && sources.current !== undefined,
    (isLoaded) => {
      if (!isLoaded || isChecked) return
      isChecked = true
      isFirstRun.value =
        !settings.dismissed.includes(NAME) &&
        sources.current === 'sample' &&
        sources.all.every(({ builtIn }) => builtIn) &&
        sources.accounts.length === 0
    },
    { immediate: true },
  )
  function end() {
    isFirstRun.value = false
    void settings.dismiss(NAME)
  }
  return { isFirstRun, end }
})
