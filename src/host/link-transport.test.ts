import { describe, expect, it } from 'vitest'
import { createRpcClient } from '#shared/rpc/client.ts'
import type { ClientMessage } from '#shared/rpc/messages.ts'
import type { CoreLink } from './core-link.ts'
import { createLinkTransport } from './link-transport.ts'

function createTestLink() {
  const sent: ClientMessage[] = []
  const windows: Parameters<CoreLink['connect']>[0][] = []
  let closed = 0
  const transport = createLinkTransport({
    connect: (window) => {
      windows.push(window)
      return {
        receive: (frame) => sent.push(JSON.parse(frame) as ClientMessage),
        close: () => (closed += 1),
      }
    },
  })
  return {
    transport,
    client: createRpcClient(transport),
    sent,
    windows,
    reply: (message: unknown) => {
      windows.at(-1)!.send(JSON.stringify(message))
    },
    closed: () => closed,
  }
}

describe('the host as a client of the core', () => {
  it('gets the settings now, when they change, and from the next core too, without a call for them', () => {
    const { client, sent, windows, reply } = createTestLink()
    const themes: unknown[] = []
    client.subscribe('settings.changed', {}, ({ theme }) => themes.push(theme))
    reply({ verb: 'event', id: 1, data: { theme: 'dark' } })
    reply({ verb: 'event', id: 1, data: { theme: 'light' } })
    windows[0]!.onLost()
    expect(sent.map(({ verb }) => verb)).toEqual(['subscribe', 'subscribe'])
    reply({ verb: 'event', id: 1, data: { theme: 'dark' } })
    expect(themes).toEqual(['dark', 'light', 'dark'])
  })

  it('knows whether the core responds', async () => {
    const { client, sent, reply } = createTestLink()
    const silent = client.call('app.info', {}, { signal: AbortSignal.timeout(10) })
    expect(await silent).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    const asked = client.call('app.info', {}, { signal: AbortSignal.timeout(10_000) })
    reply({ verb: 'reply', id: sent.at(-1)!.id, result: { ok: true, data: {} } })
    expect(await asked).toMatchObject({ ok: true })
  })

  it('does not connect again once it is closed', () => {
    const { transport, windows, closed } = createTestLink()
    transport.close()
    windows[0]!.onLost()
    expect(windows).toHaveLength(1)
    expect(closed()).toBe(1)
  })
})
