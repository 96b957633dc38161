/** Reads data that only our own service provides, for a sample chain or a node: example addresses, and the chain. */
import * as z from 'zod/mini'
import type { SuggestedAddress } from '#shared/rpc/contract/sources.ts'
import type { Coin } from '#shared/source.ts'
import type { Sources } from '../sources.ts'
import { fetchJson } from '../fetch-json.ts'

const text = (most: number) => z.string().check(z.maxLength(most))
const answer = z.object({
  items: z
    .array(
      z.object({
        address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
        name: text(100),
        description: text(400),
      }),
    )
    .check(z.maxLength(200)),
  chain: z.optional(
    z.object({
      chainId: z.string().check(z.regex(/^[1-9]\d{0,77}$/)),
      name: text(80),
      coin: z.object({
        symbol: text(20),
        decimals: z.number().check(z.int(), z.minimum(0), z.maximum(77)),
        contract: z.optional(z.string().check(z.regex(/^0x[0-9a-f]{40}$/))),
      }),
    }),
  ),
})

export interface OwnService {
  readonly items: readonly SuggestedAddress[]
  readonly chain?:
    | {
        readonly chainId: string
        readonly name: string
        readonly coin: Omit<Coin, 'withdrawals' | 'wrapped'>
      }
    | undefined
}

/** Stores the service's findings about the coin with its source. */
export function keepCoinContract(
  sources: Pick<Sources, 'reportCoin'>,
  id: string,
  service: OwnService | undefined,
) {
  if (service?.chain) sources.reportCoin(id, { contract: service.chain.coin.contract ?? null })
}

/** Undefined if `baseUrl` is not our own service. */
export async function readOwnService(baseUrl: string, signal: AbortSignal): Promise<OwnService | undefined> {
  const read = z.safeParse(answer, await fetchJson(`${baseUrl}/api/v2/chainglass/landmarks`, signal))
  return read.success ? read.data : undefined
}
