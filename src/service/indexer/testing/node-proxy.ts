/** A JSON-RPC server that stands before a node, or for one, and answers as it is told to. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { rpcs } from './anvil.ts'

export class Refused extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Gives the result of a call, or throws Refused. `forward` asks the node behind. */
export type Answerer = (
  method: string,
  params: readonly unknown[],
  forward: () => Promise<unknown>,
) => unknown

/** May set the status of the response, too. */
export type BatchShape = (answers: readonly unknown[], response: ServerResponse) => unknown

/** A node that answers no batches. */
export const noBatches: BatchShape = () => ({
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'Invalid request' },
})

export interface NodeProxy {
  readonly url: string
  readonly port: number
  /** Methods asked, in order. */
  readonly methods: string[]
  /** From now on. */
  answer(answerer: Answerer): void
  /** From now on, before anything is read: gives true where it has dealt with the request (or leaves it hanging). */
  intercept(take: ((request: IncomingMessage, response: ServerResponse) => boolean) | null): void
  /** How many calls each request had, in order. */
  readonly sizes: number[]
  /** From now on: gives the body for a list of calls, of what the calls give by themselves. */
  answerBatches(shape: BatchShape): void
  close(): Promise<void>
}

export async function startProxy(
  target: string | null,
  first: Answerer = (_m, _p, forward) => forward(),
): Promise<NodeProxy> {
  let answerer = first
  let take: ((request: IncomingMessage, response: ServerResponse) => boolean) | null = null
  let shape: BatchShape = (answers) => answers
  const methods: string[] = []
  const sizes: number[] = []
  const sockets = new Set<Socket>()
  const ask = target === null ? null : createForwarder(target)

  const one = async (call: { id?: unknown; method: string; params?: unknown[] }) => {
    methods.push(call.method)
    const forward = () => {
      if (ask === null) throw new Refused(-32601, 'Method not found')
      return ask(call.method, call.params ?? [])
    }
    try {
      const result: unknown = await answerer(call.method, call.params ?? [], forward)
      return { jsonrpc: '2.0', id: call.id, result: result ?? null }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { jsonrpc: '2.0', id: call.id, error: { code: error.code, message: error.message } }
    }
  }

  const server: Server = createServer((request, response) => {
    if (take?.(request, response)) return
    if (request.method !== 'POST') {
      response.writeHead(405).end()
      return
    }
    void read(request).then(async (body) => {
      const calls = JSON.parse(body) as Parameters<typeof one>[0] | Parameters<typeof one>[0][]
      sizes.push(Array.isArray(calls) ? calls.length : 1)
      const answer = Array.isArray(calls)
        ? shape(await Promise.all(calls.map(one)), response)
        : await one(calls)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer))
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}`,
    port,
    methods,
    sizes,
    answer(next) {
      answerer = next
    },
    intercept(next) {
      take = next
    },
    answerBatches(next) {
      shape = next
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Asks the node; what is to be forwarded at the same time goes to it in one request. */
function createForwarder(target: string) {
  let waiting: Forwarded[] = []
  const send = async () => {
    const calls = waiting
    waiting = []
    const refuse = (call: Forwarded, message: string) => {
      call.reject(new Refused(-32000, message))
    }
    try {
      const replies = await rpcs(target, calls)
      for (const [index, call] of calls.entries()) {
        const { result = null, error } = replies[index] ?? {}
        if (error) refuse(call, `${call.method}: ${error.message}`)
        else call.resolve(result)
      }
    } catch (error) {
      for (const call of calls) refuse(call, error instanceof Error ? error.message : 'failed')
    }
  }
  return (method: string, params: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(() => void send())
      waiting.push({ method, params, resolve, reject })
    })
}

interface Forwarded {
  readonly method: string
  readonly params: readonly unknown[]
  readonly resolve: (result: unknown) => void
  readonly reject: (reason: Refused) => void
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
