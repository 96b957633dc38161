/** Asks a host's core over its own WebSocket, as a second window would: to set up in milliseconds what a spec starts from. */
import { WebSocket } from 'ws'
import type { CallInput, CallName, CallOutput, CoreMessage } from '../src/shared/rpc/contract.ts'
import type { App } from './app.ts'
import { host, openSecondElectronWindow } from './electron-app.ts'

export interface SecondWindow {
  /** Rejects with the error's JSON. */
  ask<Name extends CallName>(call: Name, input: CallInput<Name>): Promise<CallOutput<Name>>
  close(): void
}

export async function openSecondWindow(app: Pick<App, 'url' | 'origin'>): Promise<SecondWindow> {
  if (host() !== 'loopback') return openSecondElectronWindow(app)
  const token = new URLSearchParams(new URL(app.url).hash.slice(1)).get('token') ?? ''
  const socket = new WebSocket(`${app.origin.replace('http', 'ws')}/bridge`, ['chainglass', token], {
    origin: app.origin,
  })
  const waiting = new Map<number, (message: Extract<CoreMessage, { verb: 'reply' }>) => void>()
  let lastId = 0
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as CoreMessage
    if (message.verb === 'reply') waiting.get(message.id)?.(message)
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return {
    ask(call, input) {
      lastId += 1
      const id = lastId
      socket.send(JSON.stringify({ verb: 'request', id, call, input }))
      return new Promise((resolve, reject) => {
        waiting.set(id, ({ result }) => {
          waiting.delete(id)
          if (result.ok) resolve(result.data as never)
          else reject(new Error(`${call}: ${JSON.stringify(result.error)}`))
        })
      })
    },
    close: () => {
      socket.close()
    },
  }
}
