/**
 * The port to the Electron host: the preload script exposes a bridge of two functions to the main process, which starts
 * the core.
 */
import { createEmitter } from '#shared/emitter.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { isHostMessage, type HostMessage, type ServerMessage } from '#shared/rpc/messages.ts'
import type { ConnectionStatus } from '#renderer/stores/connection.ts'
import type { HostPort } from './host-port.ts'

/** The bridge that the preload script sets as `window.chainglass`. Messages are JSON texts, as on all transports. */
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
  const messages = createEmitter<ServerMessage>()
  const hostMessages = createEmitter<HostMessage>()
  const states = createEmitter<'open' | 'lost'>()
  const statuses = createEmitter<ConnectionStatus>()
  let status: ConnectionStatus = { state: 'open' }

  bridge.onMessage((text) => {
    const message = JSON.parse(text) as ServerMessage | HostMessage
    if (!isHostMessage(message)) {
      if (status.state !== 'open') setStatus({ state: 'open' })
      messages.emit(message)
    } else if (message.verb === 'core-lost') onCoreLost(message.error)
    else hostMessages.emit(message)
  })

  /** The host restarts the core and keeps messages in the meantime, so sending goes on. */
  function onCoreLost(error: ChainglassError | undefined) {
    setStatus({ state: 'lost', retryAt: Date.now(), error })
    states.emit('lost')
    states.emit('open')
  }

  function setStatus(next: ConnectionStatus) {
    status = next
    statuses.emit(next)
  }

  return {
    send: (message) => {
      bridge.send(JSON.stringify(message))
    },
    onMessage: (listener) => void messages.on(listener),
    onState: (listener) => void states.on(listener),
    onHostMessage: (listener) => void hostMessages.on(listener),
    onStatus: (listener) => {
      statuses.on(listener)
      listener(status)
    },
    retryNow: () => undefined,
  }
}
