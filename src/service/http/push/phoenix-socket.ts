/**
 * New blocks and transactions over a WebSocket, as explorers' frontends read them: channels of Phoenix, messages
 * `[join_ref, ref, topic, event, payload]`. Any page that may read responses can open one: number, topics, messages and
 * what waits to be sent are bounded.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ChainReader, WireItem } from '../../chain-reader.ts'
import type { Convert } from '../dialects/writer.ts'
import type { Changes } from './changes.ts'

export const SOCKET_PATH = '/socket/v2/websocket'

const SOCKET_LIMITS = {
  sockets: 128,
  topics: 32,
  messageBytes: 4_096,
  unsentBytes: 1_048_576,
  /** Clients send a heartbeat every 30 s. */
  silentMs: 90_000,
} as const

const BLOCKS = 'blocks:new_block'
const TRANSACTIONS = 'transactions:new_transaction'
/** `addresses:0x…`, `blocks:indexing`: joined, with nothing to tell. */
const TOPIC = /^[a-z0-9_]{1,40}:[A-Za-z0-9_]{1,100}$/

interface Client {
  readonly socket: WebSocket
  /** By topic: the reference of its join, which its messages repeat. */
  readonly topics: Map<string, string | null>
}

export interface PhoenixSocket {
  readonly isFull: boolean
  accept(this: void, request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(this: void): void
}

export function createPhoenixSocket(
  reader: ChainReader,
  writeBlock: Convert,
  changes: Changes,
): PhoenixSocket {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: SOCKET_LIMITS.messageBytes,
    perMessageDeflate: false,
  })
  const clients = new Set<Client>()
  let end: (() => void) | null = null

  async function tell(blocks: NewBlocks) {
    for (const block of await blocks.next()) {
      const payload = { average_block_time: blocks.averageTime(), block: writeBlock(block) }
      publish(clients, BLOCKS, 'new_block', payload)
      const transaction = transactionsOf(block)
      if (transaction > 0) publish(clients, TRANSACTIONS, 'transaction', { transaction })
    }
  }

  /** From the first client to the last. */
  function follow() {
    if (clients.size === 0) {
      end?.()
      end = null
    } else if (!end) {
      const blocks = createNewBlocks(reader)
      end = changes.listen(() => tell(blocks))
    }
  }

  function connect(socket: WebSocket) {
    const client: Client = { socket, topics: new Map() }
    clients.add(client)
    follow()
    const silent = setTimeout(() => {
      socket.terminate()
    }, SOCKET_LIMITS.silentMs).unref()
    socket.on('message', (data: Buffer, isBinary) => {
      silent.refresh()
      if (isBinary || !answer(client, data.toString())) socket.close(1008, 'not a message of a channel')
    })
    socket.on('error', () => {
      socket.terminate()
    })
    socket.on('close', () => {
      clearTimeout(silent)
      clients.delete(client)
      follow()
    })
  }

  return {
    get isFull() {
      return clients.size >= SOCKET_LIMITS.sockets
    },
    accept(request, socket, head) {
      server.handleUpgrade(request, socket, head, connect)
    },
    close() {
      for (const { socket } of clients) socket.terminate()
    },
  }
}

const transactionsOf = ({ transactions_count: count }: WireItem): number =>
  typeof count === 'number' ? count : 0

function publish(clients: ReadonlySet<Client>, topic: string, event: string, payload: unknown) {
  for (const { socket, topics } of clients) {
    const join = topics.get(topic)
    if (join !== undefined) send(socket, [join, null, topic, event, payload])
  }
}

/** Sends a message. A client that does not read is disconnected, and may connect again. */
function send(socket: WebSocket, message: readonly unknown[]) {
  if (socket.bufferedAmount > SOCKET_LIMITS.unsentBytes) socket.terminate()
  else socket.send(JSON.stringify(message))
}

/** False for what is no message. */
function answer({ socket, topics }: Client, text: string): boolean {
  const message = readMessage(text)
  if (message === null) return false
  const { join, ref, topic, event } = message
  const reply = (status: 'ok' | 'error', response: object = {}) => {
    send(socket, [join, ref, topic, 'phx_reply', { status, response }])
  }
  if (topic === 'phoenix') {
    reply('ok')
  } else if (event === 'phx_join') {
    if (!TOPIC.test(topic)) reply('error', { reason: 'unmatched topic' })
    else if (!topics.has(topic) && topics.size >= SOCKET_LIMITS.topics)
      reply('error', { reason: 'too many topics' })
    else {
      topics.set(topic, join)
      reply('ok')
    }
  } else if (event === 'phx_leave') {
    topics.delete(topic)
    reply('ok')
    send(socket, [join, null, topic, 'phx_close', {}])
  }
  return true
}

function readMessage(text: string) {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return null
  }
  if (!Array.isArray(message) || message.length !== 5) return null
  const [join, ref, topic, event] = message as readonly unknown[]
  if (!isReference(join) || !isReference(ref) || typeof topic !== 'string' || typeof event !== 'string')
    return null
  return { join, ref, topic, event }
}

const isReference = (value: unknown): value is string | null => value === null || typeof value === 'string'

/** Number of blocks that are announced at once: clients do not show more. */
const MAX_BLOCKS = 10

interface NewBlocks {
  /** Since the last look, the first of which is taken at once; the oldest first. Not to be called twice at a time. */
  readonly next: () => Promise<readonly WireItem[]>
  /** Between the blocks of the last look, in ms as explorers write it. */
  readonly averageTime: () => string
}

/** The blocks that came since the last look, each in the form of a list's row. */
function createNewBlocks(reader: ChainReader): NewBlocks {
  const look = async () =>
    (await reader.list('latest-blocks', { params: {}, filters: {}, after: null, limit: MAX_BLOCKS }))
      ?.items ?? []
  // A block that another took the place of is shown by its new hash.
  const hashesOf = (blocks: readonly WireItem[]): ReadonlySet<unknown> =>
    new Set(blocks.map(({ hash }) => hash))
  /** Null where it failed: then the next look is the first. */
  const first = look().then(hashesOf, () => null)
  let known: ReadonlySet<unknown> | null = null
  let averageTime = '0'
  return {
    averageTime: () => averageTime,
    async next() {
      const before = known ?? (await first)
      const blocks = await look()
      averageTime = averageOf(blocks)
      known = hashesOf(blocks)
      return before === null ? [] : blocks.filter(({ hash }) => !before.has(hash)).toReversed()
    },
  }
}

function averageOf(blocks: readonly WireItem[]): string {
  const times = blocks.map(({ timestamp }) => Date.parse(String(timestamp)))
  const [newest, oldest] = [times[0] ?? NaN, times.at(-1) ?? NaN]
  const average = (newest - oldest) / Math.max(1, times.length - 1)
  return String(Number.isFinite(average) ? Math.round(average) : 0)
}
