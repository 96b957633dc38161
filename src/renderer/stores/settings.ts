import { defineStore } from 'pinia'
import { computed, ref, type ComputedRef } from 'vue'
import { withDefaults, type AllSettings, type Settings } from '#shared/settings.ts'
import { allKeys, type Shortcut } from '#shared/shortcuts.ts'
import type { RpcClient } from '#shared/rpc/client.ts'

type Computed = { readonly [Name in keyof AllSettings]: ComputedRef<AllSettings[Name]> }

const eachSetting = (read: (name: keyof AllSettings) => ComputedRef) =>
  Object.fromEntries(
    Object.keys(withDefaults({})).map((name) => [name, read(name as keyof AllSettings)]),
  ) as Computed

/**
 * All settings, with defaults for those that are not set. The core stores them. A change applies at once and is then
 * sent to the core.
 */
export const useSettings = defineStore('settings', () => {
  const set = ref<Settings>({})
  const all = computed(() => withDefaults(set.value))
  /** The core has sent the settings; until then all have their defaults. */
  const isLoaded = ref(false)
  let core: RpcClient | undefined
  /** Changes that the core has not confirmed. Settings that it sends meanwhile may be older. */
  const sent: Settings[] = []

  function follow(client: RpcClient) {
    core = client
    client.subscribe('settings.changed', {}, take)
  }

  async function change(changes: Settings) {
    set.value = { ...set.value, ...changes }
    sent.push(changes)
    const response = await core?.call('settings.change', changes)
    sent.splice(sent.indexOf(changes), 1)
    if (response?.ok) take(response.data)
  }

  /** Hides an offer or a hint for good. */
  const dismiss = (name: string) =>
    change({ dismissed: [...new Set([...all.value.dismissed, name])].slice(-100) })

  function take(next: Settings) {
    set.value = Object.assign({}, next, ...sent) as Settings
    isLoaded.value = true
  }

  return {
    follow,
    change,
    isLoaded,
    ...eachSetting((name) => computed(() => all.value[name])),
    /** Undefined until the person was asked. Until then only images of the source's own server are shown. */
    imagesAgreed: computed(() => set.value.images),
    /** The key of each shortcut; empty while single keys are switched off. */
    keys: computed<Partial<Readonly<Record<Shortcut, string>>>>(() =>
      all.value.singleKeys ? allKeys(all.value.shortcuts) : {},
    ),
    dismiss,
  }
})
