import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FolderContent } from '#shared/rpc/contract/data.ts'
import { MAX_LEDGER_ENTRIES } from '#shared/rpc/contract/ledger-entries.ts'
import { createLedgerEntries } from '../ledger/entries/ledger-entries.ts'
import { COIN_ASSET } from '../ledger/movement.ts'
import { createKeyValueStore } from '../store/key-value-store.ts'
import { openStore } from '../store/open-store.ts'
import type { NewQuestion } from '#shared/rpc/contract/questions.ts'
import type { Core, CorePorts } from '#core/create-core.ts'
import { createTestCore } from '#core/testing/create-test-core.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { readState } from '#shared/rpc/read-state.ts'

const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const B = '0x00000000219ab540356cBB839Cbe05303d7705Fa'
const CODE_HASH = `0x${'c0'.repeat(32)}`
const SECRET = 'proapi_Zk81QmN4x7LwT2aa4f2aPLANTED'

let root: string
let here: string
let there: string
const cores: Core[] = []

async function start(dataDir: string, more: Partial<CorePorts> = {}) {
  const core = await createTestCore(dataDir, more)
  cores.push(core)
  const client = connectInMemory(core.server)
  const close = () => {
    cores.splice(cores.indexOf(core), 1)
    core.close()
  }
  return { client, close }
}
type Started = Awaited<ReturnType<typeof start>>

const EVERYWHERE: NewQuestion = {
  name: 'Failed anywhere',
  text: 'failed',
  path: '/kept',
  scope: { of: 'everything' },
  seen: null,
}
const questionAt = (name: string, source: string): NewQuestion => ({
  name,
  text: 'amount>5',
  path: `/s/${source}/address/${A}?tab=transactions`,
  scope: { of: 'list', source, list: 'address-transactions', params: { address_hash: A }, filters: {} },
  seen: 3,
})

/** Fills another data folder with something of everything, and closes it. */
async function fill(dataDir: string) {
  const store = openStore({ dataDir })
  const entries = createLedgerEntries(store)
  const cash = { amount: '-5', block: 7, time: null, note: 'cash', asset: COIN_ASSET }
  entries.save({ chain: '1', address: A.toLowerCase() }, null, cash)
  // The source's chain is unknown: the same id may be another chain here.
  entries.save({ chain: 'explorer-example', address: A.toLowerCase() }, null, cash)
  store.close()
  const other = await start(dataDir)
  await other.client.call('settings.change', { theme: 'dark', time: 'absolute' })
  await other.client.call('sources.add', { url: 'https://explorer.example', name: 'Theirs', unchecked: true })
  await other.client.call('watchlist.save', { address: A, chainId: null, label: 'Their A', note: 'a note' })
  await other.client.call('watchlist.save', { address: B, chainId: '1', label: 'Their B' })
  const [source] = await sourcesOf(other)
  await other.client.call('keys.set', { id: source!.id, key: SECRET })
  await other.client.call('recent.visit', { source: 'sample', path: '/s/sample', title: 'Sample' })
  for (const [name, id] of [
    ['Large', source!.id],
    ['Of nowhere', 'nowhere'],
  ] as const)
    await other.client.call('questions.save', questionAt(name, id))
  await other.client.call('questions.save', { ...EVERYWHERE, seen: 7 })
  await other.client.call('notes.save', {
    case: null,
    note: { chain: '1', about: A.toLowerCase(), text: 'Asked them', path: `/s/${source!.id}/address/${A}` },
  })
  await other.client.call('abi.add', { name: 'Vault', text: 'function poke()', chainId: '1', address: A })
  other.close()
  const theirs = openStore({ dataDir })
  theirs.run('UPDATE own_abis SET code_hash = ?', CODE_HASH)
  theirs.close()
}
async function sourcesOf({ client }: Started) {
  const { sources } = await readState(client, 'sources.changed', {})
  return sources.filter(({ builtIn }) => !builtIn)
}
async function exportedBy({ client }: Started): Promise<{ readonly ledgerEntries?: unknown }> {
  const exported = await client.call('data.export', {})
  return exported.ok ? (JSON.parse(exported.data.text) as { ledgerEntries: unknown }) : {}
}
const entriesOf = async (core: Started) => (await exportedBy(core)).ledgerEntries
async function labelsOf({ client }: Started) {
  const watchlist = await readState(client, 'watchlist.changed', {})
  return 'all' in watchlist ? watchlist.all.map(({ label }) => label).sort() : []
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'chainglass-take-'))
  here = join(root, 'here')
  there = join(root, 'there')
})
afterEach(() => {
  for (const core of cores.splice(0)) core.close()
  rmSync(root, { recursive: true })
})

describe('another data folder', () => {
  it('is looked into, and taken over whole where nothing is; it stays as it was', async () => {
    await fill(there)
    const bytes = () =>
      readdirSync(there, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(
          (entry) => `${entry.name} ${readFileSync(join(entry.parentPath, entry.name)).toString('base64')}`,
        )
    const before = bytes()
    const mine = await start(here)
    const looked = await mine.client.call('data.inspectFolder', { folder: there })
    expect(looked).toMatchObject({
      ok: true,
      data: {
        sources: 1,
        accounts: 0,
        watched: 2,
        settings: 2,
        abis: 1,
        questions: 3,
        notes: 1,
        ledgerEntries: 1,
      },
    })
    expect(await labelsOf(mine)).toEqual([])

    // A question on a source that is none here is not imported.
    const { data } = looked as { data: FolderContent }
    expect(await mine.client.call('data.importFolder', { folder: there })).toEqual({
      ok: true,
      data: { ...data, questions: 2 },
    })
    expect(await readState(mine.client, 'questions.changed', {})).toMatchObject([
      EVERYWHERE,
      { ...questionAt('Large', 'explorer-example'), seen: null },
    ])
    expect(await labelsOf(mine)).toEqual(['Their A', 'Their B'])
    expect(await sourcesOf(mine)).toMatchObject([{ name: 'Theirs', key: { state: 'none' } }])
    expect(await readState(mine.client, 'settings.changed', {})).toMatchObject({
      theme: 'dark',
      time: 'absolute',
    })
    expect(await readState(mine.client, 'abi.changed', {})).toMatchObject([
      { name: 'Vault', chainId: '1', address: A.toLowerCase(), functions: 1 },
    ])
    expect(await exportedBy(mine)).toMatchObject({
      abis: [{ name: 'Vault', code_hash: CODE_HASH }],
      ledgerEntries: [{ chain: '1', address: A.toLowerCase(), amount: '-5', block: 7, note: 'cash' }],
    })
    expect(bytes()).toEqual(before)
  })

  it('takes movements entered by hand as far as an address may have them, and all else whole', async () => {
    await fill(there)
    const [store, theirs] = [openStore({ dataDir: here }), openStore({ dataDir: there })]
    const address = A.toLowerCase()
    for (const [folder, note, count] of [
      [store, 'mine', MAX_LEDGER_ENTRIES - 1],
      [theirs, 'theirs', 3],
    ] as const) {
      const entries = createLedgerEntries(folder)
      const add = (nth: number) =>
        entries.save({ chain: '1', address }, null, {
          amount: String(nth + 1),
          block: 9,
          time: null,
          note,
          asset: COIN_ASSET,
        })
      folder.transaction(() => Array.from({ length: count }, (_, nth) => add(nth)))
      folder.close()
    }
    const mine = await start(here)
    expect(await mine.client.call('data.importFolder', { folder: there })).toMatchObject({
      data: { watched: 2, ledgerEntries: 1 },
    })
    expect(await entriesOf(mine)).toHaveLength(MAX_LEDGER_ENTRIES)
  })

  it('takes nothing from what is here, which is backed up first; a second time adds nothing', async () => {
    await fill(there)
    const mine = await start(here)
    await mine.client.call('settings.change', { theme: 'light' })
    await mine.client.call('watchlist.save', { address: A, chainId: null, label: 'My A' })
    await mine.client.call('questions.save', { ...EVERYWHERE, text: 'mine' })
    // The source `explorer-example` of that folder has another id here.
    for (const [url, name] of [
      ['https://explorer-example', 'Other'],
      ['https://explorer.example', 'Mine'],
    ] as const)
      await mine.client.call('sources.add', { url, name, unchecked: true })
    expect(await mine.client.call('data.importFolder', { folder: there })).toMatchObject({
      data: { sources: 0, watched: 1, settings: 1, questions: 1 },
    })
    expect(await labelsOf(mine)).toEqual(['My A', 'Their B'])
    expect(await sourcesOf(mine)).toMatchObject([
      { name: 'Other', id: 'explorer-example' },
      { name: 'Mine', id: 'explorer-example-2' },
    ])
    expect(await readState(mine.client, 'questions.changed', {})).toMatchObject([
      { ...EVERYWHERE, text: 'mine' },
      { ...questionAt('Large', 'explorer-example-2'), seen: null },
    ])
    expect(await readState(mine.client, 'settings.changed', {})).toMatchObject({
      theme: 'light',
      time: 'absolute',
    })
    const [backup = ''] = readdirSync(join(here, 'backups'))
    const copy = new DatabaseSync(join(here, 'backups', backup), { readOnly: true })
    expect(copy.prepare('SELECT label FROM watched').all()).toEqual([{ label: 'My A' }])
    copy.close()
    const none: FolderContent = {
      sources: 0,
      accounts: 0,
      watched: 0,
      settings: 0,
      recentItems: 0,
      abis: 0,
      questions: 0,
      notes: 0,
      ledgerEntries: 0,
    }
    expect(await mine.client.call('data.importFolder', { folder: there })).toEqual({ ok: true, data: none })
  })

  it('brings no key along, and none is in what was written', async () => {
    await fill(there)
    // The keyring's file, and a URL in the form of earlier versions.
    writeFileSync(join(there, 'keys.json'), JSON.stringify({ backend: '', secrets: { theirs: SECRET } }))
    const theirs = openStore({ dataDir: there })
    const add = 'INSERT INTO sources (id, kind, name, coin_symbol, coin_decimals, base_url, auth, rpc_url)'
    theirs.run(
      `${add} VALUES ('node', 'local', 'Node', 'ETH', 18, '', 'x-api-key', 'http://node.example/v2/${SECRET}')`,
    )
    createKeyValueStore(theirs).write('urlSecretsMoved', false)
    theirs.close()
    const toVault: unknown[] = []
    const mine = await start(here, {
      vault: 'host',
      callHost: (name, input) => {
        if (name === 'vault.set') toVault.push(input)
        return Promise.resolve(name === 'vault.get' || name === 'vault.remove' ? null : 'keyring')
      },
    })
    expect(await mine.client.call('data.importFolder', { folder: there })).toMatchObject({
      data: { sources: 2 },
    })
    expect(await sourcesOf(mine)).toMatchObject([
      { name: 'Theirs' },
      { name: 'Node', rpcUrl: 'http://node.example' },
    ])
    mine.close()
    expect(toVault).toEqual([])
    for (const entry of readdirSync(here, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        expect(readFileSync(join(entry.parentPath, entry.name)).includes(SECRET), entry.name).toBe(false)
  })

  it('that can not be taken is refused in words, and nothing is changed', async () => {
    const mine = await start(here)
    const refused = async (folder: string) => {
      const answer = await mine.client.call('data.importFolder', { folder })
      expect(await labelsOf(mine)).toEqual([])
      return answer.ok ? 'taken' : new ChainglassFailure(answer.error).message
    }
    const file = join(there, 'chainglass.sqlite')
    mkdirSync(there)
    expect(await refused(join(root, 'none'))).toBe('invalid_input: There is no such folder.')
    expect(await refused(there)).toBe('invalid_input: There is no data of Chainglass in this folder.')
    expect(await refused('relative/path')).toMatch(/whole path/)
    expect(await refused('//server/share')).toMatch(/on this machine/)
    expect(await refused(here)).toBe('invalid_input: This is the folder that is in use here.')
    writeFileSync(join(root, 'a-file'), '')
    expect(await refused(join(root, 'a-file'))).toMatch(/This is a file/)

    writeFileSync(file, 'no database '.repeat(1_000))
    expect(await refused(there)).toMatch(/damaged/)
    rmSync(file)
    const other = new DatabaseSync(file)
    other.exec('CREATE TABLE something (x)')
    expect(await refused(there)).toMatch(/not one of Chainglass/)
    other.exec('PRAGMA user_version = 9999')
    expect(await refused(there)).toMatch(/newer version/)
    other.exec('PRAGMA user_version = 1')
    other.close()
    expect(await refused(there)).not.toBe('taken')
  })

  it('that another one uses is left alone until it has ended', async () => {
    const other = await start(there)
    await other.client.call('watchlist.save', { address: A, chainId: null, label: 'Their A' })
    const mine = await start(here)
    expect(await mine.client.call('data.inspectFolder', { folder: there })).toMatchObject({
      error: { code: 'storage', kind: 'in_use' },
    })
    other.close()
    expect(await mine.client.call('data.inspectFolder', { folder: there })).toMatchObject({
      data: { watched: 1 },
    })
  })

  it('with damage in the middle of its file is refused', async () => {
    await fill(there)
    const file = join(there, 'chainglass.sqlite')
    const bytes = readFileSync(file)
    bytes.fill(0x55, 4_096, Math.min(bytes.length, 20_000))
    writeFileSync(file, bytes)
    const mine = await start(here)
    expect(await mine.client.call('data.inspectFolder', { folder: there })).toMatchObject({
      error: { code: 'storage', kind: 'damaged' },
    })
  })

  it('is read only where the system’s dialog chose it, in a host that has one', async () => {
    await fill(there)
    cpSync(there, join(root, 'elsewhere'), { recursive: true })
    const answers: unknown[] = [null, there]
    const mine = await start(here, {
      host: 'electron',
      callHost: (name) => Promise.resolve(name === 'choose-folder' ? answers.shift() : null),
    })
    expect(await mine.client.call('data.chooseFolder', {})).toEqual({ ok: true, data: { folder: null } })
    expect(await mine.client.call('data.inspectFolder', { folder: there })).toMatchObject({
      error: { code: 'invalid_input' },
    })
    expect(await mine.client.call('data.chooseFolder', {})).toEqual({ ok: true, data: { folder: there } })
    expect(await mine.client.call('data.inspectFolder', { folder: there })).toMatchObject({
      data: { watched: 2 },
    })
    expect(await mine.client.call('data.importFolder', { folder: join(root, 'elsewhere') })).toMatchObject({
      error: { code: 'invalid_input' },
    })
  })
})
