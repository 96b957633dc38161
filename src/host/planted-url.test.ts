/** Plants URLs with secrets, does everything with them, and then searches for the secrets. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCore, type Core } from '#core/create-core.ts'
import { openStore } from '#core/store/open-store.ts'
import { makeBackup } from '#core/store/backups.ts'
import { MIGRATIONS } from '#core/store/migrations.ts'
import { createRpcClient, type RpcClient } from '#shared/rpc/client.ts'
import { createMemoryTransport } from '#shared/rpc/memory-transport.ts'
import { readState } from '#shared/rpc/read-state.ts'
import { secretForms } from '#platform/log/secret-forms.ts'
import { anvilPath, startAnvil, type Anvil } from '#service/indexer/testing/anvil.ts'
import { builtProgram } from '#platform/testing/built-program.ts'
import { createLocalServices, type LocalServices } from './local-services.ts'

const KEY = 'Zk81QmN4x7LwT2aa4f2aPLANTED'
const USER = 'planted-user-9f31c7d2'
const PASSWORD = 'planted-pass-77b1e0'
const INSTANCE_KEY = '9aa3d95b3bc440fa88ea12eaa4456161'
const SECRETS = [KEY, USER, PASSWORD, INSTANCE_KEY]
const ADDRESS = `0x${'aa'.repeat(20)}`

let dataDir: string
let proxy: Server
let proxyUrl: string
let forwardTo: string | undefined
let lines: string[]
let frames: string[]
let vault: Map<string, string>
let services: LocalServices
let core: Core
let running = false
let client: RpcClient

const nodeUrl = () => `http://${USER}:${PASSWORD}@${proxyUrl.slice(7)}/v2/${KEY}`
const instanceUrl = () => `${proxyUrl}/x/${INSTANCE_KEY}`

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'chainglass-planted-url-'))
  lines = []
  frames = []
  vault = new Map()
  forwardTo = undefined
  proxy = createServer((request, response) => {
    void respond(request.url ?? '', request, response)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  proxyUrl = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`
})

afterEach(async () => {
  await stop()
  proxy.closeAllConnections()
  await new Promise((resolve) => proxy.close(resolve))
  rmSync(dataDir, { recursive: true })
})

/** A node and an instance that know their own URL, and repeat it wherever a careless server could. */
async function respond(path: string, request: AsyncIterable<Buffer>, response: ServerResponse) {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const send = (status: number, body: string) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body)
  }
  if (path === `/v2/${KEY}` && forwardTo !== undefined) {
    const reply = await fetch(forwardTo, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.concat(parts),
    })
    const text = await reply.text()
    // The node's client version contains the key and the password.
    send(200, text.replaceAll(/"anvil\/[^"]*"/g, `"anvil ${KEY} ${PASSWORD}"`))
  } else if (path.startsWith(`/x/${INSTANCE_KEY}/api/v2/`) && !path.includes('transactions')) {
    send(200, '{"items":[],"next_page_params":null}')
  } else send(404, JSON.stringify({ message: `no ${path}` }))
}

async function start() {
  services = createLocalServices({
    dataDir,
    worker: pathToFileURL(builtProgram('node-worker')),
    log: (line) => lines.push(line),
  })
  core = await createCore({
    dataDir,
    host: 'loopback',
    version: '0.0.0',
    vault: 'host',
    callHost: (name, input) => {
      const { id, secret } = (input ?? {}) as { id: string; secret: string }
      if (name === 'vault.set') vault.set(id, secret)
      if (name === 'vault.remove') vault.delete(id)
      if (name !== 'vault.get') return Promise.resolve(name === 'vault.remove' ? null : 'keyring')
      const found = vault.get(id)
      return Promise.resolve(found === undefined ? null : { secret: found, kept: 'keyring' })
    },
    services,
    log: (line) => lines.push(line),
  })
  running = true
  const { server } = core
  const transport = createMemoryTransport({
    connect: (send) =>
      server.connect((message) => {
        frames.push(JSON.stringify(message))
        send(message)
      }),
  })
  client = createRpcClient(transport)
}

async function stop() {
  if (!running) return
  core.close()
  await services.close()
  running = false
}

function expectNoSecret() {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  expect(files.length).toBeGreaterThan(0)
  for (const form of SECRETS.flatMap((secret) => [...secretForms(secret), secret.toLowerCase()])) {
    for (const file of files)
      expect([file.slice(dataDir.length), readFileSync(file).includes(form)]).toEqual([
        file.slice(dataDir.length),
        false,
      ])
    expect(files.filter((file) => file.slice(dataDir.length).includes(form))).toEqual([])
    expect(frames.filter((frame) => frame.includes(form))).toEqual([])
    expect(lines.filter((line) => line.includes(form))).toEqual([])
  }
}

const find = (text: string) =>
  readState(client, 'sources.findings', { text }, (findings) =>
    Object.values(findings).every(({ state }) => state !== 'asking'),
  )

const ownSources = async () =>
  (await readState(client, 'sources.changed', {})).sources.filter(({ builtIn }) => !builtIn)

// anvil comes from npm for Linux on x64; elsewhere it has to be on the PATH.
describe.skipIf(anvilPath() === null)('a node', () => {
  let anvil: Anvil
  beforeEach(async () => {
    anvil = await startAnvil()
    forwardTo = anvil.url
    await start()
  })
  afterEach(() => anvil.stop())

  it('is followed by its whole URL, and nothing but its host is shown, logged or stored', async () => {
    expect(await find(nodeUrl())).toMatchObject({ node: { found: { rpcUrl: proxyUrl } } })
    const added = await client.call('nodes.add', { rpcUrl: nodeUrl() })
    if (!added.ok) throw new Error(JSON.stringify(added.error))
    const { id } = added.data
    expect(added.data).toMatchObject({ rpcUrl: proxyUrl, hasSecretUrl: true, host: proxyUrl.slice(7) })
    expect(await client.call('nodes.add', { rpcUrl: nodeUrl() })).toMatchObject({ data: { id } })
    expect(await readState(client, 'nodes.changed', { source: id })).toMatchObject({ chainId: '31337' })
    await client.call('recent.visit', { source: id, path: `/s/${id}`, title: 'Node' })
    await client.call('sources.use', { id })
    expect(await client.call('nodes.add', { rpcUrl: nodeUrl().replace('/v2/', '/v3/') })).toMatchObject({
      ok: false,
    })
    expect(await client.call('data.export', {})).toMatchObject({ ok: true })
    expect(vault.get(`${id} url`)).toBe(nodeUrl())

    // After a restart it is followed again, by the URL in the vault.
    await stop()
    await start()
    const page = await client.call('lists.page', {
      source: id,
      list: 'address-transactions',
      params: { address_hash: ADDRESS },
      filters: {},
      cursor: null,
    })
    expect(page).toMatchObject({ ok: true })
    await stop()
    expectNoSecret()

    // Without the vault it says what to do. Typing the URL again gives the same source.
    vault.clear()
    await start()
    expect(await client.call('sources.test', { id })).toMatchObject({
      error: { code: 'not_found', reason: 'url_not_kept' },
    })
    expect(await client.call('nodes.add', { rpcUrl: nodeUrl() })).toMatchObject({ data: { id } })
    expect(await ownSources()).toHaveLength(1)
    expect(await client.call('nodes.forget', { source: id })).toMatchObject({ ok: true })
    expectNoSecret()
    // A forgotten node can be restored until the next start. The vault has its URL until then, or until everything is
    // erased.
    expect([...vault.values()]).toEqual([nodeUrl()])
    expect(await client.call('data.erase', { confirm: 'erase everything' })).toMatchObject({ ok: true })
    expect([...vault.values()]).toEqual([])
  })
})

describe('an instance', () => {
  it('is read by its whole URL, and nothing but its host is shown, logged or stored', async () => {
    await start()
    expect(await find(instanceUrl())).toMatchObject({ explorer: { found: { baseUrl: proxyUrl } } })
    const added = await client.call('sources.add', { url: instanceUrl(), name: 'Mine' })
    if (!added.ok) throw new Error(JSON.stringify(added.error))
    const { id } = added.data
    expect(added.data).toMatchObject({ baseUrl: proxyUrl, hasSecretUrl: true })
    expect(await find(instanceUrl())).toMatchObject({ explorer: { found: { known: id } } })
    expect(await client.call('sources.test', { id })).toMatchObject({ ok: true })
    const read = (list: 'address-transactions' | 'address-tokens') =>
      client.call('lists.page', {
        source: id,
        list,
        params: { address_hash: ADDRESS },
        filters: {},
        cursor: null,
      })
    expect(await read('address-tokens')).toMatchObject({ ok: true })
    expect(await read('address-transactions')).toMatchObject({ ok: false })
    for (const url of [`${proxyUrl}/x/${KEY}`, `http://${USER}:${PASSWORD}@127.0.0.1`, `nothing ${KEY}`])
      await client.call('sources.add', { url })
    expect(await client.call('data.export', {})).toMatchObject({ ok: true })
    await stop()
    expectNoSecret()
  })
})

describe('what an earlier version stored', () => {
  it('is moved to the vault, out of store, backups, damaged files and ids', async () => {
    const oldId = `${USER}-${PASSWORD}-node-example-v2-${KEY.toLowerCase()}`
    const url = `http://${USER}:${PASSWORD}@node.example/v2/${KEY}`
    const old = openStore({ dataDir, migrations: MIGRATIONS.slice(0, 5) })
    const add = 'INSERT INTO sources (id, kind, name, coin_symbol, coin_decimals, base_url, auth, rpc_url)'
    old.run(`${add} VALUES (?, 'local', 'Node', 'ETH', 18, '', 'x-api-key', ?)`, oldId, url)
    old.run(
      `${add} VALUES ('mine-example', 'instance', 'Mine', 'ETH', 18, ?, 'x-api-key', NULL)`,
      `https://mine.example/${INSTANCE_KEY}`,
    )
    old.run(
      "INSERT INTO accounts (id, name, base_url, auth) VALUES ('pro-mine', 'Pro', ?, 'bearer')",
      `https://pro.example/${INSTANCE_KEY}`,
    )
    old.run("INSERT INTO recent_places VALUES (?, ?, 'Node', 1)", oldId, `/s/${oldId}/address/${ADDRESS}`)
    old.run('INSERT INTO address_sources VALUES (?, ?, 1)', ADDRESS, oldId)
    old.run("INSERT INTO remembered VALUES ('source', ?)", JSON.stringify(oldId))
    makeBackup(old, dataDir, 'daily', Date.now())
    old.close()
    mkdirSync(join(dataDir, 'damaged', '1'), { recursive: true })
    writeFileSync(join(dataDir, 'damaged', '1', 'chainglass.sqlite'), `half a file ${url} ${oldId}`)
    vault.set(`${oldId} http://node.example`, 'a-key-of-its-own')

    await start()
    const sources = await ownSources()
    expect(sources).toMatchObject([
      { id: 'mine-example-2', baseUrl: 'https://mine.example', hasSecretUrl: true },
      { id: 'node-example', rpcUrl: 'http://node.example', hasSecretUrl: true },
    ])
    expect(vault.get('node-example url')).toBe(url)
    expect(vault.get('node-example http://node.example')).toBe('a-key-of-its-own')
    expect((await readState(client, 'sources.changed', {})).current).toBe('node-example')
    expect(await client.call('data.export', {})).toMatchObject({ ok: true })
    await stop()
    expectNoSecret()

    // The next start changes nothing.
    await start()
    expect(await ownSources()).toEqual(sources)
  })
})
