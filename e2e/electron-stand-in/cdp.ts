/** A client of Chromium's DevTools protocol: commands and events by session, over one WebSocket. */
import { EventEmitter } from 'node:events'
import { WebSocket } from 'ws'

export type Params = Record<string, unknown>

export class Session extends EventEmitter {
  readonly id: string | undefined
  private readonly connection: Connection

  constructor(connection: Connection, id: string | undefined) {
    super()
    this.setMaxListeners(0)
    this.connection = connection
    this.id = id
  }

  /** Rejects with the browser's words. */
  send<T = Params>(method: string, params: Params = {}): Promise<T> {
    return this.connection.send(method, params, this.id) as Promise<T>
  }

  /** For what may fail because the page has gone meanwhile. */
  tell(method: string, params: Params = {}): void {
    this.send(method, params).catch(() => undefined)
  }
}

interface Message {
  readonly id?: number
  readonly sessionId?: string
  readonly method?: string
  readonly params?: Params
  readonly result?: Params
  readonly error?: { readonly message: string }
}

export class Connection {
  readonly root: Session
  private readonly socket: WebSocket
  private readonly sessions = new Map<string, Session>()
  private readonly waiting = new Map<
    number,
    { resolve: (value: Params) => void; reject: (error: Error) => void }
  >()
  private lastId = 0
  private outbox: string[] = []

  private constructor(socket: WebSocket) {
    this.socket = socket
    this.root = new Session(this, undefined)
    socket.on('message', (data: Buffer) => {
      this.hear(JSON.parse(data.toString()) as Message)
    })
    socket.on('close', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('The browser has gone.'))
      this.waiting.clear()
    })
  }

  static open(url: string): Promise<Connection> {
    const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: 512 * 1024 * 1024 })
    return new Promise((resolve, reject) => {
      socket.once('open', () => {
        resolve(new Connection(socket))
      })
      socket.once('error', reject)
    })
  }

  session(id: string): Session {
    const known = this.sessions.get(id) ?? new Session(this, id)
    this.sessions.set(id, known)
    return known
  }

  send(method: string, params: Params, sessionId: string | undefined): Promise<Params> {
    this.lastId += 1
    const id = this.lastId
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      if (this.outbox.push(JSON.stringify({ id, method, params, sessionId })) === 1) setImmediate(this.flush)
    })
  }

  /**
   * In a turn of its own: what Playwright evaluates in the main process interrupts whatever runs there, also the writing
   * of a frame. A frame written within another would tear that one, and Chromium would answer nothing from then on.
   */
  private readonly flush = () => {
    for (const message of this.outbox.splice(0)) this.socket.send(message)
  }

  close(): void {
    this.socket.close()
  }

  private hear(message: Message) {
    if (message.id !== undefined) {
      const waiting = this.waiting.get(message.id)
      this.waiting.delete(message.id)
      if (message.error) waiting?.reject(new Error(message.error.message))
      else waiting?.resolve(message.result ?? {})
      return
    }
    const session = message.sessionId === undefined ? this.root : this.session(message.sessionId)
    session.emit(message.method ?? '', message.params ?? {})
  }
}
