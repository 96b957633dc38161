/** The Electron host's port: the preload hands over a bridge of two functions; the main process holds the core. */
import type { ClientMessage, CoreMessage } from '#shared/rpc/contract.ts'
import { isHostWord, type HostWord } from '#shared/host-words.ts'
import type { HostPort } from './host-port.ts'
import type { ConnectionStatus } from '#renderer/stores/connection.ts'

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
  const onMessage: ((message: CoreMessage) => void)[] = []
  const onState: ((state: 'open' | 'lost') => void)[] = []
  const onStatus: ((status: ConnectionStatus) => void)[] = []
  const onWord: ((word: HostWord) => void)[] = []
  let status: ConnectionStatus = { state: 'open' }

  bridge.onMessage((text) => {
    const message = JSON.parse(text) as CoreMessage | HostWord
    if (isHostWord(message)) {
      if (message.verb === 'lost') startAgain()
      else for (const listener of onWord) listener(message)
      return
    }
    if (status.state !== 'open') tell({ state: 'open' })
    for (const listener of onMessage) listener(message)
  })

  /** The host starts the core again and keeps what is said to it meanwhile: it can be asked at once. */
  function startAgain() {
    tell({ state: 'lost', retryAt: Date.now() })
    for (const listener of onState) listener('lost')
    for (const listener of onState) listener('open')
  }

  function tell(next: ConnectionStatus) {
    status = next
    for (const listener of onStatus) listener(next)
  }

  return {
    send: (message: ClientMessage) => {
      bridge.send(JSON.stringify(message))
    },
    onMessage: (listener) => void onMessage.push(listener),
    onState: (listener) => void onState.push(listener),
    onStatus: (listener) => {
      onStatus.push(listener)
      listener(status)
    },
    onWord: (listener) => void onWord.push(listener),
    retryNow: () => undefined,
  }
}
