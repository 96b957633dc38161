/** The theme in the settings, for serving the page: it is painted before it is connected to the core. */
import type { CoreLink } from '#host/core-link.ts'
import { createLinkTransport } from '#host/link-transport.ts'
import { createRpcClient } from '#shared/rpc/client.ts'
import type { Theme } from './renderer-files.ts'

export interface StoredTheme {
  /** Resolves when the settings are known. */
  readonly known: Promise<void>
  /** Undefined until then. */
  read(this: void): Theme | undefined
  close(this: void): void
}

export function followStoredTheme(link: Pick<CoreLink<Uint8Array>, 'connect'>): StoredTheme {
  const transport = createLinkTransport({
    connect({ send, onLost }) {
      const connection = link.connect({
        send: (frame) => {
          send(Buffer.from(frame).toString())
        },
        onLost,
      })
      return {
        receive: (text) => {
          connection.receive(Buffer.from(text))
        },
        close: () => {
          connection.close()
        },
      }
    },
  })
  const known = Promise.withResolvers<undefined>()
  let theme: Theme | undefined
  createRpcClient(transport).subscribe('settings.changed', {}, (settings) => {
    theme = settings.theme ?? 'system'
    known.resolve(undefined)
  })
  return { known: known.promise, read: () => theme, close: transport.close }
}
