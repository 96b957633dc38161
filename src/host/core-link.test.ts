import { describe, expect, it } from 'vitest'
import { createCoreLink, CoreStartError, type CoreProcess } from './core-link.ts'
import type { FromCore, ToCore } from './link-messages.ts'

/** A process under the test's hand: what a real one does with messages, a test does by `say` and `die`. */
function fakeProcesses() {
  const started: { got: ToCore<string>[]; say: (message: FromCore<string>) => void; die: () => void }[] = []
  const start = (): CoreProcess<string> => {
    let listener: (message: FromCore<string>) => void = () => undefined
    let exit: () => void = () => undefined
    const got: ToCore<string>[] = []
    started.push({
      got,
      say: (message) => {
        listener(message)
      },
      die: () => {
        exit()
      },
    })
    return {
      post: (message) => {
        got.push(message)
        if (message.kind === 'shutdown') exit()
      },
      onMessage: (to) => (listener = to),
      onExit: (to) => (exit = to),
      kill: () => {
        exit()
      },
    }
  }
  return { started, start }
}

const quiet = { onHostCall: () => Promise.resolve(null), log: () => undefined }

describe('the link to the core', () => {
  it('keeps what windows say until the core is ready, then carries both ways', async () => {
    const { started, start } = fakeProcesses()
    const link = createCoreLink({ start, ...quiet })
    const heard: string[] = []
    const window = link.connect({ send: (text) => heard.push(text), onLost: () => undefined })
    window.receive('hello')
    expect(started[0]!.got).toEqual([])
    started[0]!.say({ kind: 'ready' })
    await link.ready
    expect(started[0]!.got).toEqual([
      { kind: 'open', connection: 1 },
      { kind: 'message', connection: 1, frame: 'hello' },
    ])
    started[0]!.say({ kind: 'message', connection: 1, frame: 'reply' })
    expect(heard).toEqual(['reply'])
    await link.close()
  })

  it('starts a dead core again, tells its windows, and serves them when they are back', async () => {
    const { started, start } = fakeProcesses()
    const link = createCoreLink({ start, ...quiet })
    started[0]!.say({ kind: 'ready' })
    let lost = 0
    link.connect({ send: () => undefined, onLost: () => (lost += 1) })
    started[0]!.die()
    expect(lost).toBe(1)
    link.connect({ send: () => undefined, onLost: () => undefined }).receive('again')
    await expect.poll(() => started.length).toBe(2)
    started[1]!.say({ kind: 'ready' })
    expect(started[1]!.got).toEqual([
      { kind: 'open', connection: 2 },
      { kind: 'message', connection: 2, frame: 'again' },
    ])
    await link.close()
  })

  it('ends a core that is stuck, which is then started again', async () => {
    const { started, start } = fakeProcesses()
    const link = createCoreLink({ start, ...quiet })
    started[0]!.say({ kind: 'ready' })
    link.restart()
    await expect.poll(() => started.length).toBe(2)
    await link.close()
  })

  it('does not start again a core that says why it can not run', async () => {
    const { started, start } = fakeProcesses()
    const link = createCoreLink({ start, ...quiet })
    started[0]!.say({ kind: 'start-failed', error: { code: 'internal', reference: 'x' } })
    started[0]!.die()
    await expect(link.ready).rejects.toBeInstanceOf(CoreStartError)
    await link.close()
    expect(started).toHaveLength(1)
  })

  it('answers what only a host can do', async () => {
    const { started, start } = fakeProcesses()
    const link = createCoreLink({
      start,
      log: () => undefined,
      onHostCall: (name, input) => Promise.resolve([name, input]),
    })
    started[0]!.say({ kind: 'ready' })
    started[0]!.say({ kind: 'host-call', id: 7, name: 'open-link', input: 'https://x' })
    await expect
      .poll(() => started[0]!.got.at(-1))
      .toEqual({ kind: 'host-reply', id: 7, value: ['open-link', 'https://x'] })
    await link.close()
  })
})
