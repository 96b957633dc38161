/** A core over a chain of its own, asked for ledgers through the contract, over real HTTP. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChainReader } from '#service/chain-reader.ts'
import { createService } from '#service/http/server.ts'
import type { CallInput, CallName, CallOutput } from '#shared/rpc/contract.ts'
import type { LedgerMovement, LedgerProof } from '#shared/rpc/contract/ledger.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { createCore } from '../create-core.ts'
import { noNodes } from '../nodes/testing/no-nodes.ts'

/** Proxies a service as a foreign instance, which lacks our own endpoints and whose requests count. */
async function startInstance(service: string) {
  const server = createServer((request, response) => {
    if (request.url?.includes('/chainglass/')) {
      response.writeHead(404).end()
      return
    }
    void fetch(service + String(request.url)).then(async (answer) => {
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })
  })
  await new Promise<void>((listens) => {
    server.listen(0, '127.0.0.1', listens)
  })
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: () =>
      new Promise((closed) => {
        server.close(closed)
        server.closeAllConnections()
      }),
  }
}

/** `kind`: read as the sample chain, or as an instance, by way of the archive. */
export async function openLedger(
  reader: ChainReader,
  kind: 'sample' | 'instance' = 'sample',
  dataDir = ':memory:',
) {
  const service = await createService({ reader, dialect: 'v12', log: () => undefined })
  const instance = await startInstance(service.url)
  const core = await createCore({
    dataDir,
    host: 'loopback',
    version: '0.0.0',
    vault: 'session',
    callHost: () => Promise.reject(new Error('not here')),
    services: { sampleUrl: () => Promise.resolve(service.url), nodes: noNodes },
    log: () => undefined,
  })
  const client = connectInMemory(core.server)
  async function call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> {
    const result = await client.call(name, input)
    if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`)
    return result.data
  }
  const source =
    kind === 'sample'
      ? 'sample'
      : (await call('sources.add', { url: instance.url, chainId: reader.chain.chainId })).id
  return {
    core,
    client,
    call,
    source,
    prove: (address: string, refresh = false): Promise<LedgerProof> =>
      call('ledger.proof', { source, address, refresh }),
    /** All movements, spam too, the oldest first. */
    async movements(address: string): Promise<LedgerMovement[]> {
      const all: LedgerMovement[] = []
      for (;;) {
        const everything = { asset: null, from: null, to: null, withSpam: true }
        const asked = { source, address, ...everything, offset: all.length, limit: 1_000 }
        const { movements, total } = await call('ledger.movements', asked)
        all.push(...movements)
        if (all.length >= total) return all.reverse()
      }
    },
    async close() {
      core.close()
      await instance.close()
      await service.close()
    },
  }
}

/** The differences of a proof, in one line for each asset; empty where all of it adds up. */
export const differencesOf = ({ state, assets }: LedgerProof): string[] => [
  ...(state === 'incomplete' || state === 'too_many' ? [state] : []),
  ...assets
    .filter((one) => one.state === 'differs')
    .map(
      ({ asset, sum, reported, gaps }) =>
        `${asset.token?.symbol ?? asset.id} ${sum} is not ${String(reported)}: ${gaps
          .map(
            ({ amount, block, transaction, reason }) =>
              `${amount} in ${String(block)} ${String(transaction)} ${reason}`,
          )
          .join('; ')}`,
    ),
]
