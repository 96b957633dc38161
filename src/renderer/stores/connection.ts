import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { holdIdleTurns } from '#renderer/lib/paint/idle-turns.ts'

/**
 * State of the connection to the core. `lost`: the connection broke or could not be opened, and is retried at `retryAt`
 * (ms since 1970); with `error`, the core can't start again for now, and the host tries it by itself. `refused`: the host does not know this window, which needs a new link. `stranger`: another program
 * answers in the host's place; it got no data.
 */
export type ConnectionStatus =
  | { readonly state: 'connecting' }
  | { readonly state: 'open' }
  | { readonly state: 'lost'; readonly retryAt: number; readonly error?: ChainglassError | undefined }
  | { readonly state: 'refused' | 'stranger' }

/** The part of a port to the core that the store uses. */
export interface Connection {
  /** Reports the current status at once, then each change. */
  onStatus(listener: (status: ConnectionStatus) => void): void
  /** Retries at once instead of at `retryAt`. Does nothing while the connection is open. */
  retryNow(): void
}

/** State of the connection to the core, for the banner. */
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
