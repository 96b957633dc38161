import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { withDefaults, type Settings } from '#shared/settings.ts'
import { allKeys, type Shortcut } from '#shared/shortcuts.ts'
import type { RpcClient } from '#shared/rpc/client.ts'

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
    theme: computed(() => all.value.theme),
    language: computed(() => all.value.language),
    time: computed(() => all.value.time),
    zone: computed(() => all.value.zone),
    images: computed(() => all.value.images),
    /** Undefined until the person was asked. Until then only images of the source's own server are shown. */
    imagesAgreed: computed(() => set.value.images),
    foldScam: computed(() => all.value.foldScam),
    singleKeys: computed(() => all.value.singleKeys),
    shortcuts: computed(() => all.value.shortcuts),
    /** The key of each shortcut; empty while single keys are switched off. */
    keys: computed<Partial<Readonly<Record<Shortcut, string>>>>(() =>
      all.value.singleKeys ? allKeys(all.value.shortcuts) : {},
    ),
    columns: computed(() => all.value.columns),
    refusedFilters: computed(() => all.value.refusedFilters),
    hexWords: computed(() => all.value.hexWords),
    words: computed(() => all.value.words),
    nftView: computed(() => all.value.nftView),
    pollInBackground: computed(() => all.value.pollInBackground),
    pollOnMetered: computed(() => all.value.pollOnMetered),
    keepRead: computed(() => all.value.keepRead),
    keepMegabytes: computed(() => all.value.keepMegabytes),
    notifyActivity: computed(() => all.value.notifyActivity),
    checkWatched: computed(() => all.value.checkWatched),
    askEverywhere: computed(() => all.value.askEverywhere),
    leftOutEverywhere: computed(() => all.value.leftOutEverywhere),
    hideEmptyEverywhere: computed(() => all.value.hideEmptyEverywhere),
    dismissed: computed(() => all.value.dismissed),
    dismiss,
  }
})
