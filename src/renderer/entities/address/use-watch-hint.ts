import { computed, type ComputedRef } from 'vue'
import { formatKeys } from '#renderer/stores/commands.ts'
import { $gettext } from '#shared/text/gettext.ts'
import { useSettings } from '#renderer/stores/settings.ts'

/** A hint on how to watch an address, for an empty watchlist; without a full stop. */
export function useWatchHint(): ComputedRef<string> {
  const settings = useSettings()
  return computed(() => {
    const key = formatKeys(settings.keys.watch)
    return key === ''
      ? $gettext('No addresses yet. Press ☆ to add one')
      : $gettext('No addresses yet. Press %{key} or ☆ to add one', { key })
  })
}
