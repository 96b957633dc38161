/** A development chain, an instance of it that can be made to lie, and a core that compares both. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { followChain } from '#service/indexer/follow-chain.ts'
import { createService } from '#service/http/server.ts'
import { startAnvil } from '#service/indexer/testing/anvil.ts'
import { indexed } from '#service/indexer/testing/fixtures.ts'
import { startProxy } from '#service/indexer/testing/node-proxy.ts'
import { callData, Workload } from '#service/indexer/testing/workload.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import type { Cursor } from '#shared/lists/page.ts'
import type { CheckedRow, CheckedThing, CheckReport, Finding } from '#shared/rpc/contract/check.ts'
import type { CallInput } from '#shared/rpc/contract.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { createTestCore } from '../../testing/create-test-core.ts'

/** Returns another response in place of the true one: `path` is the request's, without the API's prefix. */
export type Lie = (path: string, body: unknown) => unknown

/** `isOwn`: the source is known to be a service of ours. */
export async function startCheckedChain({ isOwn = false } = {}) {
  const anvil = await startAnvil()
  const workload = await Workload.deploy(anvil.url)
  const batch = await mintTwice(anvil, workload)
  await workload.make(60, 20)
  const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-check-'))
  const chain = await followChain({ rpcUrl: anvil.url, dataDir })
  await indexed(chain, anvil.url)
  const service = await createService({ reader: chain.reader, dialect: 'v12', log: () => undefined })
  let lie: Lie = (_, body) => body
  const instance = createServer((request, response) => {
    const path = String(request.url).replace(/^\/api\/v2/, '')
    const isOfOurs = !isOwn && path.includes('/chainglass/')
    const honestly = fetch(service.url + String(request.url)).then(async (answer) => {
      const honest: unknown = await answer.json()
      const body = lie(path, honest)
      const status = isOfOurs ? 404 : body === honest ? answer.status : 200
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    // Nobody waits for an answer once the service has closed.
    honestly.catch(() => response.destroy())
  })
  await new Promise<void>((listens) => instance.listen(0, '127.0.0.1', listens))
  const node = await startProxy(anvil.url)
  const core = await createTestCore(':memory:')
  const client = connectInMemory(core.server)
  const url = `http://127.0.0.1:${String((instance.address() as AddressInfo).port)}`
  const added = await client.call('sources.add', { url, chainId: '31337' })
  if (!added.ok) throw new Error(JSON.stringify(added.error))
  const source = added.data.id

  async function check(thing: CheckedThing, rpcUrl = node.url): Promise<CheckReport> {
    const result = await client.call('check.thing', { source, thing, rpcUrl })
    if (!result.ok) throw new Error(JSON.stringify(result.error))
    return result.data
  }
  return {
    anvil,
    /** The hash of a transaction that mints one id twice in a batch: 5 of it, then 7. */
    batch,
    /** Contracts by name. */
    at: workload.at,
    /** A proxy before anvil. */
    node,
    client,
    source,
    url,
    /** The URL of our own service, which has every block by the time this resolves. */
    ownService: () => indexed(chain, anvil.url).then(() => service.url),
    check,
    /** The findings of a check's report. */
    findings: (thing: CheckedThing) => check(thing).then(findingsOf),
    /** The outcome of each row of a list, read page by page. */
    async rows(list: ListId, params: Readonly<Record<string, string>>): Promise<readonly CheckedRow[]> {
      const rows: CheckedRow[] = []
      for (let cursor: Cursor | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
        const asked: CallInput<'check.rows'> = { source, list, params, filters: {}, cursor, rpcUrl: node.url }
        const result = await client.call('check.rows', asked)
        if (!result.ok || result.data.outcome === 'refused') throw new Error(JSON.stringify(result))
        rows.push(...result.data.rows)
        cursor = result.data.next
      }
      return rows
    },
    lieWith(next: Lie) {
      lie = next
    },
    beHonest() {
      lie = (_, body) => body
      node.answer((_m, _p, forward) => forward())
      node.answerBatches((answers) => answers)
      node.intercept(null)
    },
    /** The instance's true response. */
    ask: async <T>(path: string): Promise<T> =>
      (await (await fetch(`${service.url}/api/v2${path}`)).json()) as T,
    async close() {
      core.close()
      await node.close()
      instance.closeAllConnections()
      await new Promise((closed) => instance.close(closed))
      await service.close()
      await chain.close()
      await anvil.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
function findingsOf(report: CheckReport): readonly Finding[] {
  if (report.outcome === 'checked') return report.findings
  throw new Error(JSON.stringify(report.problem))
}
/** Mints one id twice in a batch. */
function mintTwice(anvil: Awaited<ReturnType<typeof startAnvil>>, { accounts: [from], at }: Workload) {
  const data = callData('Items', 'mintBatch', [from, [1n, 1n], [5n, 7n]])
  return anvil.request<string>('eth_sendTransaction', [{ from, to: at.Items, data, gas: '0xf4240' }])
}
/** The outcome of each loaded row of a list, which has to stay open meanwhile. */
export async function checkLoaded(
  { client, source, node }: CheckedChain,
  [list, params]: readonly [ListId, Readonly<Record<string, string>>],
  asked: Partial<CallInput<'check.loaded'>['found']> = {},
): Promise<readonly CheckedRow[]> {
  const scope = { of: 'list', source, list, params, filters: {} } as const
  const found = { scope, text: '', zone: 'utc', sort: null, offset: 0, limit: 200, ...asked } as const
  const result = await client.call('check.loaded', { found, rpcUrl: node.url })
  if (!result.ok || result.data.outcome === 'refused') throw new Error(JSON.stringify(result))
  return result.data.rows
}
export type CheckedChain = Awaited<ReturnType<typeof startCheckedChain>>

/** The path of a value in JSON. */
type Path = readonly (string | number)[]

/** Every plain value of a response. */
function leavesOf(value: unknown, path: Path = []): { path: Path; value: string | number | boolean }[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return [{ path, value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => leavesOf(one, [...path, key]))
}

/** Replaces the value at a path. */
function withValue(whole: unknown, [step, ...path]: Path, value: unknown): unknown {
  if (step === undefined) return value
  const copy = structuredClone(whole) as Record<string | number, unknown>
  copy[step] = withValue(copy[step], path, value)
  return copy
}

/** Another value of the same kind, which can still be read. */
function otherThan(value: string | number | boolean): string | number | boolean {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  if (value === 'ok') return 'error'
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return new Date(Date.parse(value) + 60_000).toISOString()
  if (/^\d+$/.test(value)) return String(BigInt(value) + 1n)
  if (/^0x[0-9a-f]+$/i.test(value)) return value.slice(0, -1) + (value.endsWith('1') ? '2' : '1')
  return `${value}x`
}

const nameOf = ({ part, field }: Pick<Finding, 'part' | 'field'>) => `${part} ${String(field)}`
export const differing = (findings: readonly Finding[]) => findings.filter(({ state }) => state === 'differs')
const differingNames = (findings: readonly Finding[]) => differing(findings).map(nameOf)

/**
 * Changes each value in the responses at these paths in turn. Returns the positions at which the change was found and
 * those at which it was not; of each, two values at most are tried. `tried` counts over several calls.
 */
export async function lieEverywhere(
  chain: CheckedChain,
  find: () => Promise<readonly Finding[]>,
  paths: Readonly<Record<string, string>>,
  tried = new Map<string, number>(),
): Promise<{ readonly found: Map<string, readonly string[]>; readonly unfound: Set<string> }> {
  const found = new Map<string, readonly string[]>()
  const unfound = new Set<string>()
  for (const [name, path] of Object.entries(paths)) {
    const honest = await chain.ask<unknown>(path)
    for (const leaf of leavesOf(honest)) {
      const steps = leaf.path.filter((step) => !/^\d+$/.test(String(step)))
      const place = `${name} ${steps.join('.')}`.trim()
      const tries = tried.get(place) ?? 0
      if (tries === 2 || steps[0] === 'next_page_params') continue
      tried.set(place, tries + 1)
      const lying = withValue(honest, leaf.path, otherThan(leaf.value))
      chain.lieWith((asked, body) => (asked.split('?')[0] === path ? lying : body))
      const accused = differingNames(await find())
      if (accused.length === 0) unfound.add(place)
      else found.set(place, accused)
    }
  }
  chain.beHonest()
  return { found, unfound }
}
