/** One suite for every transport between renderer and core: it must hold for all of them. */
import { noNodes } from '#core/nodes/testing/no-nodes.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket as NodeWebSocket } from 'ws'
import { createCore, type Core } from '#core/create-core.ts'
import type { RpcServer } from '#shared/rpc/server.ts'
import { FakeWebContents, ipcMain } from '#main/testing/fake-electron.ts'
import { createElectronPort } from '#renderer/app/ports/electron-port.ts'
import { createWebSocketPort } from '#renderer/app/ports/websocket-port.ts'
import { createRpcClient, type RpcClient } from '#shared/rpc/client.ts'
import { createMemoryTransport } from '#shared/rpc/memory-transport.ts'
import type { EventInput } from '#shared/rpc/contract.ts'
import { readState } from '#shared/rpc/read-state.ts'
import { createService, type Service } from '#service/http/server.ts'
import { ACCOUNT, createMemoryChain, ITEMS, type MemoryChain } from '#service/http/testing/memory-chain.ts'
import type { ClientMessage } from '#shared/rpc/messages.ts'
import type { Result } from '#shared/errors/errors.ts'
import type { Cursor, Page } from '#shared/lists/page.ts'
import type { OpenList } from '#shared/rpc/contract/lists.ts'
import { forkCore } from '#web/fork-core.ts'
import { linkTo as linkToPage, type LoopbackHost, startLoopbackHost } from '#web/loopback-host.ts'
import { bridgeOf, openLinkAsPage } from '#web/testing/enter-host.ts'
import { builtProgram } from '#platform/testing/built-program.ts'
import { createCoreLink, type CoreLink } from './core-link.ts'
import { connectToRunningCore } from './core-socket-client.ts'
import { openCoreSocket } from './core-socket.ts'
import { byteFrames, textFrames, type Frame, type FrameCodec } from './link-messages.ts'
import { createLinkTransport } from './link-transport.ts'

vi.mock('electron', () => import('#main/testing/fake-electron.ts'))

interface Transport {
  readonly client: RpcClient
  /** Sends a message that no client of ours would send. */
  readonly sendRaw: (message: unknown) => void
  readonly close: () => Promise<void> | void
}

let service: Service
let chain: MemoryChain
let gate: Promise<void> | undefined
let core: Core
const cleanups: (() => Promise<void> | void)[] = []

beforeAll(async () => {
  chain = createMemoryChain('1', () => gate)
  // Started like a host's own service.
  service = await createService({ reader: chain, dialect: 'v12' })
  core = await createCore({
    dataDir: ':memory:',
    host: 'loopback',
    version: '0.0.0',
    vault: 'session',
    source: service.url,
    callHost: () => Promise.resolve(true),
    services: { sampleUrl: () => Promise.resolve(service.url), nodes: noNodes },
    log: () => undefined,
  })
})

afterEach(async () => {
  gate = undefined
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

afterAll(async () => {
  core.close()
  await service.close()
})

/** A link to a server in this process. */
const linkTo = <F extends Frame>(server: RpcServer, frames: FrameCodec<F>): Pick<CoreLink<F>, 'connect'> => ({
  connect({ send }) {
    const connection = server.connect((message) => {
      send(frames.encode(JSON.stringify(message)))
    })
    return {
      receive: (frame) => {
        connection.receive(JSON.parse(frames.decode(frame)))
      },
      close: () => {
        connection.close()
      },
    }
  },
})

const TRANSPORTS: Record<string, () => Promise<Transport> | Transport> = {
  'in memory': () => {
    const transport = createMemoryTransport(core.server)
    return { client: createRpcClient(transport), sendRaw: transport.sendRaw, close: transport.close }
  },

  WebSocket: async () => {
    const host = await startLoopbackHost({
      port: 0,
      link: linkTo(core.server, byteFrames),
      files: { file: () => undefined, page: () => '' },
      log: () => undefined,
    })
    return overWebSocket(host, () => host.close())
  },

  'Electron IPC': async () => {
    const { serveIpc } = await import('#main/core/ipc.ts')
    const { dispose } = serveIpc({ link: linkTo(core.server, textFrames), log: () => undefined })
    const window = new FakeWebContents('app://chainglass/')
    let hear: (text: string) => void = () => undefined
    window.send = (_channel, text) => {
      hear(text)
    }
    const send = (text: string) =>
      ipcMain.emit('chainglass', { sender: window, senderFrame: window.mainFrame }, text)
    const port = createElectronPort({ send, onMessage: (listener) => (hear = listener) })
    return {
      client: createRpcClient(port),
      sendRaw: (message) => send(JSON.stringify(message)),
      close: dispose,
    }
  },

  'the host’s own link': () => {
    const transport = createLinkTransport(linkTo(core.server, textFrames))
    return {
      client: createRpcClient(transport),
      sendRaw: (message) => {
        transport.send(message as ClientMessage)
      },
      close: transport.close,
    }
  },

  'the socket of a running core': async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-conformance-'))
    const socket = await openCoreSocket(dataDir, core.server, () => undefined)
    const transport = await connectToRunningCore(dataDir)
    if (!socket || !transport) throw new Error('The socket can’t be opened.')
    return {
      client: createRpcClient(transport),
      sendRaw: (message) => {
        transport.send(message as ClientMessage)
      },
      close: () => {
        transport.close()
        socket.close()
        rmSync(dataDir, { recursive: true })
      },
    }
  },

  'WebSocket and a core process': async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-conformance-'))
    const link = createCoreLink({
      start: () =>
        forkCore(builtProgram('core'), {
          dataDir,
          host: 'loopback',
          version: '0.0.0',
          source: service.url,
          vault: 'session',
        }),
      onHostCall: () => Promise.resolve(true),
      log: () => undefined,
    })
    const host = await startLoopbackHost({
      port: 0,
      link,
      files: { file: () => undefined, page: () => '' },
      log: () => undefined,
    })
    await link.ready
    return overWebSocket(host, async () => {
      await host.close()
      await link.close()
      rmSync(dataDir, { recursive: true })
    })
  },
}

function overWebSocket(host: LoopbackHost, close: () => Promise<void>): Transport {
  vi.stubGlobal('WebSocket', SocketOfOurPage)
  const link = linkToPage(host.origins.plain, host.createCode())
  const admit = openLinkAsPage(link)
  // The port tries for as long as its page is there; after the test, its attempts wait for ever.
  let isEnded = false
  const webSocketPort = createWebSocketPort({
    url: bridgeOf(link).url,
    admit: () => (isEnded ? new Promise(() => undefined) : admit()),
  })
  return {
    client: createRpcClient(webSocketPort),
    sendRaw: (message) => {
      webSocketPort.send(message as ClientMessage)
    },
    close: async () => {
      isEnded = true
      await close()
      vi.unstubAllGlobals()
    },
  }
}

async function minedKeys(client: RpcClient, list: EventInput<'lists.open'>): Promise<string[]> {
  const mined: string[] = []
  let cursor: Cursor | null = null
  do {
    const result: Result<Page> = await client.call('lists.page', { ...list, cursor })
    if (!result.ok) throw new Error(JSON.stringify(result.error))
    const { items, keys } = result.data
    mined.push(...keys.filter((_key, at) => !isPending(items[at])))
    cursor = result.data.next
  } while (cursor)
  return mined
}

const isPending = (item: unknown) => (item as { block_number: unknown }).block_number === null

/** A browser sends its page's origin automatically; Node's WebSocket can't be configured to. */
class SocketOfOurPage extends NodeWebSocket {
  constructor(url: string, protocols: string[]) {
    super(url, protocols, { origin: url.replace(/^ws/, 'http').replace(/\/bridge$/, '') })
  }
}

describe.each(Object.keys(TRANSPORTS))('the contract over %s', (name) => {
  async function connect(): Promise<Transport & { source: string }> {
    const transport = await TRANSPORTS[name]!()
    cleanups.push(transport.close)
    const { current } = await readState(transport.client, 'sources.changed', {})
    return { ...transport, source: current }
  }
  const page = (source: string) => ({
    source,
    list: 'address-transactions' as const,
    params: { address_hash: ACCOUNT },
    filters: {},
    cursor: null,
    // The source is asked each time, because stored data lacks pending rows.
    refresh: true,
  })

  it('answers a call with its value, page after page', async () => {
    const { client, source } = await connect()
    const keys = new Set<string>()
    let cursor: Cursor | null = null
    do {
      const result: Result<Page> = await client.call('lists.page', { ...page(source), cursor })
      if (!result.ok) throw new Error(JSON.stringify(result.error))
      for (const key of result.data.keys) keys.add(key)
      cursor = result.data.next
    } while (cursor)
    expect(keys.size).toBe(ITEMS)
  })

  it('answers what is wrong with a value too, naming the field', async () => {
    const { client, source } = await connect()
    const wrong = await client.call('lists.page', { ...page(source), params: { address_hash: '0x12' } })
    expect(wrong).toMatchObject({ ok: false, error: { code: 'invalid_input', field: 'address_hash' } })
    const noList = await client.call('lists.page', { ...page(source), list: 'everything' as never })
    expect(noList).toMatchObject({ ok: false, error: { code: 'invalid_input', field: 'list' } })
    const noCall = await client.call('core.destroy' as never, {} as never)
    expect(noCall).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
    const noSource = await client.call('lists.page', page('nowhere'))
    expect(noSource).toMatchObject({ ok: false, error: { code: 'not_found' } })
  })

  it('cancels a running call, and goes on', async () => {
    const { client, source } = await connect()
    const held = Promise.withResolvers<void>()
    gate = held.promise
    const before = chain.requests.length
    const controller = new AbortController()
    const running = client.call('lists.page', page(source), { signal: controller.signal })
    await expect.poll(() => chain.requests.length).toBeGreaterThan(before)
    controller.abort()
    expect(await running).toEqual({ ok: false, error: { code: 'cancelled' } })
    held.resolve()
    expect(await client.call('app.info', {})).toMatchObject({ ok: true, data: { name: 'Chainglass' } })
  })

  it('tells a subscriber until it leaves, and refuses an event there is not', async () => {
    const { client } = await connect()
    const heard: unknown[] = []
    const leave = client.subscribe('settings.changed', {}, (settings) => heard.push(settings.theme))
    await client.call('settings.change', { theme: 'dark' })
    await client.call('settings.change', { theme: 'light' })
    await expect.poll(() => heard.slice(-2)).toEqual(['dark', 'light'])
    leave()
    const count = heard.length
    await client.call('settings.change', { theme: 'dark' })
    expect(heard).toHaveLength(count)
    const ended = await new Promise((resolve) => {
      client.subscribe('nothing.happened' as never, {} as never, () => undefined, resolve)
    })
    expect(ended).toMatchObject({ code: 'invalid_input' })
  })

  it('reads a list of this machine to its end while it is open, and answers what is asked of it', async () => {
    const { client } = await connect()
    const { refresh: _, cursor: _first, ...list } = page('sample')
    const keys = await minedKeys(client, list)
    const told: OpenList[] = []
    const stop = client.subscribe('lists.open', list, (reading) => told.push(reading))
    await expect.poll(() => told.length).toBeGreaterThan(0)
    await client.call('lists.loadAll', { id: told.at(-1)!.id })
    await expect
      .poll(() => told.at(-1))
      .toMatchObject({ loaded: keys.length, isWhole: true, isReading: false })
    const answer = await client.call('rows.find', {
      scope: { of: 'list', ...list },
      text: '',
      zone: 'utc',
      sort: { by: 'block', descending: false },
      offset: 0,
      limit: 200,
    })
    if (!answer.ok) throw new Error(JSON.stringify(answer.error))
    expect(answer.data).toMatchObject({ count: keys.length, isComplete: true })
    expect(answer.data.rows.map(({ key }) => key)).toEqual(keys.reverse())
    stop()
  })

  it('reads on what is open by its number, until it is closed', async () => {
    const { client, source } = await connect()
    const { refresh: _, cursor: _first, ...list } = page(source)
    const told: OpenList[] = []
    const stop = client.subscribe('lists.open', list, (state) => told.push(state))
    await expect.poll(() => told.at(-1)).toMatchObject({ isReading: false, isCurrent: true })
    const { id } = told.at(-1)!
    while (told.at(-1)?.isEnd === false) {
      const { revision } = told.at(-1)!
      expect(await client.call('lists.more', { id })).toEqual({ ok: true, data: null })
      await expect.poll(() => told.at(-1)?.revision).not.toBe(revision)
      await expect.poll(() => told.at(-1)).toMatchObject({ isReading: false })
    }
    expect(told.at(-1)?.loaded).toBe((await minedKeys(client, list)).length)
    expect(await client.call('lists.showNewer', { id: `${id}0` })).toMatchObject({
      error: { code: 'not_found' },
    })
    stop()
    expect(await client.call('lists.more', { id })).toMatchObject({ error: { code: 'not_found' } })
  })

  it('drops what is no message and goes on', async () => {
    const { client, sendRaw } = await connect()
    const garbage: unknown[] = [
      null,
      42,
      'text',
      [],
      {},
      { verb: 'request' },
      { verb: 'request', id: -1, call: 'app.info', input: {} },
      { verb: 'own', id: 1 },
      { verb: 'cancel', id: 999_999 },
      { verb: 'unsubscribe', id: 999_999 },
      { verb: 'request', id: 1_000_001, call: '__proto__', input: {} },
      { verb: 'request', id: 1_000_002, call: 'toString', input: {} },
    ]
    for (const message of garbage) sendRaw(message)
    expect(await client.call('app.info', {})).toMatchObject({ ok: true })
  })
})
