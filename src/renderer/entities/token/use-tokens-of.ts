import { useQueryClient } from '@tanstack/vue-query'
import { watch } from 'vue'
import type { Decoded } from '#shared/abi/decoded.ts'
import { useKnownTokens } from '#renderer/stores/known-tokens.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { countsItself } from '../abi/argument-unit.ts'
import { useDetailReader } from '../use-detail.ts'

/** Tokens that are asked for by one view. */
const MAX_ASKED = 8

/** A call, log or error that was decoded, with the contract in whose name it is. */
export interface DecodedOf {
  readonly decoded: Decoded | null | undefined
  readonly contract: string | undefined
}

/**
 * Asks for the tokens in which these count, so that their amounts can be shown. Not where each request costs credits: there
 * only tokens that the window has met are known.
 */
export function useTokensOf(source: () => string, all: () => readonly DecodedOf[]): void {
  const read = useDetailReader()
  const queries = useQueryClient()
  const known = useKnownTokens()
  const sources = useSources()
  const asked = new Set<string>()

  const ask = (of: string, address: string) =>
    queries
      .query({
        queryKey: ['detail', 'token', of, { address_hash: address }],
        queryFn: ({ signal }) => read('token', of, { address_hash: address }, { signal }),
      })
      // Without it, its amounts stay numbers.
      .catch(() => undefined)

  watch(
    [source, all],
    ([of, decoded]) => {
      if (sources.byId(of)?.kind === 'pro') return
      for (const { decoded: each, contract } of decoded) {
        if (!each || contract === undefined || !countsItself(each)) continue
        const key = `${of}:${contract}`
        if (asked.size >= MAX_ASKED || asked.has(key) || known.get(of, contract)) continue
        asked.add(key)
        void ask(of, contract)
      }
    },
    { immediate: true },
  )
}
