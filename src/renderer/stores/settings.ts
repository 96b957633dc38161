import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { Settings } from '#shared/rpc/contract/app.ts'
import type { RpcClient } from '#shared/rpc/client.ts'

/** What a person set, with every default filled in. The core keeps it; a change shows at once and is then told to it. */
export const useSettings = defineStore('settings', () => {
  const set = ref<Settings>({})
  /** The core has told what is set; until then everything is a default. */
  const isLoaded = ref(false)
  let core: RpcClient | undefined

  function follow(client: RpcClient) {
    core = client
    client.subscribe('settings.changed', {}, take)
  }

  async function change(changes: Settings) {
    set.value = { ...set.value, ...changes }
    const answer = await core?.call('settings.change', changes)
    if (answer?.ok) take(answer.data)
  }

  /** An offer or a word that is not shown again. */
  const dismiss = (name: string) =>
    change({ dismissed: [...new Set([...(set.value.dismissed ?? []), name])].slice(-100) })

  function take(told: Settings) {
    set.value = told
    isLoaded.value = true
  }

  return {
    follow,
    change,
    isLoaded,
    theme: computed(() => set.value.theme ?? 'system'),
    time: computed(() => set.value.time ?? 'relative'),
    zone: computed(() => set.value.zone ?? 'local'),
    images: computed(() => set.value.images ?? true),
    foldScam: computed(() => set.value.foldScam ?? true),
    columns: computed(() => set.value.columns ?? {}),
    nftView: computed(() => set.value.nftView ?? 'grid'),
    pollInBackground: computed(() => set.value.pollInBackground ?? true),
    pollOnMetered: computed(() => set.value.pollOnMetered ?? false),
    notifyActivity: computed(() => set.value.notifyActivity ?? false),
    dismissed: computed<readonly string[]>(() => set.value.dismissed ?? []),
    dismiss,
    /** Nothing was ever set. */
    untouched: computed(() => Object.keys(set.value).length === 0),
  }
})
