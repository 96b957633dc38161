/**
 * The port to the loopback host: a WebSocket to `/bridge`. Messages wait for the first connection. A lost connection is
 * opened again after growing delays, as long as the window exists. Its states are drawn in ../README.md.
 */
import { createEmitter } from '#shared/emitter.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
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
  | { readonly kind: 'proven'; readonly protocols: string[]; readonly onOpen?: () => void }
  | { readonly kind: 'unreachable' | 'refused' | 'stranger' }

const MIN_RECONNECT_DELAY_MS = 250
const MAX_RECONNECT_DELAY_MS = 5_000

/** `status`: what the window says of it. */
type PortState = { readonly status: ConnectionStatus } &
  /** The first attempt: messages wait for it. */
  (
    | { readonly is: 'connecting'; readonly unsent: string[] }
    | { readonly is: 'retrying' }
    | { readonly is: 'open'; readonly socket: WebSocket }
    | { readonly is: 'waiting'; readonly retry: ReturnType<typeof setTimeout> }
  )

export function createWebSocketPort(options: WebSocketPortOptions): HostPort {
  const messages = createEmitter<ServerMessage>()
  const states = createEmitter<'open' | 'lost'>()
  const statuses = createEmitter<ConnectionStatus>()
  let state: PortState = { is: 'connecting', status: { state: 'connecting' }, unsent: [] }
  /** Lost connections since the core's last message. The delays grow with this number. */
  let losses = 0
  void connect()

  async function connect() {
    const admission = await options.admit()
    if (admission.kind === 'proven') open(admission)
    else onLost(admission.kind)
  }

  function open({ protocols, onOpen }: Extract<Admission, { kind: 'proven' }>) {
    const socket = new WebSocket(options.url, protocols)
    socket.addEventListener('open', () => {
      onOpen?.()
      if (state.is === 'connecting') for (const text of state.unsent) socket.send(text)
      // A core that could not start is awaited by the host: it runs when it says something.
      const isAwaited = state.status.state === 'lost' && state.status.error !== undefined
      change({ is: 'open', status: isAwaited ? state.status : { state: 'open' }, socket })
      states.emit('open')
    })
    socket.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (typeof event.data !== 'string') return
      losses = 0
      if (state.is === 'open' && state.status.state !== 'open')
        change({ ...state, status: { state: 'open' } })
      messages.emit(JSON.parse(event.data) as ServerMessage)
    })
    socket.addEventListener('close', ({ reason }) => {
      onLost('unreachable', reason.startsWith('{') ? (JSON.parse(reason) as ChainglassError) : undefined)
    })
  }

  function onLost(kind: Exclude<Admission['kind'], 'proven'>, error?: ChainglassError) {
    const delay = Math.min(MAX_RECONNECT_DELAY_MS, MIN_RECONNECT_DELAY_MS * 2 ** losses++)
    change({
      is: 'waiting',
      retry: setTimeout(retryNow, delay),
      status:
        kind === 'unreachable' ? { state: 'lost', retryAt: Date.now() + delay, error } : { state: kind },
    })
    states.emit('lost')
  }

  function retryNow() {
    if (state.is !== 'waiting') return
    clearTimeout(state.retry)
    change({ is: 'retrying', status: state.status })
    void connect()
  }

  function change(next: PortState) {
    state = next
    statuses.emit(next.status)
  }

  return {
    send(message) {
      const text = JSON.stringify(message)
      // A message that arrives while the socket closes fails with all other calls, once it is closed.
      if (state.is === 'open') {
        if (state.socket.readyState === WebSocket.OPEN) state.socket.send(text)
      } else if (state.is === 'connecting') state.unsent.push(text)
    },
    onMessage: (listener) => void messages.on(listener),
    onState: (listener) => void states.on(listener),
    onStatus(listener) {
      statuses.on(listener)
      listener(state.status)
    },
    retryNow,
  }
}
