import { useQueryClient } from '@tanstack/vue-query'
import { watch } from 'vue'
import type { Decoded } from '#shared/abi/decoded.ts'
import { useKnownTokens } from '#renderer/stores/known-tokens.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { countsItself } from '../abi/argument-unit.ts'
import { useDetailReader } from '../use-detail.ts'

/** Tokens that one view asks for, at most. */
const MAX_ASKED = 8

/** A decoded call, log or error, with its contract. */
export interface DecodedOf {
  readonly decoded: Decoded | null | undefined
  readonly contract: string | undefined
}

/**
 * Reads the tokens whose amounts these items have, so that amounts can be shown. Skips sources where a request costs
 * credits: there only known tokens are used.
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
      // Without the token, its amounts stay plain numbers.
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
