/** The Electron host's port: the preload hands over a bridge of two functions; the main process holds the core. */
import type { ClientMessage, CoreMessage } from '#shared/contract.ts'
import type { HostPort } from './host-port.ts'

/** What the preload puts on `window.chainglass`. Messages are JSON texts, as on every transport. */
export interface ElectronBridge {
  send(message: string): void
  onMessage(listener: (message: string) => void): void
}

declare global {
  interface Window {
    readonly chainglass?: ElectronBridge
  }
}

export function createElectronPort(bridge: ElectronBridge): HostPort {
  return {
    send: (message: ClientMessage) => {
      bridge.send(JSON.stringify(message))
    },
    onMessage: (listener) => {
      bridge.onMessage((text) => {
        listener(JSON.parse(text) as CoreMessage)
      })
    },
    // The core lives in the process that owns this window: it is there for as long as the window is.
    onState: () => undefined,
    onStatus: (listener) => {
      listener({ state: 'open' })
    },
    retryNow: () => undefined,
  }
}
