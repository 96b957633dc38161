/** The data of the sources that kept rows are from: of listed sources, and of chains of accounts that are not listed. */
import { computed, effectScope, getCurrentInstance, onScopeDispose, shallowRef, type ComputedRef } from 'vue'
import { chainOf } from '#shared/query/row-chain.ts'
import type { EverywhereSource } from '#shared/rpc/contract/everywhere.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { useCellContext } from '#renderer/entities/use-cell-context.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useSources } from '#renderer/stores/sources.ts'

export interface KeptSources {
  /** The context for drawing the rows of a source. */
  readonly contextOf: (source: string) => CellContext
  readonly name: (source: string) => string
  readonly chainName: (source: string) => string
  /** Names of all chains, for completions. */
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

  /** Reads the chains of the accounts, when a row of an unlisted chain is first drawn. */
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
        // The context is made while a row is drawn, where injection needs the app's context.
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
