import { describe, expect, it } from 'vitest'
import { createContractClient } from '#renderer/lib/contract-client.ts'
import type { HostWord } from '#shared/host-words.ts'
import { createElectronPort } from './electron-port.ts'

function opened() {
  const sent: { verb: string; id: number }[] = []
  let hear: (text: string) => void = () => undefined
  const port = createElectronPort({
    send: (text) => void sent.push(JSON.parse(text) as { verb: string; id: number }),
    onMessage: (listener) => (hear = listener),
  })
  const say = (message: unknown) => {
    hear(JSON.stringify(message))
  }
  return { port, sent, say }
}

describe('the Electron port', () => {
  it('ends what was asked of a core that died, asks again for what is followed, and says when it is back', async () => {
    const { port, sent, say } = opened()
    const states: string[] = []
    port.onStatus(({ state }) => states.push(state))
    const client = createContractClient(port)
    client.subscribe('settings.changed', {}, () => undefined)
    const running = client.call('app.info', {})
    sent.length = 0
    say({ verb: 'lost' })
    expect(await running).toMatchObject({ ok: false, error: { code: 'offline' } })
    expect(sent).toMatchObject([{ verb: 'subscribe' }])
    expect(states).toEqual(['open', 'lost'])
    say({ verb: 'event', id: sent[0]!.id, data: {} })
    expect(states).toEqual(['open', 'lost', 'open'])
  })

  it('hands on what the host itself says, and nothing of it to the contract', () => {
    const { port, say } = opened()
    const words: HostWord[] = []
    const messages: unknown[] = []
    port.onWord?.((word) => words.push(word))
    port.onMessage((message) => messages.push(message))
    say({ verb: 'run-command', id: 'search' })
    say({ verb: 'open-place', text: 'chainglass://1/tx/0x1' })
    expect(words.map(({ verb }) => verb)).toEqual(['run-command', 'open-place'])
    expect(messages).toEqual([])
  })
})
