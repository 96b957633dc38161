import { defineStore } from 'pinia'
import { ref } from 'vue'
import { useSettings } from './settings.ts'
import { useSources } from './sources.ts'

const NAME = 'first-run'

/** Whether nobody has chosen yet what to read from: no source was added, none but the sample has answered. */
export const useFirstRun = defineStore(NAME, () => {
  const settings = useSettings()
  const sources = useSources()
  const isFirstRun = ref(false)

  /** To be called when a window starts; both stores have to be loaded. What is chosen from then on leaves it as it is. */
  function check() {
    isFirstRun.value =
      !settings.dismissed.includes(NAME) &&
      sources.current === 'sample' &&
      sources.all.every(({ builtIn }) => builtIn) &&
      sources.accounts.length === 0
  }
  function end() {
    isFirstRun.value = false
    void settings.dismiss(NAME)
  }
  return { isFirstRun, check, end }
})
