import { defineStore } from 'pinia'
import { ref, watch } from 'vue'
import { useSettings } from './settings.ts'
import { useSources } from './sources.ts'

const NAME = 'first-run'

/** Whether the person has chosen no source yet: none was added, and a new window opens on the sample chain. */
export const useFirstRun = defineStore(NAME, () => {
  const settings = useSettings()
  const sources = useSources()
  const isFirstRun = ref(false)

  // Checked once at the start of a window: a choice made in it does not change the result.
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
