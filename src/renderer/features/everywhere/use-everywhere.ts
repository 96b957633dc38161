/** One address on the chosen sources: the kept answers at once, then new answers as they arrive. */
import { computed, onScopeDispose, shallowReactive, shallowRef, watch, type ComputedRef } from 'vue'
import type { AddressOnChain, EverywhereSource } from '#shared/rpc/contract/everywhere.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { useCore } from '#renderer/lib/use-core.ts'

export interface Everywhere {
  readonly rowOf: (source: string) => AddressOnChain | undefined
  /** True once sources were asked since the address was opened. */
  readonly wasAsked: ComputedRef<boolean>
  readonly isAsking: ComputedRef<boolean>
  readonly error: ComputedRef<ChainglassError | undefined>
  /** Requests the address from these sources. */
  ask(sources: readonly string[]): void
  /** Cancels the requests that have not been answered. */
  stop(): void
}

const isUnderWay = ({ state }: AddressOnChain) => state === 'waiting' || state === 'asking'

export function useEverywhere(
  address: ComputedRef<string | undefined>,
  sources: ComputedRef<readonly EverywhereSource[]>,
): Everywhere {
  const core = useCore()
  const rows = shallowReactive(new Map<string, AddressOnChain>())
  const error = shallowRef<ChainglassError>()
  const wasAsked = shallowRef(false)
  /** Functions that cancel the running subscriptions. */
  const asking = shallowReactive(new Set<() => void>())

  function subscribe(ids: readonly string[], asks: boolean) {
    const { value: hash } = address
    if (hash === undefined || ids.length === 0) return
    const end = () => {
      asking.delete(end)
      unsubscribe()
    }
    const open = new Set<string>()
    const unsubscribe = core.subscribe(
      'everywhere.answers',
      { address: hash, sources: [...ids], asks },
      (changed) => {
        for (const row of changed) {
          rows.set(row.source, row)
          if (isUnderWay(row)) open.add(row.source)
          else open.delete(row.source)
        }
        // A finished subscription ends, so that a restarted core does not ask again.
        if (open.size === 0) end()
      },
      (reason) => {
        error.value = reason
        end()
      },
    )
    asking.add(end)
  }
  function stop() {
    for (const end of [...asking]) end()
    for (const [source, row] of rows)
      if (isUnderWay(row)) rows.set(source, { ...row, state: 'failed', error: { code: 'cancelled' } })
  }

  watch(
    [address, () => sources.value.map(({ source }) => source).join()],
    ([now], before) => {
      if (now !== before[0]) {
        stop()
        rows.clear()
        error.value = undefined
        wasAsked.value = false
      }
      const unknown = sources.value.map(({ source }) => source).filter((id) => !rows.has(id))
      subscribe(unknown, false)
    },
    { immediate: true },
  )
  onScopeDispose(stop)
  return {
    rowOf: (source) => rows.get(source),
    wasAsked: computed(() => wasAsked.value),
    isAsking: computed(() => asking.size > 0 && [...rows.values()].some(isUnderWay)),
    error: computed(() => error.value),
    ask(ids) {
      wasAsked.value = true
      subscribe(ids, true)
    },
    stop,
  }
}
