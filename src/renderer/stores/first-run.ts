import { defineStore } from 'pinia'
import { ref } from 'vue'
import { useRecent } from './recent.ts'
import { useSettings } from './settings.ts'
import { useSources } from './sources.ts'

/** Whether this is the very first window of this data folder: nothing set, nothing visited, no source chosen. */
export const useFirstRun = defineStore('first-run', () => {
  const settings = useSettings()
  const recent = useRecent()
  const sources = useSources()
  const isFirstRun = ref(false)

  /** To be called before the first route is visited, which is remembered; the three stores have to be loaded. */
  function check() {
    isFirstRun.value =
      settings.untouched &&
      recent.items.length === 0 &&
      sources.current === 'sample' &&
      sources.all.every(({ builtIn }) => builtIn) &&
      sources.accounts.length === 0
  }
  function end() {
    isFirstRun.value = false
    void settings.dismiss('first-run')
  }
  return { isFirstRun, check, end }
})
