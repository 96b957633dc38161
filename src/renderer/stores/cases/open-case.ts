import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { KeptOpenCase } from '#shared/rpc/contract/workspace.ts'
import type { Workspace } from '#shared/workspace/workspace.ts'

/** The case that is open in this window; without one, `id` is null. */
export const useOpenCase = defineStore('open-case', () => {
  const id = ref<number | null>(null)
  const isReadOnly = ref(false)
  /** The places that were open before the case. */
  const before = shallowRef<Workspace | null>(null)
  return {
    id,
    isReadOnly,
    before,
    /** The open case as the core stores it with the window's places. */
    kept: computed<KeptOpenCase | null>(() =>
      id.value === null ? null : { id: id.value, before: before.value },
    ),
    /** Restores the case that was open when the window reloaded. It is read-only until the core says otherwise. */
    restore(of: KeptOpenCase) {
      if (id.value !== null) return
      isReadOnly.value = true
      before.value = of.before
      id.value = of.id
    },
  }
})
