import { describe, expect, it } from 'vitest'
import type { ClientMessage } from '#shared/rpc/contract.ts'
import { createCoreClient } from './core-client.ts'

function linked() {
  const said: ClientMessage[] = []
  let window = { send: (_text: string) => undefined as void, lost: () => undefined as void }
  let closed = 0
  const client = createCoreClient({
    connect: (mine) => {
      window = mine
      return {
        receive: (text) => said.push(JSON.parse(text) as ClientMessage),
        close: () => (closed += 1),
      }
    },
  })
  const say = (message: unknown) => {
    window.send(JSON.stringify(message))
  }
  return {
    client,
    said,
    say,
    lose: () => {
      window.lost()
    },
    closed: () => closed,
  }
}

describe('the host as a client of the core', () => {
  it('hears the settings now, when they change, and from the next core too', () => {
    const { client, said, say, lose } = linked()
    const themes: unknown[] = []
    client.onSettings(({ theme }) => themes.push(theme))
    say({ verb: 'reply', id: 2, result: { ok: true, data: { theme: 'dark' } } })
    say({ verb: 'event', id: 1, data: { theme: 'light' } })
    lose()
    expect(said.map(({ verb }) => verb)).toEqual(['subscribe', 'request', 'subscribe', 'request'])
    say({ verb: 'event', id: 1, data: { theme: 'dark' } })
    expect(themes).toEqual(['dark', 'light', 'dark'])
    client.close()
  })

  it('knows whether the core answers', async () => {
    const { client, said, say } = linked()
    const silent = client.answers(10)
    expect(await silent).toBe(false)
    const asked = client.answers(10_000)
    say({ verb: 'reply', id: said.at(-1)!.id, result: { ok: true, data: {} } })
    expect(await asked).toBe(true)
  })
})
