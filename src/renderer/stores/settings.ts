import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { withDefaults, type Settings } from '#shared/settings.ts'
import { allKeys, type Shortcut } from '#shared/shortcuts.ts'
import type { RpcClient } from '#shared/rpc/client.ts'

/** Every setting, with its default where it is not set. The core stores them; a change shows at once and is then sent to it. */
export const useSettings = defineStore('settings', () => {
  const set = ref<Settings>({})
  const all = computed(() => withDefaults(set.value))
  /** The core has sent what is set; until then every setting has its default. */
  const isLoaded = ref(false)
  let core: RpcClient | undefined
  /** Sent and not answered yet: what the core says meanwhile may be of before them. */
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

  /** An offer or a hint that is not shown again. */
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
    /** Not switched off. */
    images: computed(() => all.value.images),
    /** Undefined before the person was asked: then only what the source itself has is shown. */
    imagesAgreed: computed(() => set.value.images),
    foldScam: computed(() => all.value.foldScam),
    singleKeys: computed(() => all.value.singleKeys),
    shortcuts: computed(() => all.value.shortcuts),
    /** The key of each shortcut; none while single keys are switched off. */
    keys: computed<Partial<Readonly<Record<Shortcut, string>>>>(() =>
      all.value.singleKeys ? allKeys(all.value.shortcuts) : {},
    ),
    columns: computed(() => all.value.columns),
    refusedFilters: computed(() => all.value.refusedFilters),
    nftView: computed(() => all.value.nftView),
    pollInBackground: computed(() => all.value.pollInBackground),
    pollOnMetered: computed(() => all.value.pollOnMetered),
    keepRead: computed(() => all.value.keepRead),
    keepMegabytes: computed(() => all.value.keepMegabytes),
    notifyActivity: computed(() => all.value.notifyActivity),
    askEverywhere: computed(() => all.value.askEverywhere),
    leftOutEverywhere: computed(() => all.value.leftOutEverywhere),
    hideEmptyEverywhere: computed(() => all.value.hideEmptyEverywhere),
    dismissed: computed(() => all.value.dismissed),
    dismiss,
  }
})
