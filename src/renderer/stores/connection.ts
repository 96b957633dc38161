import { defineStore } from 'pinia'
import { ref } from 'vue'
import { holdIdleTurns } from '#renderer/lib/paint/idle-turns.ts'

/**
 * The state of the connection to the core. `lost`: it was open, or never opened, and is retried by itself at `retryAt`
 * (ms since 1970). `refused`: what answers does not know this window, so a fresh link is needed. `stranger`: another
 * program answers in the host's place; it was told nothing.
 */
export type ConnectionStatus =
  | { readonly state: 'connecting' }
  | { readonly state: 'open' }
  | { readonly state: 'lost'; readonly retryAt: number }
  | { readonly state: 'refused' | 'stranger' }

/** What the store needs of a port to the core. */
export interface Connection {
  /** Reports the present status at once, then every change. */
  onStatus(listener: (status: ConnectionStatus) => void): void
  /** Retries now instead of at `retryAt`; does nothing while the connection is open. */
  retryNow(): void
}

/** The state of the connection to the core, for the banner that shows it. */
export const useConnection = defineStore('connection', () => {
  const status = ref<ConnectionStatus>({ state: 'connecting' })
  let port: Connection | undefined

  function follow(of: Connection) {
    port = of
    of.onStatus((next) => {
      status.value = next
      holdIdleTurns(next.state !== 'open')
    })
  }
  return { status, follow, retryNow: () => port?.retryNow() }
})
