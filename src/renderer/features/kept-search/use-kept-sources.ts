/** What is known of the sources that rows were read from: those of the list, and chains of accounts that are in none. */
import { computed, effectScope, getCurrentInstance, onScopeDispose, shallowRef, type ComputedRef } from 'vue'
import { chainOf } from '#shared/query/row-chain.ts'
import type { EverywhereSource } from '#shared/rpc/contract/everywhere.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { useCellContext } from '#renderer/entities/use-cell-context.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useSources } from '#renderer/stores/sources.ts'

export interface KeptSources {
  /** How rows of a source are drawn. */
  readonly contextOf: (source: string) => CellContext
  readonly name: (source: string) => string
  readonly chainName: (source: string) => string
  /** All chains that can be named. */
  readonly chains: ComputedRef<readonly string[]>
}

const NO_IMITATIONS: ReadonlyMap<string, string> = new Map()

export function useKeptSources(ownAddress: () => string | undefined): KeptSources {
  const core = useCore()
  const sources = useSources()
  const app = getCurrentInstance()?.appContext.app
  const scope = effectScope()
  onScopeDispose(() => {
    scope.stop()
  })
  const contexts = new Map<string, ComputedRef<CellContext>>()
  const ofAccounts = shallowRef<ReadonlyMap<string, EverywhereSource>>()
  let isAsked = false

  /** Asked for with the first row of a chain that is not in the list. */
  async function readAccounts() {
    if (isAsked) return
    isAsked = true
    const answer = await core.call('everywhere.sources', {})
    if (answer.ok) ofAccounts.value = new Map(answer.data.map((source) => [source.source, source]))
  }
  function find(id: string) {
    const listed = sources.byId(id)
    if (listed) return listed
    if (id !== '') void readAccounts()
    return ofAccounts.value?.get(id)
  }
  const createContext = (id: string) => {
    const context = useCellContext(
      () => id,
      ownAddress,
      () => undefined,
      () => NO_IMITATIONS,
    )
    return computed(() => ({ ...context.value, coin: find(id)?.coin ?? context.value.coin }))
  }
  const name = (id: string) => find(id)?.name ?? id
  const chainName = (id: string) => chainOf(find(id)?.chainId ?? undefined, name(id)).name

  return {
    contextOf(id) {
      let context = contexts.get(id)
      if (!context) {
        // It is made when a row is drawn, where nothing can be injected otherwise.
        context = scope.run(() => app?.runWithContext(() => createContext(id)))
        if (!context) throw new Error('Rows are drawn after their view is gone.')
        contexts.set(id, context)
      }
      return context.value
    },
    name,
    chainName,
    chains: computed(() => [...new Set(sources.shown.map(({ id }) => chainName(id)))].sort()),
  }
}
