/**
 * A client of a running core, connected as a second window would be. Specs use it to set up what they start from and to
 * read what the core has stored.
 */
import { WebSocket } from 'ws'
import { createRpcClient } from '../src/shared/rpc/client.ts'
import type { WatchedAddress } from '../src/shared/rpc/contract/watchlist.ts'
import type { ServerMessage } from '../src/shared/rpc/messages.ts'
import { readState } from '../src/shared/rpc/read-state.ts'
import { bridgeOf, openLinkAsPage } from '../src/web/testing/enter-host.ts'
import type { App, CoreClient } from './app-types.ts'
import { connectElectronCore, currentHost } from './electron-app.ts'

/** Connects over the loopback host's WebSocket; with an Electron host, by a hidden window of the app. */
export async function connectCore(app: Pick<App, 'url' | 'origin'>): Promise<CoreClient> {
  if (currentHost() !== 'loopback') return connectElectronCore(app)
  const link = app.url
  const admission = await openLinkAsPage(link)()
  if (admission.kind !== 'proven') throw new Error(`The host does not let us in: ${admission.kind}`)
  const { url, headers } = bridgeOf(link)
  const socket = new WebSocket(url, [...admission.protocols], { headers })
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
    read: (name, input) => readState(client, name, input),
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

/** Watched and labelled addresses, in order; of a very long list only the first part. */
export async function readWatchlist(core: Pick<CoreClient, 'read'>): Promise<readonly WatchedAddress[]> {
  const watchlist = await core.read('watchlist.changed', {})
  return 'all' in watchlist ? watchlist.all : []
}
