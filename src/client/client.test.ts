/** Tests the package as other programs use it: built, then imported by its name. */
import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { findLostFields } from '#core/testing/find-lost-fields.ts'
import { createService, type Service } from '#service/http/server.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { DIALECTS } from '#shared/lists/dialects.ts'
import { LIST_IDS, listEndpoint, listsOf, type ListId } from '#shared/lists/list-table.ts'
import {
  createMemoryChain,
  ACCOUNT,
  BLOCK,
  ITEMS,
  TOKEN,
  TRANSACTION,
} from '#service/http/testing/memory-chain.ts'
import type * as Package from './index.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const FOLDER = join(ROOT, 'packages', 'client')
const MANIFEST = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>
}
/** Inside the checkout, so that zod is found. */
const INSTALLED = join(ROOT, 'out', 'client-test', 'node_modules', '@chainglass', 'client')
const EXAMPLES = [...readFileSync(join(FOLDER, 'README.md'), 'utf8').matchAll(/```ts\n([^]*?)```/g)].map(
  ([, code = '']) => code,
)

let client: typeof Package
let sample: Service

beforeAll(async () => {
  rmSync(join(ROOT, 'out', 'client-test'), { recursive: true, force: true })
  const config = join(ROOT, 'vite.client.config.ts')
  await build({
    root: ROOT,
    configFile: config,
    logLevel: 'error',
    build: { outDir: join(INSTALLED, 'dist') },
  })
  writeFileSync(join(INSTALLED, 'package.json'), JSON.stringify(MANIFEST))
  client = (await import(pathToFileURL(join(INSTALLED, 'dist', 'index.js')).href)) as typeof Package
  sample = await createService({ reader: createSampleChain({ transactions: 500 }), dialect: 'v12' })
})
afterAll(() => sample.close())

it('depends on zod alone, and on neither Node nor a browser', () => {
  const code = readFileSync(join(INSTALLED, 'dist', 'index.js'), 'utf8')
  const imported = [...code.matchAll(/^import .*? from "([^"]+)"/gm)].map(([, name]) => name)
  expect([...new Set(imported)]).toEqual(['zod/mini'])
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as typeof MANIFEST
  // Any later version of the same major is accepted.
  expect(MANIFEST.dependencies).toEqual({ zod: `^${dependencies.zod ?? ''}` })
  // A sentence of a comment may end with such a word.
  expect(code).not.toMatch(/\bBuffer\b|\b(?:process|document|window)\.\w|['"`]node:/)
})

const params = (list: ListId) => ({
  ...(list.startsWith('address') ? { address_hash: ACCOUNT } : {}),
  ...(list.startsWith('token-') && list !== 'token-transfers' ? { address_hash: TOKEN } : {}),
  ...(list.startsWith('transaction-') ? { transaction_hash: TRANSACTION } : {}),
  ...(list.startsWith('block-') ? { block_hash_or_number: BLOCK } : {}),
})

describe.each(DIALECTS)('a server of the %s dialect', (dialect) => {
  it('gives every row of lists, once, with each of its fields', async () => {
    const service = await createService({ reader: createMemoryChain(), dialect, proKey: 'proapi_secret' })
    onTestFinished(() => service.close())
    for (const options of [
      { baseUrl: service.url },
      { baseUrl: service.url, chainId: '31337', key: 'proapi_secret' },
      { baseUrl: service.url, chainId: '31337', key: 'proapi_secret', auth: 'query' as const },
    ]) {
      const api = client.createClient(options)
      for (const list of ['address-transactions', 'token-transfers', 'latest-blocks'] as const) {
        const keys: string[] = []
        for await (const page of api.pages(list, { params: params(list) })) {
          expect(page.unread).toEqual([])
          keys.push(...page.keys)
        }
        expect(new Set(keys).size, list).toBe(ITEMS)
        expect(keys, list).toHaveLength(ITEMS)
      }
      const block = await api.detail('block', { block_hash_or_number: BLOCK })
      expect(block.hash).toMatch(/^0x/)
    }
  })
})

const RECORDED = join(ROOT, '..', 'shared', 'fixtures', 'recorded')
const RECORDINGS = ['address-withdrawals', 'token-transfers', 'token-instances'] as const
/** A recording is a page, its items, or one item. */
function asPage(text: string, name: string): { readonly items: readonly unknown[] } {
  const json = JSON.parse(text) as unknown
  if (name.endsWith('.page.json')) return json as { readonly items: readonly unknown[] }
  return { items: name.endsWith('.items.json') ? (json as readonly unknown[]) : [json] }
}

describe.skipIf(!existsSync(RECORDED))(
  'answers of real servers (skipped where ../shared/fixtures/recorded is absent)',
  () => {
    it.each(RECORDINGS)('%s: every row is read, and no field of it lost', async (list) => {
      let rows = 0
      for (const name of readdirSync(join(RECORDED, list)).filter((file) => file.endsWith('.json'))) {
        const text = readFileSync(join(RECORDED, list, name), 'utf8')
        const body = asPage(text, name)
        const api = client.createClient({
          baseUrl: 'https://recorded.invalid',
          fetch: () => Promise.resolve(Response.json({ next_page_params: null, ...body })),
        })
        const page = await api.page(list, { params: params(list) })
        expect(page.unread, name).toEqual([])
        expect(page.items, name).toHaveLength(body.items.length)
        for (const [at, item] of body.items.entries())
          expect(findLostFields(item, page.items[at]), name).toEqual([])
        rows += body.items.length
      }
      expect(rows).toBeGreaterThan(0)
    })
  },
)

describe('what can fail is an ApiFailure', () => {
  async function serving(
    answer: (response: ServerResponse, request: IncomingMessage) => void,
  ): Promise<string> {
    const server = createServer((request, response) => {
      answer(response, request)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  }
  const codeOf = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(client.ApiFailure)
    return (error as Package.ApiFailure).error
  }

  it('of a server', async () => {
    const limited = await serving((response) => response.writeHead(429, { 'retry-after': '7' }).end('{}'))
    const api = client.createClient({ baseUrl: limited, maxRetries: 0 })
    expect(await codeOf(api.page('latest-blocks'))).toMatchObject({
      code: 'rate_limited',
      retryAfterMs: 7_000,
    })
    const html = client.createClient({ baseUrl: await serving((response) => response.end('<html>')) })
    expect(await codeOf(html.page('latest-blocks'))).toMatchObject({ code: 'bad_response', kind: 'html' })
    const endless = await serving((response) => {
      const write = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      }
      response.on('drain', write)
      write()
    })
    expect(await codeOf(client.createClient({ baseUrl: endless }).page('latest-blocks'))).toMatchObject({
      code: 'bad_response',
      kind: 'too_large',
    })
  })

  it('of a server that sends a page again and again, after the rows that it has', async () => {
    const first = await fetch(`${sample.url}/api/v2/transactions`)
    const { items: rows } = (await first.json()) as { readonly items: readonly unknown[] }
    const page = { items: rows.slice(0, 1), next_page_params: { index: 1 } }
    const api = client.createClient({
      baseUrl: await serving((response) => response.end(JSON.stringify(page))),
    })
    const items: unknown[] = []
    const read = async () => {
      for await (const item of api.items('latest-transactions')) items.push(item)
    }
    expect(await codeOf(read())).toMatchObject({ code: 'bad_response', kind: 'cursor_repeats' })
    expect(items).toHaveLength(1)
  })

  it('of the network, of time, and of whoever asks', async () => {
    const silent = await serving(() => undefined)
    expect(
      await codeOf(client.createClient({ baseUrl: silent, timeoutMs: 20 }).page('latest-blocks')),
    ).toEqual({
      code: 'timeout',
      afterMs: 20,
      host: new URL(silent).host,
    })
    const stopped = AbortSignal.abort()
    const api = client.createClient({ baseUrl: silent })
    expect(await codeOf(api.page('latest-blocks', { signal: stopped }))).toEqual({ code: 'cancelled' })
    expect(await codeOf(api.detail('block', { block_hash_or_number: 'x' }))).toMatchObject({
      code: 'invalid_input',
    })
    expect(await codeOf(api.page('address-transactions', {} as never))).toMatchObject({
      code: 'invalid_input',
    })
    const gone = client.createClient({ baseUrl: 'http://127.0.0.1:1' })
    expect(await gone.page('latest-transactions').catch((error: unknown) => error)).toMatchObject({
      cause: expect.any(Error) as unknown,
    })
    expect(await codeOf(gone.page('latest-blocks'))).toMatchObject({ code: 'offline' })
  })

  it('a 429 is waited for, as often as is asked for, and a walk goes on from any page', async () => {
    const first = await fetch(`${sample.url}/api/v2/transactions`)
    const { items: rows } = (await first.json()) as { readonly items: readonly unknown[] }
    const asked: (string | undefined)[] = []
    let refusals = 2
    const server = await serving((response, { url = '' }) => {
      asked.push(new URL(url, 'http://host').searchParams.get('index') ?? undefined)
      if (refusals-- > 0) response.writeHead(429, { 'retry-after': '0' }).end('{}')
      else {
        const index = Number(asked.at(-1) ?? 0)
        const next = index < 2 ? { index: index + 1 } : null
        response.end(JSON.stringify({ items: rows.slice(index, index + 1), next_page_params: next }))
      }
    })
    const api = client.createClient({ baseUrl: server })
    const pages: Package.Page<Package.ListItem>[] = []
    for await (const page of api.pages('latest-transactions')) pages.push(page)
    expect(asked).toEqual([undefined, undefined, undefined, '1', '2'])
    const rest: unknown[] = []
    for await (const item of api.items('latest-transactions', { cursor: pages[0]?.next })) rest.push(item)
    expect(rest).toEqual(pages.slice(1).flatMap(({ items }) => items))
    refusals = Infinity
    asked.length = 0
    expect(await codeOf(api.page('latest-transactions'))).toMatchObject({ code: 'rate_limited' })
    expect(asked).toHaveLength(4)
  })

  it('waits as long as the server says, and for no longer than a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const asking = (headers: Record<string, string>) => {
      const fetch = vi.fn(() => Promise.resolve(new Response('{}', { status: 429, headers })))
      const api = client.createClient({ baseUrl: 'https://limited.invalid', fetch })
      const failed = codeOf(api.page('latest-blocks'))
      return async (ms: number, requests: number) => {
        await vi.advanceTimersByTimeAsync(ms)
        expect(fetch).toHaveBeenCalledTimes(requests)
        if (requests === 4) expect(await failed).toMatchObject({ code: 'rate_limited' })
      }
    }
    const told = asking({ 'retry-after': '7' })
    await told(6_999, 1)
    await told(1, 2)
    await told(14_000, 4)
    const untold = asking({})
    await untold(999, 1)
    await untold(2_001, 4)
    await asking({ 'retry-after': '61' })(600_000, 1)
  })

  it('says who asks, and takes headers along', async () => {
    const seen: IncomingHttpHeaders[] = []
    const server = await serving((response, { headers }) => {
      seen.push(headers)
      response.end('{"items":[],"next_page_params":null}')
    })
    await client.createClient({ baseUrl: server }).page('latest-transactions')
    const headers = { 'User-Agent': 'my-program', 'x-trace': '7' }
    await client.createClient({ baseUrl: server, headers }).page('latest-transactions')
    expect(seen).toMatchObject([
      { 'user-agent': 'chainglass-client' },
      { 'user-agent': 'my-program', 'x-trace': '7' },
    ])
  })

  it('a redirect takes no key along', async () => {
    let asked = 0
    const elsewhere = await serving((response) => {
      asked += 1
      response.end('{"items":[],"next_page_params":null}')
    })
    const here = await serving((response) => response.writeHead(302, { location: `${elsewhere}/` }).end())
    expect((await client.createClient({ baseUrl: here }).page('latest-blocks')).items).toEqual([])
    expect(asked).toBe(1)
    const withKey = client.createClient({ baseUrl: here, key: 'proapi_secret', auth: 'x-api-key' })
    expect(await codeOf(withKey.page('latest-blocks'))).toMatchObject({ code: 'offline' })
    expect(asked).toBe(1)
  })
})

describe('the examples of its README', () => {
  const write = (name: string, code: string) => {
    const folder = join(ROOT, 'out', 'client-test')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, name), code)
    return join(folder, name)
  }

  it('run', async () => {
    expect(EXAMPLES.length).toBeGreaterThan(3)
    // Importing by name uses the package as published.
    writeFileSync(join(INSTALLED, 'package.json'), readFileSync(join(FOLDER, 'package.json')))
    for (const [at, example] of EXAMPLES.entries()) {
      const code = example.replaceAll('https://eth.blockscout.com', sample.url)
      const file = write(`example-${String(at)}.mts`, code)
      const { stdout } = await promisify(execFile)(process.execPath, [file])
      expect(stdout.trim(), example).not.toBe('')
    }
  })

  it('have the types that they should, and a list that is none has not', () => {
    const wrong = `import { createClient } from '@chainglass/client'
const client = createClient({ baseUrl: 'https://eth.blockscout.com' })
await client.page('no-such-list')
await client.page('address-transactions')
await client.page('address-transactions', { params: { address: '0x' } })
await client.page('address-transactions', { params: { address_hash: '0x' }, filters: { filter: 'sideways' } })
await client.page('token-transfers', { filters: { type: ['ERC-20', 'ERC-9'] } })
await client.page('latest-blocks', { filters: { colour: 'red' } })
await client.detail('block', { hash: '0x' })
await client.page('address-transactions', { params: { address_hash: '0x' }, filters: { filter: 'to', items_count: 5 } })
await client.page('token-transfers', { filters: { type: ['ERC-20'] } })
const page = await client.page('latest-blocks')
const height: string | null | undefined = page.items[0]?.height
console.log(height)
`
    const files = [...EXAMPLES, wrong].map((code, at) => write(`typed-${String(at)}.mts`, code))
    const program = ts.createProgram(files, {
      strict: true,
      noEmit: true,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
      types: [],
      skipDefaultLibCheck: true,
    })
    const problems = ts.getPreEmitDiagnostics(program)
    const of = problems.map(({ file, code }) => `${file?.fileName.split('/').at(-1) ?? ''} ${String(code)}`)
    const wrongs = [2345, 2554, 2353, 2322, 2322, 2353, 2353, 2322]
    expect(of).toEqual(wrongs.map((code) => `typed-${String(EXAMPLES.length)}.mts ${String(code)}`))
  })
})

describe('packed, and installed in fresh projects', () => {
  /** Walks a list of each instance, and says how many rows it had. */
  const PROGRAM = `import { ApiFailure, createClient } from '@chainglass/client'
declare const process: { readonly argv: readonly string[] }
async function countRows(baseUrl: string): Promise<number> {
  const client = createClient({ baseUrl, headers: { 'user-agent': 'a-project' } })
  const block = await client.detail('block', { block_hash_or_number: '${BLOCK}' })
  if (typeof block.height !== 'number') throw new Error('no height')
  let rows = 0
  for await (const { items } of client.pages('token-transfers'))
    for (const { transaction_hash: hash, token } of items) if (hash !== '' && token?.type !== null) rows += 1
  return rows
}
async function main(): Promise<void> {
  const counts: number[] = []
  for (const url of process.argv.slice(2)) counts.push(await countRows(url))
  console.log(JSON.stringify(counts))
}
main().catch((error: unknown) => {
  console.log(error instanceof ApiFailure ? error.error : error)
})
`
  const STRICT = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ target: 'es2022', lib: ['es2022', 'dom'], skipDefaultLibCheck: true, types: [], outDir: 'built' },
  }
  interface Project {
    readonly type: 'module' | 'commonjs'
    readonly options: object
    readonly isBundled?: boolean
  }
  const PROJECTS: Readonly<Record<string, Project>> = {
    nodenext: { type: 'module', options: { module: 'nodenext' } },
    bundler: {
      ...{ type: 'module', options: { module: 'esnext', moduleResolution: 'bundler' } },
      isBundled: true,
    },
    commonjs: { type: 'commonjs', options: { module: 'nodenext' } },
    // As older projects look for types.
    node10: {
      type: 'commonjs',
      options: { module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0' },
    },
  }
  const run = async (program: string, args: readonly string[], cwd: string) =>
    (await promisify(execFile)(program, args, { cwd })).stdout
  const saidOf = (error: unknown) => (error as { readonly stdout: string }).stdout
  let folder: string
  let packages: readonly string[]
  const instances: { readonly url: string; readonly close: () => Promise<unknown> }[] = []
  const statuses: number[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'chainglass-client-'))
    for (const name of ['package.json', 'LICENSE', 'README.md', 'CHANGELOG.md'])
      writeFileSync(join(INSTALLED, name), readFileSync(join(FOLDER, name)))
    const pack = async (from: string) => {
      const said = await run(
        'npm',
        ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
        from,
      )
      return join(folder, (JSON.parse(said) as [{ filename: string }])[0].filename)
    }
    packages = [await pack(INSTALLED), await pack(join(ROOT, 'node_modules', 'zod'))]
    const reader = createMemoryChain()
    for (const dialect of ['v11', 'v12', 'spec'] as const)
      instances.push(await createService({ reader, dialect }))
    const onAnswered = ({ status }: { readonly status: number }) => statuses.push(status)
    instances.push(await createService({ reader, requestsPerSecond: 2, onAnswered }))
  })
  afterAll(async () => {
    for (const instance of instances) await instance.close()
    rmSync(folder, { recursive: true })
  })

  it.each(Object.keys(PROJECTS))(
    '%s: has types, and walks v11, v12, spec and one that refuses',
    async (name) => {
      const { type, options, isBundled = false } = PROJECTS[name]!
      const project = join(folder, name)
      mkdirSync(project)
      const write = (file: string, text: string) => {
        writeFileSync(join(project, file), text)
      }
      write('package.json', JSON.stringify({ name, type, private: true }))
      write('program.ts', PROGRAM)
      write(
        'tsconfig.json',
        JSON.stringify({ compilerOptions: { ...STRICT, ...options }, files: ['program.ts'] }),
      )
      await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...packages], project)
      const installed = join(project, 'node_modules', '@chainglass', 'client')
      for (const file of ['LICENSE', 'CHANGELOG.md', 'README.md'])
        expect(existsSync(join(installed, file))).toBe(true)
      const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
      expect(await run(process.execPath, [tsc, '-p', '.'], project).catch(saidOf)).toBe('')
      if (isBundled)
        await build({
          ...{ root: project, configFile: false, logLevel: 'error', ssr: { noExternal: true } },
          build: { ssr: 'built/program.js', outDir: 'bundled' },
        })
      statuses.length = 0
      const entry = join(project, isBundled ? 'bundled' : 'built', 'program.js')
      const counts = await run(process.execPath, [entry, ...instances.map(({ url }) => url)], project)
      expect(JSON.parse(counts)).toEqual(instances.map(() => ITEMS))
      expect(statuses).toContain(429)
    },
  )

  it('has few types: each object once', () => {
    const types = join(INSTALLED, 'dist', 'types')
    const files = readdirSync(types, { recursive: true, encoding: 'utf8' }).map((file) =>
      statSync(join(types, file)),
    )
    const bytes = files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)
    expect(bytes).toBeLessThan(150_000)
  })
})

/** What the command line takes before the name of a list, by whose list it is. */
const TYPED = {
  ...{ chain: '', address: 'ADDRESS ', token: 'TOKEN --token ', 'token-instance': 'TOKEN:ID ' },
  ...{ transaction: 'HASH ', block: 'BLOCK ' },
} as const

it('names every list, and its README by which words the command line has it', () => {
  expect(client.LIST_IDS).toEqual(LIST_IDS)
  const rows = Object.entries(TYPED).flatMap(([owner, thing]) =>
    listsOf(owner as keyof typeof TYPED).map((id) => `| \`${thing}${listEndpoint(id).slug}\` | \`${id}\` |`),
  )
  expect(readFileSync(join(FOLDER, 'README.md'), 'utf8')).toContain(`|---|---|\n${rows.join('\n')}\n\n`)
})
