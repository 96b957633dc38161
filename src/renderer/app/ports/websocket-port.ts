/**
 * The loopback host's port: one WebSocket to `/bridge`. Messages sent before the first connection wait for it; when the
 * connection is lost it is opened again with growing pauses, for as long as the window is there.
 */
import type { ClientMessage, CoreMessage } from '#shared/rpc/contract.ts'
import type { HostPort } from './host-port.ts'
import type { ConnectionStatus } from '#renderer/stores/connection.ts'

export interface WebSocketPortOptions {
  readonly url: string
  readonly protocols: readonly string[]
  /** Whether the host answers at all, by other means than the socket: then it is the token that is refused. */
  readonly hostAnswers: () => Promise<boolean>
}

const MIN_RECONNECT_DELAY_MS = 250
const MAX_RECONNECT_DELAY_MS = 5_000

/** `close` ends it for good; a window's port lives as long as its page. */
export function createWebSocketPort(options: WebSocketPortOptions): HostPort & { close(): void } {
  const onMessage: ((message: CoreMessage) => void)[] = []
  const onState: ((state: 'open' | 'lost') => void)[] = []
  const onStatus: ((status: ConnectionStatus) => void)[] = []
  let status: ConnectionStatus = { state: 'connecting' }
  let socket: WebSocket
  let unsent: string[] = []
  /** Lost connections since the core last said something: the pauses grow with them. */
  let losses = 0
  /** Connections in a row that were never let in. */
  let unopened = 0
  let closed = false
  let retry: ReturnType<typeof setTimeout> | undefined

  connect()
  return {
    send(message: ClientMessage) {
      const text = JSON.stringify(message)
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
      else if (status.state === 'connecting') unsent.push(text)
    },
    onMessage: (listener) => void onMessage.push(listener),
    onState: (listener) => void onState.push(listener),
    onStatus(listener) {
      onStatus.push(listener)
      listener(status)
    },
    close() {
      closed = true
      clearTimeout(retry)
      socket.close()
    },
    retryNow() {
      if (status.state === 'open' || socket.readyState === WebSocket.CONNECTING) return
      clearTimeout(retry)
      connect()
    },
  }

  function connect() {
    const mine = new WebSocket(options.url, [...options.protocols])
    socket = mine
    mine.addEventListener('open', () => {
      unopened = 0
      for (const text of unsent) mine.send(text)
      unsent = []
      tell({ state: 'open' })
      for (const listener of onState) listener('open')
    })
    mine.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (typeof event.data !== 'string') return
      losses = 0
      const message = JSON.parse(event.data) as CoreMessage
      for (const listener of onMessage) listener(message)
    })
    let opened = false
    mine.addEventListener('open', () => (opened = true), { once: true })
    mine.addEventListener('close', () => void lost(mine, opened), { once: true })
  }

  async function lost(gone: WebSocket, opened: boolean) {
    // One that was already replaced has nothing to say.
    if (closed || gone !== socket) return
    losses += 1
    if (!opened) unopened += 1
    unsent = []
    const pause = Math.min(MAX_RECONNECT_DELAY_MS, MIN_RECONNECT_DELAY_MS * 2 ** (losses - 1))
    const waiting: ConnectionStatus = { state: 'lost', retryAt: Date.now() + pause }
    const wasRefused = status.state === 'refused'
    retry = setTimeout(connect, pause)
    // A refused window stays told so from try to try, for as long as the host answers.
    if (!wasRefused) tell(waiting)
    for (const listener of onState) listener('lost')
    // A refused upgrade and a dead host look alike to a WebSocket; a plain request tells them apart.
    const answers = unopened >= 2 && (await options.hostAnswers())
    if (closed || status.state === 'open') return
    if (answers) tell({ state: 'refused' })
    else if (wasRefused) tell(waiting)
  }

  function tell(next: ConnectionStatus) {
    status = next
    for (const listener of onStatus) listener(next)
  }
}
