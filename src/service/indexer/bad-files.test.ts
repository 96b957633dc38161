import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { canMount, openSmallDisk } from '#platform/testing/small-disk.ts'
import { type FollowedChain, followChain } from './follow-chain.ts'
import type { Anvil } from './testing/anvil.ts'
import { ListComparison } from './testing/compare/compare-lists.ts'
import { expectNone } from './testing/compare/expect-none.ts'
import { indexed, testAnvil, testFolder, testProxy } from './testing/fixtures.ts'
import { ofAddress, readAll } from './testing/compare/read-all.ts'
import { until } from './testing/until.ts'
import { openSqliteIndex } from './store/sqlite-index.ts'
import { findIncompleteBlocks } from './testing/compare/incomplete-blocks.ts'
import { deployData, Workload } from './testing/workload.ts'

let anvil: Anvil
let workload: Workload
let dataDir: string
let file: string

const indexFiles = () => readdirSync(dataDir).filter((name) => name.endsWith('.sqlite'))

beforeEach(async () => {
  anvil = await testAnvil()
  workload = await Workload.deploy(anvil.url)
  await workload.make(60, 4)
  dataDir = testFolder()
  const chain = await followChain({ rpcUrl: anvil.url, dataDir })
  await indexed(chain, anvil.url)
  await chain.close()
  file = join(dataDir, indexFiles()[0]!)
})

/** In a file, also where the other tests keep their indexes in a database. */
async function followFile(): Promise<FollowedChain> {
  const chain = await followChain({ rpcUrl: anvil.url, dataDir })
  onTestFinished(() => chain.close())
  return chain
}

const refused = () =>
  followChain({ rpcUrl: anvil.url, dataDir }).then(
    () => null,
    (error: unknown) => error,
  )

/** Takes away what came with version 6, 5, 4 and 3. */
const WITHOUT_VERSION_6 = 'DROP TABLE delegation;'
const WITHOUT_VERSION_5 = `${WITHOUT_VERSION_6} ALTER TABLE tx DROP COLUMN fee_token; ALTER TABLE tx DROP COLUMN minted;`
const WITHOUT_VERSION_4 = `${WITHOUT_VERSION_5} ${[
  'contract_name_of_undone',
  'token_name_added',
  'token_name_changed',
  'token_name_removed',
]
  .map((trigger) => `DROP TRIGGER ${trigger};`)
  .join(' ')} DROP TABLE contract_name; DROP TABLE name_index;`
const WITHOUT_VERSION_3 = `${WITHOUT_VERSION_4} ${['repair', 'asked_token', 'depositary', 'deposit']
  .map((table) => `DROP TABLE ${table};`)
  .join(' ')}`

test('an index of a newer version is left as it is', async () => {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA user_version = 99')
  database.close()
  const before = readFileSync(file)
  const error = await refused()
  expect(error).toMatchObject({ code: 'newer_database' })
  expect(String(error)).toContain('was written by a newer Chainglass')
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(indexFiles()).toHaveLength(1)
})

test('an index of the first version is read on', async () => {
  const database = new DatabaseSync(file)
  database.exec(`
    ALTER TABLE tx RENAME COLUMN position TO place;
    ALTER TABLE log RENAME COLUMN position TO place;
    ALTER TABLE token RENAME COLUMN fetch_state TO asked;
    ALTER TABLE instance RENAME COLUMN fetch_state TO asked;
    ${WITHOUT_VERSION_3}
    PRAGMA user_version = 1;`)
  database.close()
  const chain = await followFile()
  await workload.make(4, 2)
  await indexed(chain, anvil.url)
  expectNone((await new ListComparison(chain.reader, anvil.url).all()).found)
  expect(indexFiles()).toHaveLength(1)
})

test('an index of the fourth version is read on', async () => {
  const database = new DatabaseSync(file)
  database.exec(`${WITHOUT_VERSION_5} PRAGMA user_version = 4;`)
  database.close()
  const chain = await followFile()
  const authorizations = { params: ofAddress(workload.at.Coin), filters: {}, after: null, limit: 1 }
  expect(await chain.reader.list('address-authorizations', authorizations)).not.toHaveProperty('meta')
  await workload.make(4, 2)
  await indexed(chain, anvil.url)
  expectNone((await new ListComparison(chain.reader, anvil.url).all()).found)
  expect(indexFiles()).toHaveLength(1)
})

test('what the second version gave up after one refusal is asked for once more', async () => {
  const database = new DatabaseSync(file)
  database.exec(`
    ${WITHOUT_VERSION_3}
    DELETE FROM internal WHERE tx >> 20 > 5;
    UPDATE block SET traced = 2 WHERE number > 5 AND number IN (SELECT position >> 20 FROM tx WHERE gas_used <> 21000);
    UPDATE meta SET value = json_set(value,
      '$.traced', (SELECT sum(transactions) FROM block WHERE traced = 1),
      '$.untraceable', (SELECT sum(transactions) FROM block WHERE traced = 2)) WHERE name = 'totals';
    UPDATE token SET name = NULL, symbol = NULL, decimals = NULL, supply = NULL;
    UPDATE instance SET metadata = NULL;
    PRAGMA user_version = 2;`)
  database.close()
  const chain = await followFile()
  await indexed(chain, anvil.url)
  const coin = await until('its name', async () => {
    const token = await chain.reader.detail('token', ofAddress(workload.at.Coin))
    return token?.name != null && token
  })
  expect(coin).toMatchObject({ name: 'Test Coin', symbol: 'TST', decimals: '18' })
  expectNone((await new ListComparison(chain.reader, anvil.url).all()).found)
})

test('the names in an index of the third version can be searched for, and are kept as they are from then on', async () => {
  const database = new DatabaseSync(file)
  // As if it had been read: the node is not asked again.
  database.exec(`${WITHOUT_VERSION_4}
    UPDATE token SET name = 'Early Coin', fetch_state = 1 WHERE name = 'Test Coin' OR name IS NULL;
    PRAGMA user_version = 3;`)
  database.close()
  const chain = await followFile()
  const found = async (q: string) => {
    const page = await chain.reader.list('search', { params: {}, filters: { q }, after: null, limit: 50 })
    return page?.items.map(({ address_hash: address }) => String(address).toLowerCase())
  }
  expect(await found('ear co')).toContain(workload.at.Coin)
  await anvil.request('eth_sendTransaction', [
    { from: workload.accounts[0], data: deployData('Coin', ['Later Money', 'LTR', 6]), gas: '0x4c4b40' },
  ])
  await until('the later one is found', async () => (await found('LTR'))?.length === 1)
})

test('an index that another program is writing is not touched', async () => {
  const first = await followFile()
  const error = await refused()
  expect(error).toMatchObject({ code: 'locked_database' })
  expect(String(error)).toContain('Another program is writing the index')
  await workload.make(4, 2)
  await indexed(first, anvil.url)
  expectNone((await new ListComparison(first.reader, anvil.url).all()).found)
})

test('a file that is no index any more is kept, and the chain is indexed afresh', async () => {
  writeFileSync(file, 'this is not a database, but somebody may want it')
  const chain = await followFile()
  await indexed(chain, anvil.url)
  expect(chain.status().message).toContain('The index was damaged. It is kept as')
  expect(readFileSync(`${file}.damaged`, 'utf8')).toBe('this is not a database, but somebody may want it')
  expectNone((await new ListComparison(chain.reader, anvil.url).all()).found)
})

/** The first pages tell what is in the file; the rest becomes noise. */
function damageInside() {
  const size = statSync(file).size
  const descriptor = openSync(file, 'r+')
  for (let at = 8192 * 40; at < size; at += 512) writeSync(descriptor, Buffer.alloc(512, 0xa5), 0, 512, at)
  closeSync(descriptor)
}

test('damage inside the file that shows only while it is used: kept, and indexed afresh', async () => {
  damageInside()
  const chain = await followFile()
  await workload.make(40, 2)
  await indexed(chain, anvil.url)
  expect(existsSync(`${file}.damaged`)).toBe(true)
  expect(chain.status().message).toContain('The index was damaged.')
  expectNone((await new ListComparison(chain.reader, anvil.url).all()).found)
})

test.each([
  ['it is paused', 'paused'],
  ['no node answers', 'stalled'],
] as const)(
  'damage that a page finds while %s: kept, and indexed afresh once it goes on',
  async (_, state) => {
    const proxy = await testProxy(anvil.url)
    const follow = () => followChain({ rpcUrl: proxy.url, dataDir })
    let chain = await follow()
    onTestFinished(() => chain.close())
    await indexed(chain, anvil.url)
    // Opened anew, so that it has read next to nothing of the file: what SQLite has read it reads no more.
    await chain.close()
    if (state === 'stalled') proxy.intercept((_request, response) => Boolean(response.destroy()))
    chain = await follow()
    if (state === 'paused') chain.pause()
    expect(chain.status().state).toBe(state)
    damageInside()
    const params = ofAddress(workload.accounts[0]!)
    await until('the file is kept', async () => {
      await readAll(chain.reader, 'address-transactions', { params }).catch(() => null)
      return existsSync(`${file}.damaged`)
    })
    await until('it says so', () => chain.status().message.includes('The index was damaged.'))
    if (state === 'paused') expect(chain.status().state).toBe('paused')
    chain.resume()
    proxy.intercept(null)
    await indexed(chain, anvil.url)
    expectNone((await new ListComparison(chain.reader, anvil.url).all()).found)
  },
)

test('no room left: what is indexed is served, whole, and it goes on where it was when there is room', async () => {
  const { size } = statSync(file)
  const tight = await followChain({ rpcUrl: anvil.url, dataDir, maxBytes: size + 64 * 1024 })
  await workload.make(300, 10)
  await until('it is full', () => tight.status().state === 'failed', { seen: () => tight.status() })
  expect(tight.status().message).toContain('There is no room left for the index')
  const rows = await readAll(tight.reader, 'address-transactions', {
    params: ofAddress(workload.accounts[0]!),
  })
  expect(rows.length).toBeGreaterThan(0)
  const { head } = tight.status()
  await tight.close()
  expectNone(findIncompleteBlocks(openSqliteIndex(file)))
  const chain = await followFile()
  expect(chain.status().head!.number).toBeGreaterThanOrEqual(head!.number)
  await indexed(chain, anvil.url)
  expectNone((await new ListComparison(chain.reader, anvil.url).all()).found)
})

test.skipIf(!canMount)(
  'a full disk: it is said, and with room all of it goes on by itself (needs the right to mount a small one)',
  async () => {
    const disk = openSmallDisk()
    let isArmed = false
    // The disk is full when the call frames of the next blocks are to be written.
    const proxy = await testProxy(anvil.url, (method, _params, forward) => {
      if (isArmed && method.startsWith('trace_')) disk.fill()
      return forward()
    })
    const chain = await followChain({ rpcUrl: proxy.url, dataDir: disk.path })
    onTestFinished(async () => {
      await chain.close()
      disk.unmount()
    })
    await indexed(chain, anvil.url)
    const { head } = chain.status()
    isArmed = true
    await workload.make(10, 2)
    await until('it is full', () => chain.status().state === 'failed', { seen: () => chain.status() })
    isArmed = false
    expect(chain.status().message).toContain('There is no room left for the index')
    const params = ofAddress(workload.accounts[0]!)
    // A read right after the failed write can still be told of it; those after it are answered while the disk is full.
    const rows = await until('rows are read', () =>
      readAll(chain.reader, 'address-transactions', { params }).catch(() => null),
    )
    expect(rows.length).toBeGreaterThan(0)
    disk.free()
    await indexed(chain, anvil.url)
    expect(chain.status().head!.number).toBeGreaterThan(head!.number)
    expectNone((await new ListComparison(chain.reader, anvil.url).all()).found)
  },
)
