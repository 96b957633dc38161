/** Targets: texts that persons, pages and files bring. */
import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCaseReader } from '#core/cases/read-case.ts'
import { isSvg } from '#core/media/svg-images.ts'
import { resolveWebAddresses, readGateways } from '#core/media/web-addresses.ts'
import { normaliseEnsName } from '#shared/text/ens-name.ts'
import { parseSourceUrl } from '#core/sources/check/parse-source-url.ts'
import { openStore, STORE_FILE } from '#core/store/open-store.ts'
import { readEntry } from '#core/watchlist/import-entry.ts'
import { readImport } from '#core/watchlist/read-import.ts'
import { rewriteDeepLink } from '#main/system/rewrite-deep-link.ts'
import { isPublicIpAddress } from '#platform/http/public-ip-address.ts'
import { parseExplorerUrl } from '#shared/targets/parse-explorer-url.ts'
import { parseTargets } from '#shared/targets/parse-target.ts'
import { parseQuery } from '#shared/query/parse-query.ts'
import { printQuery } from '#shared/query/print-query.ts'
import { MAX_QUERY_LENGTH } from '#shared/query/query.ts'
import { CALLS, EVENTS } from '#shared/rpc/contract.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { createRpcServer, type Handlers, type Streams } from '#shared/rpc/server.ts'
import type { Target } from './target.ts'

const isFailure = (error: unknown) => error instanceof ChainglassFailure
const ADDRESS = `0x${'ab'.repeat(20)}`

/** One line of each kind. */
const CASE_FILE = [
  { format: 'chainglass-case', version: 1, name: 'Case', isReadOnly: false, savedAt: 1 },
  {
    source: {
      id: 's1',
      kind: 'instance',
      name: 'Example',
      chainId: '1',
      host: 'eth.example',
      coinSymbol: 'ETH',
      coinDecimals: 18,
    },
  },
  { note: { chain: '1', about: ADDRESS, text: 'A note', path: '/s/s1', madeAt: 1, changedAt: 2 } },
  { label: { address: ADDRESS, chainId: null, label: 'A label' } },
  {
    page: {
      source: 's1',
      list: 'address-transactions',
      params: { address_hash: ADDRESS },
      filters: {},
      cursor: null,
      readAt: 1,
      items: [{ hash: `0x${'cd'.repeat(32)}`, block_number: 1 }],
      next: { block_number: 1, index: 2 },
    },
  },
  { end: 6 },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('')

/** Words, signs, and texts that look like either. */
const QUERY_PARTS = [
  ...['or', 'and', 'not', '-', '(', ')', '"', '\\', ':', '=', '>=', '..', 'failed', 'scam', 'x', '1,000.5'],
  ...['"or"', '"and"', '"not"', '"failed"', '"from"', '"-x"', '"a b"', '"a\\"b"', '"("', '"x:y"', '">1"'],
  ...['from:', 'to=', 'token:', 'with:', 'amount>', 'value:1..5', 'block:', 'after:2025-01-01', 'id:#7'],
]

export const TEXTS: readonly Target[] = [
  {
    name: 'urls',
    inputs: 1_500,
    seeds: () => [
      'https://eth.blockscout.com/api/v2',
      'http://[::1]:8545/',
      'http://user:word@127.0.0.1/8453/api/v2?a=b#c',
      'ipfs://bafy/1.json',
      `https://eth.blockscout.com/token/${ADDRESS}/instance/1`,
      `base:${ADDRESS}`,
      'vitalik.eth',
      '::ffff:127.0.0.1',
    ],
    grammar: fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.ipV6(),
      fc.ipV4Extended(),
    ),
    run: (text) => {
      parseTargets(text)
      parseExplorerUrl(text)
      isPublicIpAddress(text)
      resolveWebAddresses(text, readGateways({ CHAINGLASS_IPFS_GATEWAY: text }))
      parseSourceUrl(text)
      normaliseEnsName(text)
      isSvg(Buffer.from(text))
    },
    isDeclared: isFailure,
  },
  {
    name: 'cases',
    inputs: 1_500,
    seeds: () => [CASE_FILE, CASE_FILE.replace('"version":1', '"version":2'), CASE_FILE.slice(0, -20)],
    run: (text) => {
      const reader = createCaseReader(text.length)
      for (let at = 0; at < text.length; at += 1_000) reader.give(text.slice(at, at + 1_000))
      reader.end()
    },
    isDeclared: isFailure,
  },
  {
    name: 'deep-links',
    inputs: 1_500,
    seeds: () => [
      `chainglass://base/address/${ADDRESS}`,
      `chainglass://1/tx/0x${'cd'.repeat(32)}`,
      `chainglass://eth/nft/${ADDRESS}/7`,
    ],
    run: (text) => {
      const link = rewriteDeepLink(text)
      if (link !== undefined && rewriteDeepLink(link) !== link)
        throw new Error(`A link that was written anew is read in another way: ${link}`)
    },
  },
  {
    name: 'queries',
    inputs: 2_000,
    seeds: () => [
      `from:treasury to:${ADDRESS} with:"Uniswap V3" -(failed or scam) "free text"`,
      'amount>1,000 value>=0.5 fee<0.01 usd:1..5 block:19000000..19100000 id:#404',
      'after:2025-01-01 before:2026-02-30 on:"2025-01-01 14:30" not in',
    ],
    grammar: fc
      .array(fc.tuple(fc.constantFrom(...QUERY_PARTS), fc.constantFrom(' ', ' ', '')), { maxLength: 12 })
      .map((parts) => parts.flat().join('')),
    run: readQuery,
  },
  {
    name: 'csv-import',
    inputs: 1_500,
    seeds: () => [
      `Address,Name Tag,Note\r\n${ADDRESS},"a, ""b""",x\r\n`,
      `sep=;\naddress;label;groups\n${ADDRESS};'=x;a|b\n`,
      `${ADDRESS}\tlabel\n`,
    ],
    run: readAll,
    isDeclared: isFailure,
  },
  {
    name: 'json-import',
    inputs: 1_500,
    seeds: () => [
      JSON.stringify({
        format: 'chainglass-watchlist',
        version: 1,
        entries: [{ address: ADDRESS, label: 'a', groups: ['b'] }],
      }),
      JSON.stringify([{ address: { hash: ADDRESS }, name: 'x', chain_id: 1 }]),
      JSON.stringify({ [ADDRESS]: 'a name' }),
    ],
    grammar: fc.json().map((json) => `{"entries":[{"address":"${ADDRESS}","label":${json}}]}`),
    run: readAll,
    isDeclared: isFailure,
  },
  {
    name: 'bridge',
    inputs: 1_500,
    seeds: () => [
      ...Object.keys(CALLS).map((call) =>
        JSON.stringify({ verb: 'request', id: 1, call, input: { id: 1, text: '', source: 'x' } }),
      ),
      ...Object.keys(EVENTS).map((event) => JSON.stringify({ verb: 'subscribe', id: 2, event, input: {} })),
      JSON.stringify({
        verb: 'request',
        id: 1,
        call: 'lists.page',
        input: {
          source: 'x',
          list: 'address-transactions',
          params: { address_hash: ADDRESS },
          filters: {},
          cursor: null,
        },
      }),
    ],
    run: speak,
    isDeclared: (error) => error instanceof SyntaxError,
  },
  {
    name: 'sqlite',
    inputs: 100,
    seeds: () => [readStoreFile()],
    run: openAsStore,
    isDeclared: isFailure,
  },
]

/** Places are within the text, and what is printed is read to the same. */
function readQuery(text: string) {
  const { query, errors } = parseQuery(text)
  if (errors.some(({ at: { from, to } }) => from < 0 || to < from || to > text.length))
    throw new Error('An error stands outside of the text.')
  if (!query) return
  const printed = printQuery(query)
  if (printed.length > MAX_QUERY_LENGTH) return
  const again = parseQuery(printed).query
  if (!again || printQuery(again) !== printed) throw new Error(`Read in another way: ${printed}`)
}

function readAll(text: string) {
  for (const row of readImport(text).rows) JSON.stringify(readEntry(row))
}

/** A server whose handlers give back what they were given: only what the contract lets through comes so far. */
async function speak(text: string): Promise<void> {
  const echo = (input: unknown) => input
  const all = (names: object, value: unknown) =>
    Object.fromEntries(Object.keys(names).map((name) => [name, value]))
  const stream = (input: unknown, emit: (data: unknown) => void) => {
    emit(input)
    return () => undefined
  }
  const faults: string[] = []
  const server = createRpcServer(
    all(CALLS, echo) as unknown as Handlers,
    all(EVENTS, stream) as unknown as Streams,
    {
      log: (line) => faults.push(line),
      createReference: () => 'r',
    },
  )
  const connection = server.connect((message) => JSON.stringify(message))
  const message: unknown = JSON.parse(text)
  for (const one of Array.isArray(message) ? message.slice(0, 100) : [message]) connection.receive(one)
  await new Promise((resolve) => setImmediate(resolve))
  connection.close()
  if (faults[0] !== undefined) throw new Error(faults[0])
}

let folder: string | undefined
const root = () => (folder ??= mkdtempSync(join(tmpdir(), 'chainglass-fuzz-')))
process.on('exit', () => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
})

function readStoreFile(): string {
  const dataDir = join(root(), 'seed')
  mkdirSync(dataDir)
  openStore({ dataDir }).close()
  copyFileSync(join(dataDir, STORE_FILE), join(root(), 'seed.sqlite'))
  return readFileSync(join(root(), 'seed.sqlite'), 'latin1')
}

/** A file that is damaged is set aside or refused; either way the core knows what to say. */
function openAsStore(text: string) {
  const dataDir = join(root(), randomUUID())
  mkdirSync(dataDir)
  try {
    writeFileSync(join(dataDir, STORE_FILE), text, 'latin1')
    openStore({ dataDir }).close()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
