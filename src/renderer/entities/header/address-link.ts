import { shallowRef, type Component } from 'vue'
import { afterFirstRows } from '#renderer/lib/paint/after-first-rows.ts'
import { inIdleTurn } from '#renderer/lib/paint/idle-turns.ts'

/**
 * What shows an address in a header, once it is loaded: the first rows need not wait for it. Until then the address counts
 * as not known, so that its place is kept and nothing moves when it comes.
 */
export const addressLink = shallowRef<Component>()

let isAsked = false
export function loadAddressLink(): void {
  if (isAsked) return
  isAsked = true
  afterFirstRows(() => {
    inIdleTurn(() => import('#renderer/entities/address/AddressLink.vue'), { isVisible: true }).then(
      (loaded) => (addressLink.value = loaded.default),
      // The host is gone: the window says so itself.
      () => (isAsked = false),
    )
  })
}
