/**
 * A client of a running core, connected as a second window would be. Specs use it to set up what they start from and to
 * read what the core has stored.
 */
import { WebSocket } from 'ws'
import { createRpcClient } from '../src/shared/rpc/client.ts'
import type { CallInput, CallName, CallOutput } from '../src/shared/rpc/contract.ts'
import type { ServerMessage } from '../src/shared/rpc/messages.ts'
import type { App } from './app.ts'
import { connectElectronCore, currentHost } from './electron-app.ts'

export interface CoreClient {
  /** Rejects with the name of the call and the error as JSON. */
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>
  close(): void
}

/** Connects over the loopback host's WebSocket; with an Electron host, by a hidden window of the app. */
export async function connectCore(app: Pick<App, 'url' | 'origin'>): Promise<CoreClient> {
  if (currentHost() !== 'loopback') return connectElectronCore(app)
  const token = new URLSearchParams(new URL(app.url).hash.slice(1)).get('token') ?? ''
  const socket = new WebSocket(`${app.origin.replace('http', 'ws')}/bridge`, ['chainglass', token], {
    origin: app.origin,
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const client = createRpcClient({
    send: (message) => {
      socket.send(JSON.stringify(message))
    },
    onMessage: (listener) => {
      socket.on('message', (data: Buffer) => {
        listener(JSON.parse(data.toString()) as ServerMessage)
      })
    },
    onState: (listener) => {
      socket.on('close', () => {
        listener('lost')
      })
    },
  })
  return {
    async call(name, input) {
      const result = await client.call(name, input)
      if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`)
      return result.data
    },
    close: () => {
      socket.close()
    },
  }
}
