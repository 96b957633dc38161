/** Answers that stay open: server-sent events, each an event and its JSON. */
import type { ServerResponse } from 'node:http'
import type { Stream } from '../response.ts'

const MAX_STREAMS = 128
/** Between lines without meaning, by which both sides know that the other is still there. */
const ALIVE_MS = 15_000
const MAX_UNSENT_BYTES = 1_048_576

export interface EventStreams {
  readonly isFull: boolean
  open(response: ServerResponse, headers: Readonly<Record<string, string>>, stream: Stream): void
  close(): void
}

export function createEventStreams(): EventStreams {
  const open = new Set<ServerResponse>()
  return {
    get isFull() {
      return open.size >= MAX_STREAMS
    },
    open(response, headers, stream) {
      // A response that is already destroyed emits no `close` any more.
      if (response.destroyed) return
      open.add(response)
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-accel-buffering': 'no',
        ...headers,
      })
      const write = (text: string) => {
        if (response.writableEnded || response.destroyed) return
        // A client that does not read is disconnected, and may connect again.
        if (response.writableLength > MAX_UNSENT_BYTES) response.destroy()
        else response.write(text)
      }
      write(': open\n\n')
      const end = stream((event, data) => {
        write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      })
      const timer = setInterval(() => {
        write(':\n\n')
      }, ALIVE_MS).unref()
      response.once('close', () => {
        clearInterval(timer)
        open.delete(response)
        end()
      })
    },
    close() {
      for (const response of open) response.end()
    },
  }
}
