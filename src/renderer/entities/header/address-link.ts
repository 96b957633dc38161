import { shallowRef, type Component } from 'vue'
import { afterFirstRows } from '#renderer/lib/paint/after-first-rows.ts'
import { inIdleTurn } from '#renderer/lib/paint/idle-turns.ts'

/**
 * The component of an address in a header; undefined until it is loaded, which is after the first rows. Until then the
 * address counts as unknown, so that its space is reserved and nothing moves.
 */
export const addressLink = shallowRef<Component>()

let isAsked = false
export function loadAddressLink(): void {
  if (isAsked) return
  isAsked = true
  afterFirstRows(() => {
    inIdleTurn(() => import('#renderer/entities/address/AddressLink.vue'), { isVisible: true }).then(
      (loaded) => (addressLink.value = loaded.default),
      // The server is gone, which the window reports elsewhere.
      () => (isAsked = false),
    )
  })
}
