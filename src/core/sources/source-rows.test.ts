import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore, type Store } from '../store/open-store.ts'
import { insertSource, readSourceRows, toSource, type NewSource } from './source-rows.ts'

let store: Store
beforeEach(() => {
  store = openStore({ dataDir: ':memory:' })
})
afterEach(() => {
  store.close()
})
const sources = () => readSourceRows(store).map((row) => toSource(undefined, row))
const COIN = { symbol: 'ETH', decimals: 18 }

test.each<NewSource>([
  { kind: 'instance', name: 'A', baseUrl: 'https://a.example', auth: 'query', coin: COIN, chainId: '5' },
  { kind: 'instance', name: 'B', baseUrl: 'http://b.lan', auth: 'bearer', coin: COIN, ownService: true },
  { kind: 'node', name: 'C', rpcUrl: 'http://127.0.0.1:8545', abiDir: '/project/out', coin: COIN },
])('a source is read as it was written: $kind $name', (source) => {
  const id = insertSource(store, source)
  expect(sources()).toEqual([{ ...source, id, builtIn: false }])
})

test('rows of earlier versions: a followed node had an empty URL and a way to send keys', () => {
  store.exec(`
    INSERT INTO sources (id, kind, name, base_url, auth, coin_symbol, coin_decimals, rpc_url) VALUES
      ('node', 'local', 'Local node', '', 'x-api-key', 'ETH', 18, 'http://127.0.0.1:8545'),
      ('service', 'local', 'Service', 'http://127.0.0.1:4000', 'x-api-key', 'ETH', 18, NULL)`)
  expect(sources()).toEqual([
    {
      kind: 'node',
      id: 'node',
      name: 'Local node',
      rpcUrl: 'http://127.0.0.1:8545',
      coin: COIN,
      builtIn: false,
    },
    {
      kind: 'instance',
      ownService: true,
      id: 'service',
      name: 'Service',
      baseUrl: 'http://127.0.0.1:4000',
      auth: 'x-api-key',
      coin: COIN,
      builtIn: false,
    },
  ])
})

test('a row that is not a source is left out', () => {
  store.exec("INSERT INTO sources (id, kind, name) VALUES ('half', 'instance', 'Half')")
  expect(sources()).toEqual([undefined])
})
