import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { builtProgram } from '#platform/testing/built-program.ts'
import { serve } from '#platform/testing/serve.ts'
import { sendRequest, page } from './http/testing/http.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SERVICE = builtProgram('service')
const READY = /^Chain Data Read API is ready: (http:\/\/127\.0\.0\.1:\d+)\/api\/v2 \(dialect (\w+)\)$/m

interface Run {
  readonly child: ChildProcess
  out: string
  errors: string
  readonly exit: Promise<{ code: number | null; signal: string | null }>
}

const runs: Run[] = []
const run = (script: string, ...args: string[]) => start(process.execPath, script, ...args)
function start(command: string, ...args: string[]): Run {
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  const started: Run = {
    child,
    out: '',
    errors: '',
    exit: new Promise((resolve) =>
      child.once('close', (code, signal) => {
        resolve({ code, signal })
      }),
    ),
  }
  child.stdout.on('data', (chunk: Buffer) => {
    started.out += chunk.toString('utf8')
  })
  child.stderr.on('data', (chunk: Buffer) => {
    started.errors += chunk.toString('utf8')
  })
  runs.push(started)
  return started
}
const ready = async (started: Run) => {
  await expect.poll(() => started.out).toMatch(READY)
  return READY.exec(started.out) as unknown as [string, string, string]
}
afterEach(async () => {
  for (const { child, exit } of runs.splice(0)) {
    // Not SIGKILL: scripts/api.mjs could not pass that on to the service it started.
    child.kill('SIGTERM')
    await exit
  }
})

describe('npm run api', () => {
  it('prints one ready line and addresses worth looking at, answers, and ends on a signal', async () => {
    const api = run(
      'scripts/api.mjs',
      '--dialect',
      'v12',
      '--transactions',
      '1234',
      '--key',
      'SECRET-KEY-OF-ENOUGH',
    )
    const [, url, dialect] = await ready(api)
    expect(dialect).toBe('v12')
    await expect.poll(() => api.out).toMatch(/curl 'http:/)
    expect(api.out.match(/is ready/g)).toHaveLength(1)
    const address = /^ {2}(0x[0-9a-fA-F]{40}) {2}\S/m.exec(api.out)?.[1] ?? ''
    expect(
      page(await sendRequest(`${url}/api/v2/addresses/${address}/transactions`)).items.length,
    ).toBeGreaterThan(0)
    expect(api.out + api.errors).not.toContain('SECRET-KEY-OF-ENOUGH')
    expect(api.errors).toBe('')
    api.child.kill('SIGTERM')
    expect(await api.exit).toEqual({ code: 0, signal: null })
    await expect(sendRequest(`${url}/api/json/config`)).rejects.toThrow(/ECONNREFUSED/)
  })

  it('ends with 0 on Ctrl-C, though a terminal sends it to every process of the group', async () => {
    const api = run(SERVICE)
    await ready(api)
    api.child.kill('SIGINT')
    api.child.kill('SIGINT')
    expect(await api.exit).toEqual({ code: 0, signal: null })
  })

  it('ends when npm, which started it, is ended', async () => {
    const api = start('npm', 'run', 'api')
    const [, url] = await ready(api)
    api.child.kill('SIGTERM')
    await expect.poll(() => sendRequest(url).catch((error: unknown) => String(error))).toMatch(/ECONNREFUSED/)
  })

  it('says what is wrong with an option, and ends with 2', async () => {
    const api = run('scripts/api.mjs', '--dialect', 'v13')
    expect(await api.exit).toEqual({ code: 2, signal: null })
    expect(api.errors).toBe('--dialect is one of spec, legacy, v11, v12, not "v13".\nTry --help.\n')
    expect(api.out).toBe('')
  })

  it('on an address that others reach warns in one line, and asks for the key', async () => {
    const api = run(SERVICE, '--host', '0.0.0.0', '--key', 'SECRET-KEY-OF-ENOUGH')
    await expect.poll(() => api.out).toMatch(/curl -H 'x-api-key: KEY' 'http:/)
    const port = /is ready: http:\/\/[\d.]+:(\d+)\//.exec(api.out)?.[1] ?? ''
    expect(api.errors).toBe(
      `Warning: whoever reaches any address of this machine at port ${port} and has a key can read this, and keys and answers go over plain http, without TLS: put a proxy with TLS before it.\n`,
    )
    const url = `http://127.0.0.1:${port}`
    expect((await sendRequest(`${url}/api/v2/transactions`)).status).toBe(401)
    expect((await sendRequest(`${url}/health`)).status).toBe(200)
    expect(
      (await sendRequest(`${url}/api/v2/transactions`, { headers: { 'x-api-key': 'SECRET-KEY-OF-ENOUGH' } }))
        .status,
    ).toBe(200)
  })

  it('is not open to others without a key, and ends with 2', async () => {
    const api = run(SERVICE, '--host', '0.0.0.0')
    expect(await api.exit).toEqual({ code: 2, signal: null })
    expect(api.errors).toMatch(/^--host 0\.0\.0\.0 lets others reach the service: give it a --key/)
  })

  it('says that an address is none of this machine, and ends with 1', async () => {
    const api = run(SERVICE, '--host', '192.0.2.1', '--key', 'SECRET-KEY-OF-ENOUGH')
    expect(await api.exit).toEqual({ code: 1, signal: null })
    expect(api.errors).toBe('The address of --host is none of this machine.\n')
  })

  it('helps', async () => {
    const api = run(SERVICE, '--help')
    expect(await api.exit).toEqual({ code: 0, signal: null })
    expect(api.out).toContain('--transactions N')
  })

  it('says that its port is in use, and ends with 1', async () => {
    const first = run(SERVICE)
    const [, url] = await ready(first)
    const second = run(SERVICE, '--port', new URL(url).port)
    expect(await second.exit).toEqual({ code: 1, signal: null })
    expect(second.errors).toBe('That port is in use: another --port, or none, will do.\n')
  })

  it('refuses to begin above the newest block of its node', async () => {
    const url = await serve((request, response) => {
      request.resume().on('end', () => response.end('{"jsonrpc":"2.0","id":1,"result":"0x10"}'))
    })
    const api = run(SERVICE, '--rpc', url, '--data-dir', ':memory:', '--from-block', '17')
    expect((await api.exit).code).toBe(2)
    expect(api.errors).toMatch(/--from-block 17 is above the newest block of the node, 16\./)
  })
})
