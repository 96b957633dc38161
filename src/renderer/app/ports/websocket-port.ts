/**
 * The loopback host's port: one WebSocket to `/bridge`. Messages sent before the first connection wait for it. When the
 * connection is lost it is opened again with growing delays, as long as the window exists.
 */
import { createEmitter } from '#shared/emitter.ts'
import type { ServerMessage } from '#shared/rpc/messages.ts'
import type { ConnectionStatus } from '#renderer/stores/connection.ts'
import type { HostPort } from './host-port.ts'

export interface WebSocketPortOptions {
  readonly url: string
  readonly protocols: readonly string[]
  /** Whether the host responds at all, by other means than the socket: if so, it is the token that is refused. */
  readonly isHostResponding: () => Promise<boolean>
}

const MIN_RECONNECT_DELAY_MS = 250
const MAX_RECONNECT_DELAY_MS = 5_000

/** `close` ends it for good; only tests need it, because a window's port exists as long as its page. */
export function createWebSocketPort(options: WebSocketPortOptions): HostPort & { close(): void } {
  const messages = createEmitter<ServerMessage>()
  const states = createEmitter<'open' | 'lost'>()
  const statuses = createEmitter<ConnectionStatus>()
  let status: ConnectionStatus = { state: 'connecting' }
  let socket = connect()
  let unsent: string[] = []
  /** Lost connections since the last message of the core: the delays grow with them. */
  let losses = 0
  /** Connections in a row that never opened. */
  let failedAttempts = 0
  let isClosed = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  function connect(): WebSocket {
    const opening = new WebSocket(options.url, [...options.protocols])
    let wasOpen = false
    opening.addEventListener('open', () => {
      wasOpen = true
      failedAttempts = 0
      for (const text of unsent.splice(0)) opening.send(text)
      setStatus({ state: 'open' })
      states.emit('open')
    })
    opening.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (typeof event.data !== 'string') return
      losses = 0
      messages.emit(JSON.parse(event.data) as ServerMessage)
    })
    opening.addEventListener('close', () => {
      // One that was already replaced is of no interest.
      if (!isClosed && opening === socket) onLost(wasOpen)
    })
    return opening
  }

  function reconnect() {
    clearTimeout(retryTimer)
    socket = connect()
  }

  function onLost(wasOpen: boolean) {
    losses += 1
    if (!wasOpen) failedAttempts += 1
    unsent = []
    const delay = Math.min(MAX_RECONNECT_DELAY_MS, MIN_RECONNECT_DELAY_MS * 2 ** (losses - 1))
    const lost: ConnectionStatus = { state: 'lost', retryAt: Date.now() + delay }
    const wasRefused = status.state === 'refused'
    retryTimer = setTimeout(reconnect, delay)
    // A refused window stays `refused` from attempt to attempt, as long as the host responds.
    if (!wasRefused) setStatus(lost)
    states.emit('lost')
    void checkRefusal(lost, wasRefused)
  }

  /** A refused upgrade and a dead host look the same to a WebSocket; a plain request tells them apart. */
  async function checkRefusal(lost: ConnectionStatus, wasRefused: boolean) {
    const isRefused = failedAttempts >= 2 && (await options.isHostResponding())
    if (isClosed || status.state === 'open') return
    if (isRefused) setStatus({ state: 'refused' })
    else if (wasRefused) setStatus(lost)
  }

  function setStatus(next: ConnectionStatus) {
    status = next
    statuses.emit(next)
  }

  return {
    send(message) {
      const text = JSON.stringify(message)
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
      else if (status.state === 'connecting') unsent.push(text)
    },
    onMessage: (listener) => void messages.on(listener),
    onState: (listener) => void states.on(listener),
    onStatus(listener) {
      statuses.on(listener)
      listener(status)
    },
    close() {
      isClosed = true
      clearTimeout(retryTimer)
      socket.close()
    },
    retryNow() {
      if (status.state !== 'open' && socket.readyState !== WebSocket.CONNECTING) reconnect()
    },
  }
}
