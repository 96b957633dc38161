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

/** Rows before and after the last row in view that are decoded. Others are decoded when a person scrolls to them. */
const [BEFORE, AFTER] = [300, 150]
const MAX_KEPT = 5_000

export interface DecodedLogs {
  /**
   * Returns what a log means; undefined in a list of other rows. It is a new function whenever more logs are decoded.
   */
  readonly decodedLog: ComputedRef<CellContext['decodedLog']>
  /** Whether a log that is not decoded may still be; undefined where none may. */
  readonly isAwaited: ComputedRef<((log: Log) => boolean) | undefined>
  /** Call it with the index of the last row in view whenever that changes. */
  readonly onReached: (lastSeen: number) => void
}

/** Decodes the logs of a list around the last row in view. `shown`: undefined for a list of other rows. */
export function useDecodedLogs(source: () => string, shown: () => ShownRows | undefined): DecodedLogs {
  const lastSeen = shallowRef(0)
  const kept = new LruCache<string, Kept>({ maxSize: MAX_KEPT })
  const logs = computed(() => {
    const rows = shown()
    if (!rows) return []
    const from = Math.max(0, lastSeen.value - BEFORE)
    const to = Math.min(rows.count, lastSeen.value + AFTER)
    return Array.from({ length: Math.max(0, to - from) }, (_, at) => rows.at(from + at)).flatMap((row) =>
      row?.kind === 'item' ? [row.item as Log] : [],
    )
  })
  const items = computed(() => logs.value.map(toDecodable))
  const { results, isAsking, isAsked } = useDecoded(source, items)
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
  /**
   * Grows only when a log gets decoded, or is known not to be. A filter may read the decoded text, and the rows that it
   * then finds are decoded in turn.
   */
  const revision = shallowRef(0)
  watch(
    results,
    (all) => {
      const news = all.flatMap((decoded, at) => {
        const [key, item] = [keyOf(logs.value[at]), items.value[at]]
        if (decoded === undefined || !item) return []
        const [before, isFinal] = [kept.get(key), decoded !== null || isAsked(item)]
        return before?.decoded === decoded && before.isFinal === isFinal ? [] : [{ key, decoded, isFinal }]
      })
      for (const { key, ...result } of news) kept.set(key, result)
      if (news.length > 0) revision.value += 1
    },
    { flush: 'sync' },
  )
  // Depends on whether there are rows, not on the rows: a filter finds rows by the decoded text, so the two would
  // change each other for ever.
  const isOfLogs = computed(() => shown() !== undefined)
  return {
    isAwaited: computed(() =>
      isAsking.value && revision.value >= 0 ? (log) => kept.get(keyOf(log))?.isFinal !== true : undefined,
    ),
    decodedLog: computed(() => {
      if (!isOfLogs.value || revision.value < 0) return undefined
      return (log: Log) => {
        const decoded = kept.get(keyOf(log))?.decoded
        return decoded === null ? (sourceDecoded(log.decoded, log.address) ?? null) : decoded
      }
    }),
    onReached(row) {
      // Moves in steps, so that not every row in view changes the decoded range.
      const step = row - (row % (AFTER / 3))
      if (step !== lastSeen.value) lastSeen.value = step
    },
  }
}

interface Kept {
  readonly decoded: Decoded | null
  /** A name, or none even after the source was asked. */
  readonly isFinal: boolean
}

const keyOf = (log: Log | undefined) => `${log?.transaction_hash ?? ''}:${String(log?.index)}`

const toDecodable = ({ address, topics, data }: Log): DecodableItem => ({
  kind: 'log',
  address: address?.hash ?? '',
  topics: (topics ?? []).slice(0, 4).map((topic) => topic.slice(0, 100)),
  data: data ?? '0x',
})
