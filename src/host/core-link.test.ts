import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import * as behaviours from '#platform/testing/behaviours.ts'
import { exampleAddress, exampleWithdrawal } from '#shared/lists/testing/example-items.ts'
import { openHostileServer } from '#platform/testing/hostile-server.ts'
import { createRpcClient } from '#shared/rpc/client.ts'
import { readState } from '#shared/rpc/read-state.ts'
import { forkCore } from '#web/fork-core.ts'
import { builtHelper } from '#platform/testing/built-program.ts'
import { createCoreLink, CoreStartError, type CoreLink } from './core-link.ts'
import { createLinkTransport } from './link-transport.ts'
import { byteFrames, type CoreProcess, type FromCore, type ToCore } from './link-messages.ts'

/** A fake process that a test controls by `say` and `die`. */
function fakeProcesses() {
  const started: {
    readonly got: ToCore<string>[]
    readonly say: (message: FromCore<string>) => void
    readonly die: () => void
    /** Writes its files before it ends. */
    isSlow: boolean
    kills: number
  }[] = []
  const start = (): CoreProcess<string> => {
    let listener: (message: FromCore<string>) => void = () => undefined
    let exit: () => void = () => undefined
    const got: ToCore<string>[] = []
    const state: (typeof started)[number] = {
      isSlow: false,
      kills: 0,
      got,
      say: (message) => {
        listener(message)
      },
      die: () => {
        exit()
      },
    }
    started.push(state)
    return {
      post: (message) => {
        got.push(message)
        if (message.kind === 'shutdown' && !state.isSlow) exit()
      },
      onMessage: (to) => (listener = to),
      onExit: (to) => (exit = to),
      kill: () => {
        state.kills += 1
        exit()
      },
    }
  }
  return { started, start }
}

/** A link with byte frames, for a client that uses texts. */
const linkOfTexts = (link: CoreLink<Uint8Array>): Pick<CoreLink, 'connect'> => ({
  connect({ send, onLost }) {
    const connection = link.connect({
      send: (frame) => {
        send(byteFrames.decode(frame))
      },
      onLost,
    })
    return {
      receive: (frame) => {
        connection.receive(byteFrames.encode(frame))
      },
      close: () => {
        connection.close()
      },
    }
  },
})

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

  it.each([
    ['back', -86_400_000],
    ['forward', 86_400_000],
  ])('starts a core again after its pause, also where the clock is set %s by a day', (_name, jump) => {
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { started, start } = fakeProcesses()
    createCoreLink({ start, ...quiet })
    for (const [core, pause] of [0, 500, 1_000, 2_000, 5_000, 5_000].entries()) {
      started[core]!.say({ kind: 'ready' })
      started[core]!.die()
      vi.setSystemTime(Date.now() + jump)
      vi.advanceTimersByTime(Math.max(0, pause - 1))
      expect(started).toHaveLength(pause === 0 ? core + 2 : core + 1)
      vi.advanceTimersByTime(1)
      expect(started).toHaveLength(core + 2)
    }
  })

  it('blocks the request on whose response the core crashed three times, and no other', async () => {
    const { started, start } = fakeProcesses()
    const lines: string[] = []
    const link = createCoreLink({ start, ...quiet, log: (line) => lines.push(line) })
    const say = (core: number, ...messages: FromCore<string>[]) => {
      for (const message of messages) started[core]!.say(message)
    }
    const blockedBy = (core: number) => started[core]!.got.filter(({ kind }) => kind === 'block-requests')
    for (let core = 0; core < 3; core += 1) {
      await expect.poll(() => started.length).toBe(core + 1)
      say(core, { kind: 'ready' }, { kind: 'read-started', request: 'deadly' })
      // The request was being read each time, and once to its end.
      say(core, { kind: 'read-started', request: 'slow' })
      if (core === 1) say(core, { kind: 'read-ended', request: 'slow' })
      say(core, { kind: 'read-started', request: 'quick' }, { kind: 'read-ended', request: 'quick' })
      expect(blockedBy(core)).toEqual([])
      started[core]!.die()
    }
    await expect.poll(() => started.length).toBe(4)
    say(3, { kind: 'ready' })
    expect(blockedBy(3)).toEqual([{ kind: 'block-requests', requests: ['deadly'] }])
    expect(lines.filter((line) => line.includes('three times'))).toHaveLength(1)
    await link.close()
  })

  it('a real core that dies of an answer three times reads all but that one', async () => {
    const server = await openHostileServer()
    const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-dying-'))
    const entry = builtHelper('dying-core')
    const link = createCoreLink({
      start: () =>
        forkCore(entry, {
          dataDir,
          host: 'loopback',
          version: '0.0.0',
          source: server.url,
          vault: 'session',
        }),
      onHostCall: () => Promise.resolve(true),
      log: () => undefined,
    })
    const transport = createLinkTransport(linkOfTexts(link))
    const client = createRpcClient(transport)
    onTestFinished(async () => {
      transport.close()
      await link.close()
      await server.close()
      rmSync(dataDir, { recursive: true })
    })
    const [deadly, good] = [{ ...exampleWithdrawal(1), note: 'deadly' }, exampleWithdrawal(1)]
    const asked: string[] = []
    server.always((response, seen) => {
      if (!seen.path.endsWith('/withdrawals')) return behaviours.text('', 404)(response, seen)
      asked.push(seen.path)
      return behaviours.page([seen.path.includes(exampleAddress(1)) ? deadly : good])(response, seen)
    })
    const { current } = await readState(client, 'sources.changed', {})
    const withdrawalsOf = (seed: number) =>
      client.call('lists.page', {
        source: current,
        list: 'address-withdrawals',
        params: { address_hash: exampleAddress(seed) },
        filters: {},
        cursor: null,
      })
    for (let time = 0; time < 3; time += 1)
      expect(await withdrawalsOf(1)).toMatchObject({ error: { code: 'offline', reason: 'core_lost' } })
    expect(await withdrawalsOf(1)).toMatchObject({ error: { code: 'forbidden', reason: 'crashes_core' } })
    expect(asked).toHaveLength(3)
    expect(await withdrawalsOf(2)).toMatchObject({ ok: true })
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

  it('starts again a core that can not run for now, because the one before it ran, and tells windows why it can not', () => {
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { started, start } = fakeProcesses()
    const lines: string[] = []
    const losses: unknown[] = []
    const link = createCoreLink({ start, ...quiet, log: (line) => lines.push(line) })
    const connect = () =>
      link.connect({ send: () => undefined, onLost: (error) => losses.push(error ?? 'no error') })
    started[0]!.say({ kind: 'ready' })
    connect()
    started[0]!.die()
    connect()
    vi.advanceTimersByTime(0)
    started[1]!.say({ kind: 'start-failed', error: { code: 'storage', kind: 'full' } })
    expect(losses).toEqual(['no error', { code: 'storage', kind: 'full' }])
    vi.advanceTimersByTime(500)
    expect(started).toHaveLength(3)
    expect(lines).toContain('The core could not start: The disk is full: nothing was saved.')
  })

  it('lets a core write its files, however often it is asked to close', async () => {
    const { started, start } = fakeProcesses()
    const link = createCoreLink({ start, ...quiet })
    const [core] = started
    core!.isSlow = true
    core!.say({ kind: 'ready' })
    const closed = [link.close(), link.close()]
    expect(core!.kills).toBe(0)
    expect(core!.got.filter(({ kind }) => kind === 'shutdown')).toHaveLength(1)
    core!.die()
    await Promise.all(closed)
    expect(started).toHaveLength(1)
  })

  it('that is closed before a core was ready says so, also between two cores', async () => {
    const { started, start } = fakeProcesses()
    const link = createCoreLink({ start, ...quiet })
    started[0]!.die()
    await link.close()
    await expect(link.ready).rejects.toThrow('closed before it was ready')
  })

  it('does not start again a core that ended three times before it was ready', async () => {
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { started, start } = fakeProcesses()
    const link = createCoreLink({ start, ...quiet })
    for (const core of [0, 1, 2]) {
      started[core]!.die()
      vi.advanceTimersByTime(60_000)
    }
    await expect(link.ready).rejects.toThrow(
      'Chainglass could not start: its core ended 3 times before it was ready.',
    )
    await link.close()
    expect(started).toHaveLength(3)
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
