import { describe, expect, it } from 'vitest'
import { parseOptions, InvalidOption } from './cli-options.ts'

const KEPT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const MANY = Array.from({ length: 1_001 }, (_, nth) => `0x${String(nth).padStart(40, '0')}`)

describe('the options of npm run api', () => {
  it('have sensible values without any', () => {
    expect(parseOptions([])).toEqual({
      port: 0,
      dialect: 'v12',
      trustedProxies: [],
      proKeys: [],
      corsOrigins: [],
      chain: { live: false },
    })
  })

  it('are read', () => {
    const line =
      '--port 4000 --seed blue --transactions 1234 --dialect spec --rate 2.5 --trust-proxy 10.0.0.0/8 --trust-proxy ::1 --key a --key=b --live --cors http://localhost:3000 --cors https://scan.example'
    expect(parseOptions(line.split(' '))).toEqual({
      port: 4000,
      dialect: 'spec',
      requestsPerSecond: 2.5,
      trustedProxies: ['10.0.0.0/8', '::1'],
      proKeys: ['a', 'b'],
      corsOrigins: ['http://localhost:3000', 'https://scan.example'],
      chain: { live: true, seed: 'blue', transactions: 1234 },
    })
    expect(parseOptions(['--help', '--port', 'x'])).toBe('help')
  })

  it('name a node', () => {
    const line = '--rpc ws://127.0.0.1:8545 --data-dir /tmp/chains --abi out'
    expect(parseOptions(line.split(' '))).toMatchObject({
      dialect: 'v12',
      chain: { rpcUrl: 'ws://127.0.0.1:8545', dataDir: '/tmp/chains', abiDir: 'out' },
    })
    expect(parseOptions(['--rpc', 'http://127.0.0.1:8545', '--from-block', '21000000'])).toMatchObject({
      chain: { fromBlock: 21_000_000 },
    })
    expect(parseOptions(['--rpc', 'http://127.0.0.1:8545', '--no-traces'])).toMatchObject({
      chain: { withoutTraces: true },
    })
    const kept = ['--only', KEPT, '--only', MANY[0] ?? '']
    expect(parseOptions(['--rpc', 'http://127.0.0.1:8545', ...kept])).toMatchObject({
      chain: { only: [KEPT.toLowerCase(), MANY[0]] },
    })
    expect(parseOptions(['--rpc', 'http://127.0.0.1:8545', '--verify'])).toMatchObject({ verify: true })
    expect(parseOptions(['--rpc', 'http://127.0.0.1:8545', '--dialect', 'spec'])).toMatchObject({
      dialect: 'spec',
      chain: { dataDir: '.data/nodes' },
    })
  })

  it('name where it listens; it is not open to others without a key', () => {
    expect(parseOptions(['--host', '::1'])).toMatchObject({
      listen: { address: '::1', hostname: '[::1]', isLoopback: true },
    })
    expect(parseOptions(['--host', 'localhost'])).toMatchObject({ listen: { address: '127.0.0.1' } })
    for (const host of ['0.0.0.0', '::', '192.168.1.7', '2001:db8::7', '::ffff:10.0.0.1']) {
      expect(() => parseOptions(['--host', host]), host).toThrow(
        `--host ${host} lets others reach the service: give it a --key, which they need for each request.`,
      )
      const key = 'k'.repeat(16)
      expect(() => parseOptions(['--host', host, '--key', key, '--key', key.slice(1)]), host).toThrow(
        `--host ${host} lets others try keys: a --key has at least 16 characters then`,
      )
      expect(parseOptions(['--host', host, '--key', key])).toMatchObject({
        listen: { address: host, isLoopback: false },
        proKeys: [key],
      })
    }
  })

  it('are read from variables, which no other user of the machine sees, where they are not given', () => {
    const env = {
      CHAINGLASS_RPC: 'http://127.0.0.1:8545 ws://127.0.0.1:8546',
      CHAINGLASS_DATABASE: 'postgres://app:SECRET@db/chain\n',
      CHAINGLASS_KEYS: `${'k'.repeat(16)}\n${'l'.repeat(16)} `,
    }
    expect(parseOptions(['--role', 'writer', '--host', '0.0.0.0'], env)).toMatchObject({
      proKeys: ['k'.repeat(16), 'l'.repeat(16)],
      chain: {
        rpcUrl: 'http://127.0.0.1:8545',
        moreRpcUrls: ['ws://127.0.0.1:8546'],
        database: 'postgres://app:SECRET@db/chain',
        isWriter: true,
      },
    })
    // One file of variables for all processes: a reader asks no node.
    expect(parseOptions(['--role', 'reader'], env)).toMatchObject({
      chain: { isShared: true, database: 'postgres://app:SECRET@db/chain' },
    })
    expect(
      parseOptions(['--rpc', 'http://n', '--database', 'postgres://u@h/d', '--key', 'x'], env),
    ).toMatchObject({ proKeys: ['x'], chain: { rpcUrl: 'http://n', database: 'postgres://u@h/d' } })
    const refusal = (name: string, value: string) => () =>
      parseOptions(['--role', 'all'], { ...env, [name]: value })
    expect(refusal('CHAINGLASS_DATABASE', 'mysql://app:SECRET@db')).toThrow(/^CHAINGLASS_DATABASE is a URL/)
    expect(refusal('CHAINGLASS_DATABASE', 'postgres://app:SECR#ET@db/chain')).toThrow(/^(?!.*SECR)/)
    expect(refusal('CHAINGLASS_DATABASE', 'postgres://app:50%@db/chain')).toThrow(
      /^CHAINGLASS_DATABASE is a URL/,
    )
    expect(refusal('CHAINGLASS_RPC', 'file:///node')).toThrow(/^CHAINGLASS_RPC begins with http/)
    expect(refusal('CHAINGLASS_KEYS', 'k\u00e4se')).toThrow(/^CHAINGLASS_KEYS is a text/)
  })

  it('name several nodes of one chain', () => {
    const rpc = (...urls: string[]) => parseOptions(urls.flatMap((url) => ['--rpc', url]))
    expect(rpc('http://127.0.0.1:8545')).not.toHaveProperty('chain.moreRpcUrls')
    expect(rpc('http://127.0.0.1:8545', 'ws://127.0.0.1:8546', 'http://10.0.0.7:8545')).toMatchObject({
      chain: {
        rpcUrl: 'http://127.0.0.1:8545',
        moreRpcUrls: ['ws://127.0.0.1:8546', 'http://10.0.0.7:8545'],
      },
    })
    expect(() => rpc('http://127.0.0.1:8545', 'http://127.0.0.1:8545/')).toThrow('--rpc names a node twice.')
    expect(() => rpc('http://127.0.0.1:8545', 'file:///node')).toThrow(/^--rpc begins with http/)
    const many = Array.from({ length: 17 }, (_, port) => `http://127.0.0.1:${String(8000 + port)}`)
    expect(() => rpc(...many)).toThrow('--rpc names at most 16 nodes.')
  })

  it('say how long a node is waited for, by method', () => {
    const rpc = (line: string) => parseOptions(['--rpc', 'http://127.0.0.1:8545', ...line.split(' ')])
    expect(rpc('--rpc-timeout 30')).toMatchObject({ chain: { requestTimeoutMs: 30_000 } })
    expect(rpc('--rpc-timeout eth_call=2.5 --rpc-timeout debug_traceBlockByNumber=120')).toMatchObject({
      chain: { methodTimeoutsMs: { eth_call: 2_500, debug_traceBlockByNumber: 120_000 } },
    })
    expect(rpc('--role worker --database postgres://u@h/d --rpc-timeout 5')).toMatchObject({
      chain: { isWorker: true, requestTimeoutMs: 5_000 },
    })
    for (const wrong of ['0', '-1', '1e3', '3601', 'eth_call=', '=5', 'eth_call', 'a=b=5', '__proto__=5'])
      expect(() => rpc(`--rpc-timeout=${wrong}`), wrong).toThrow(/^--rpc-timeout is seconds up to 3600, or/)
    expect(() => rpc('--rpc-timeout 5 --rpc-timeout 6')).toThrow(/once for each method, not "6"\.$/)
    expect(() => parseOptions(['--rpc-timeout', '5'])).toThrow('--rpc-timeout goes with --rpc.')
  })

  it.each([
    [
      '--host example.org --key k',
      '--host is an IP address of this machine, as 0.0.0.0 or ::1, not "example.org".',
    ],
    ['--host 1.2.3 --key k', /^--host is an IP address/],
    ['--host fe80::1%eth0 --key k', /^--host is an IP address/],
    ['--host= --key k', /^--host is an IP address/],
    ['--rpc 127.0.0.1:8545', '--rpc begins with http://, https://, ws:// or wss://.'],
    ['--rpc http://127.0.0.1:8545 --seed blue', '--seed is of the sample chain, not of a node.'],
    ['--verify', '--verify goes with --rpc.'],
    ['--data-dir somewhere', '--data-dir goes with --rpc.'],
    ['--from-block 5', '--from-block goes with --rpc.'],
    ['--no-traces', '--no-traces goes with --rpc.'],
    [`--only ${KEPT}`, '--only goes with --rpc.'],
    [`--role reader --database postgres://u@h/d --only ${KEPT}`, '--only does not go with --role reader.'],
    [`--rpc http://127.0.0.1:8545 --only ${KEPT.slice(1)}`, /^--only is an address, 0x and 40 hex/],
    ['--rpc http://127.0.0.1:8545 --only vitalik.eth', /not "vitalik\.eth"\.$/],
    ['--rpc http://127.0.0.1:8545 --only=', /not ""\.$/],
    [
      `--rpc http://127.0.0.1:8545 --only ${KEPT.replace('F', 'f')}`,
      /is mistyped: its capitals are not those/,
    ],
    [
      `--rpc http://127.0.0.1:8545 --only ${KEPT} --only ${KEPT.toLowerCase()}`,
      `--only names the address ${KEPT.toLowerCase()} twice.`,
    ],
    [
      `--rpc http://127.0.0.1:8545${MANY.map((address) => ` --only ${address}`).join('')}`,
      '--only names at most 1,000 addresses.',
    ],
    ['--no-traces=yes --rpc http://127.0.0.1:8545', /'--no-traces'/],
    ['--newest-first', '--newest-first goes with --rpc.'],
    ['--rpc http://127.0.0.1:8545 --newest-first --verify', /^--verify compares the whole index/],
    ['--role worker --rpc http://127.0.0.1:8545', '--role goes with --database.'],
    ['--role worker --database postgres://me@db/x', /^--role worker goes with --rpc/],
    [
      '--role worker --rpc http://127.0.0.1:8545 --database postgres://me@db/x --port 80',
      '--port does not go with --role worker.',
    ],
    [
      '--role worker --rpc http://127.0.0.1:8545 --database postgres://me@db/x --newest-first',
      '--newest-first does not go with --role worker.',
    ],
    ['--rpc http://127.0.0.1:8545 --from-block latest', /^--from-block is a whole number from 0 to /],
    ['--port 65536', '--port is a whole number from 0 to 65535, not "65536".'],
    ['--port -1', /^Option '--port' argument is ambiguous\.$/],
    ['--port', "Option '--port <value>' argument missing."],
    ['--transactions 0', /^--transactions is a whole number from 1 to /],
    ['--transactions 1e3', /not "1e3"\.$/],
    ['--dialect v13', '--dialect is one of spec, legacy, v11, v12, not "v13".'],
    ['--rate 0', '--rate is a number of requests a second above 0, not "0".'],
    ['--rate fast', /not "fast"/],
    ['--rate Infinity', /not "Infinity"/],
    ['--trust-proxy 10.0.0.1', '--trust-proxy goes with --rate.'],
    [
      '--rate 5 --trust-proxy proxy.example',
      /^--trust-proxy is the IP address of a proxy.*not "proxy\.example"\.$/,
    ],
    ['--rate 5 --trust-proxy 10.0.0.0/33', /^--trust-proxy is the IP address of a proxy/],
    ['--key=', /^--key is a text/],
    ['--seed=', /^--seed is/],
    ['--cors *', '--cors is one website as http://localhost:3000, without a path, not "*".'],
    ['--cors null', /^--cors is one website/],
    ['--cors http://localhost:3000/', /^--cors is one website/],
    ['--cors http://*.example', /^--cors is one website/],
    ['--cors localhost:3000', /^--cors is one website/],
    ['--cors file:///tmp', /^--cors is one website/],
    ['--colour blue', "Unknown option '--colour'."],
    ['4000', 'There is a value without an option before it.'],
    ['--sample-at 2026-02-30', /^--sample-at is a time/],
    ['--sample-at 2026-01-31 --live', /^--sample-at stops the time/],
    [
      '--sample-at 2026-01-31 --rpc http://127.0.0.1:8545',
      '--sample-at is of the sample chain, not of a node.',
    ],
    ['--live=yes', /'--live'/],
  ])('%s is refused in a sentence', (line, words) => {
    const read = () => parseOptions(line.split(' '))
    expect(read).toThrow(InvalidOption)
    expect(read).toThrow(words)
  })

  it.each([
    'postgres:app:SECRET@db/chain',
    'postgres:/app:SECRET@db/chain',
    'postgres:///app:SECRET@db/chain',
    'postgres://app:12/SECRET@db/chain',
    'postgres://app:12?SECRET@db/chain',
    'postgres://app:12#SECRET@db/chain',
    'postgres://app:12#SECRET',
    'postgres://app:SECRET@db:99999/chain',
    'postgres://app:SECRET@one:5432,two:5432/chain',
    'postgres://app:SECRET%@db/chain',
    'postgres://app:SECRET@db%zz/chain',
    'mysql://app:SECRET@db/chain',
    'file:///SECRET/chain',
  ])('refuse the URL %s of a database, and do not repeat it', (database) => {
    expect(() => parseOptions(['--role', 'reader', '--database', database])).toThrow(
      /^--database is a URL as postgres:\/\/USER:PASSWORD@HOST\/NAME(?!.*SECRET)/,
    )
    // Without the option before it too.
    expect(() => parseOptions(['--role', 'reader', database])).toThrow(/^(?!.*SECRET)/)
  })
})
