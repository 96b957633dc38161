/**
 * The port to the loopback host: a WebSocket to `/bridge`. Messages wait for the first connection. A lost connection is
 * opened again after growing delays, as long as the window exists.
 */
import { createEmitter } from '#shared/emitter.ts'
import type { ServerMessage } from '#shared/rpc/messages.ts'
import type { ConnectionStatus } from '#renderer/stores/connection.ts'
import type { HostPort } from './host-port.ts'

export interface WebSocketPortOptions {
  readonly url: string
  /** Asked before each attempt. Never rejects. */
  readonly admit: () => Promise<Admission>
}

/**
 * `proven`: the host has proven itself, and `protocols` proves this page to it. `refused`: the host does not know this
 * page. `stranger`: another program answers instead of this page's host.
 */
export type Admission =
  | { readonly kind: 'proven'; readonly protocols: readonly string[]; readonly onOpen?: () => void }
  | { readonly kind: 'unreachable' | 'refused' | 'stranger' }

const MIN_RECONNECT_DELAY_MS = 250
const MAX_RECONNECT_DELAY_MS = 5_000

/** Opens the port. `close` is for tests only: a window's port lives as long as its page. */
export function createWebSocketPort(options: WebSocketPortOptions): HostPort & { close(): void } {
  const messages = createEmitter<ServerMessage>()
  const states = createEmitter<'open' | 'lost'>()
  const statuses = createEmitter<ConnectionStatus>()
  let status: ConnectionStatus = { state: 'connecting' }
  let socket: WebSocket | undefined
  let unsent: string[] = []
  /** Lost connections since the core's last message. The delays grow with this number. */
  let losses = 0
  let isClosed = false
  let isTrying = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  void connect()

  async function connect() {
    clearTimeout(retryTimer)
    isTrying = true
    const admission = await options.admit()
    if (isClosed) return
    if (admission.kind === 'proven') open(admission)
    else onLost(admission.kind)
  }

  function open({ protocols, onOpen }: Extract<Admission, { kind: 'proven' }>) {
    const opening = new WebSocket(options.url, [...protocols])
    socket = opening
    opening.addEventListener('open', () => {
      isTrying = false
      onOpen?.()
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
      if (!isClosed) onLost('unreachable')
    })
  }

  function onLost(kind: Exclude<Admission['kind'], 'proven'>) {
    isTrying = false
    losses += 1
    unsent = []
    const delay = Math.min(MAX_RECONNECT_DELAY_MS, MIN_RECONNECT_DELAY_MS * 2 ** (losses - 1))
    retryTimer = setTimeout(() => void connect(), delay)
    setStatus(kind === 'unreachable' ? { state: 'lost', retryAt: Date.now() + delay } : { state: kind })
    states.emit('lost')
  }

  function setStatus(next: ConnectionStatus) {
    status = next
    statuses.emit(next)
  }

  return {
    send(message) {
      const text = JSON.stringify(message)
      if (socket?.readyState === WebSocket.OPEN) socket.send(text)
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
      socket?.close()
    },
    retryNow() {
      if (status.state !== 'open' && !isTrying) void connect()
    },
  }
}
