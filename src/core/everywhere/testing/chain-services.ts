/**
 * Services for sample chains with different chain ids, each over HTTP with its own delay. All know the same
 * addresses; their blocks have different times, so that no two are the same chain.
 */
import { findChain } from '#shared/chains.ts'
import { createService } from '#service/http/server.ts'
import { sendRequest } from '#service/http/testing/http.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { openHostileServer, type Behaviour, type HostileServer } from '#platform/testing/hostile-server.ts'

interface ChainService {
  readonly chainId: string
  readonly url: string
  readonly server: HostileServer
  /** The service's response to a request, after the delay. */
  readonly answer: Behaviour
}

export interface ChainServices {
  readonly services: readonly ChainService[]
  /** An address with rows in every list, and one without any activity. */
  readonly busiest: string
  readonly nobody: string
  /** The delay of each response from now on; at first there is none. */
  delayMs: number
  /** Resets the delays and the recorded requests. */
  reset(): void
  close(): Promise<void>
}

const HOUR_MS = 3_600_000
const NOW = Date.UTC(2026, 9, 1)

export async function startChainServices(chainIds: readonly string[]): Promise<ChainServices> {
  let delayMs = 0
  const started = await Promise.all(
    chainIds.map(async (chainId, at) => {
      const sample = createSampleChain({ seed: 1, transactions: 120, now: () => NOW - at * HOUR_MS })
      const { name = `Chain ${chainId}`, coin = 'COIN' } = findChain(chainId) ?? {}
      const reader = { ...sample, chain: { chainId, name, coin: { symbol: coin, decimals: 18 } } }
      const service = await createService({ reader, log: () => undefined })
      const server = await openHostileServer()
      // The chain does not grow, so responses can be cached: the time to compute them is not the sources'.
      const answers = new Map<string, ReturnType<typeof sendRequest>>()
      const ask = (path: string) => {
        const asked = answers.get(path) ?? sendRequest(service.url + path)
        answers.set(path, asked)
        return asked.catch(() => undefined)
      }
      const answer: Behaviour = async (response, { path, query }) => {
        const from = performance.now()
        const search = query.size === 0 ? '' : `?${query.toString()}`
        const answered = await ask(path + search)
        // All services are being closed.
        if (!answered) return void response.destroy()
        const { status, headers, bytes } = answered
        const type = headers['content-type'] ?? 'application/json'
        setTimeout(
          () => {
            response.writeHead(status, { 'content-type': type, 'content-length': bytes.length }).end(bytes)
          },
          Math.max(0, delayMs - (performance.now() - from)),
        )
      }
      server.always(answer)
      return {
        chainId,
        url: server.url,
        server,
        answer,
        service,
        suggestedAddresses: reader.suggestedAddresses(),
      }
    }),
  )
  const suggestedAddresses = started[0]?.suggestedAddresses ?? []
  return {
    services: started,
    get delayMs() {
      return delayMs
    },
    set delayMs(ms) {
      delayMs = ms
    },
    busiest: suggestedAddresses[0]?.address ?? '',
    nobody: suggestedAddresses.find(({ name }) => name === 'Nobody')?.address ?? '',
    reset() {
      delayMs = 0
      for (const { server, answer } of started) {
        server.always(answer)
        server.forgetRequests()
      }
    },
    async close() {
      await Promise.all(started.map(({ server }) => server.close()))
      await Promise.all(started.map(({ service }) => service.close()))
    },
  }
}
