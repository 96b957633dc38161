import { computed, type ComputedRef } from 'vue'
import { formatKeys } from '#renderer/stores/commands.ts'
import { useSettings } from '#renderer/stores/settings.ts'

/** How an address comes to be watched, where none is; without its full stop. */
export function useWatchHint(): ComputedRef<string> {
  const settings = useSettings()
  return computed(() => {
    const key = formatKeys(settings.keys.watch)
    return `No addresses yet. Press ${key === '' ? '' : `${key} or `}☆ to add one`
  })
}
