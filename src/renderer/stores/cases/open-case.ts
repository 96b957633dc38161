import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { KeptOpenCase } from '#shared/rpc/contract/workspace.ts'
import type { Workspace } from '#shared/workspace/workspace.ts'

/** The case that is open in this window; no id where none is. */
export const useOpenCase = defineStore('open-case', () => {
  const id = ref<number | null>(null)
  const isReadOnly = ref(false)
  /** The places that were open before it. */
  const before = shallowRef<Workspace | null>(null)
  return {
    id,
    isReadOnly,
    before,
    /** As the core keeps it beside the places of the window. */
    kept: computed<KeptOpenCase | null>(() =>
      id.value === null ? null : { id: id.value, before: before.value },
    ),
    /** The one that was open when the window was. Nothing of it is changed before it is known that it may be. */
    restore(of: KeptOpenCase) {
      if (id.value !== null) return
      isReadOnly.value = true
      before.value = of.before
      id.value = of.id
    },
  }
})
