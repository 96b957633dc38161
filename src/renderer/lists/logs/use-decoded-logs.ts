import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import type { Log } from '#shared/chain/log.ts'
import type { DecodableItem } from '#shared/rpc/contract/abi.ts'
import { LruCache } from '#shared/lru-cache.ts'
import type { Decoded } from '#shared/abi/decoded.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { sourceDecoded } from '#renderer/entities/abi/source-decoded.ts'
import { useDecoded } from '#renderer/entities/abi/use-decoded.ts'
import { useTokensOf } from '#renderer/entities/token/use-tokens-of.ts'
import type { ShownRows } from '../model/shown-rows.ts'

/** Rows around the last one seen that are decoded: what is far away is when its reader comes there. */
const [BEFORE, AFTER] = [300, 150]
const MAX_KEPT = 5_000

export interface DecodedLogs {
  /** What a log means; undefined in a list of other things. A new function whenever it knows more. */
  readonly decodedLog: ComputedRef<CellContext['decodedLog']>
  /** To be called with the last row seen whenever it changes. */
  readonly onReached: (lastSeen: number) => void
}

/** Decodes the logs of a list where its reader is. `shown`: undefined of a list of other things. */
export function useDecodedLogs(source: () => string, shown: () => ShownRows | undefined): DecodedLogs {
  const lastSeen = shallowRef(0)
  const kept = new LruCache<string, Decoded | null>({ maxSize: MAX_KEPT })
  const logs = computed(() => {
    const rows = shown()
    if (!rows) return []
    const from = Math.max(0, lastSeen.value - BEFORE)
    const to = Math.min(rows.count, lastSeen.value + AFTER)
    return Array.from({ length: Math.max(0, to - from) }, (_, at) => rows.at(from + at)).flatMap((row) =>
      row?.kind === 'item' ? [row.item as Log] : [],
    )
  })
  const { results } = useDecoded(
    source,
    computed(() => logs.value.map(toDecodable)),
  )
  useTokensOf(source, () =>
    results.value.map((decoded, at) => ({
      decoded,
      contract: logs.value[at]?.address?.hash.toLowerCase(),
    })),
  )
  watch(
    source,
    () => {
      kept.clear()
    },
    { flush: 'sync' },
  )
  /** Goes up when more is known, and only then: the rows that are found by it are decoded in turn. */
  const revision = shallowRef(0)
  watch(
    results,
    (all) => {
      const news = all.flatMap((decoded, at) => {
        const key = keyOf(logs.value[at])
        return decoded !== undefined && kept.get(key) !== decoded ? [[key, decoded] as const] : []
      })
      for (const [key, decoded] of news) kept.set(key, decoded)
      if (news.length > 0) revision.value += 1
    },
    { flush: 'sync' },
  )
  // Not by the rows: they are found by it, and would be found again for ever.
  const isOfLogs = computed(() => shown() !== undefined)
  return {
    decodedLog: computed(() => {
      if (!isOfLogs.value || revision.value < 0) return undefined
      return (log: Log) => {
        const decoded = kept.get(keyOf(log))
        return decoded === null ? (sourceDecoded(log.decoded, log.address) ?? null) : decoded
      }
    }),
    onReached(row) {
      // In steps, so that not each row that comes into sight makes a new window.
      const step = row - (row % (AFTER / 3))
      if (step !== lastSeen.value) lastSeen.value = step
    },
  }
}

const keyOf = (log: Log | undefined) => `${log?.transaction_hash ?? ''}:${String(log?.index)}`

const toDecodable = ({ address, topics, data }: Log): DecodableItem => ({
  kind: 'log',
  address: address?.hash ?? '',
  topics: (topics ?? []).slice(0, 4).map((topic) => topic.slice(0, 100)),
  data: data ?? '0x',
})
