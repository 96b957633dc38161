import { onScopeDispose } from 'vue'
import { useRouter } from 'vue-router'
import type { DetailId } from '#shared/lists/detail-table.ts'
import { PARAM_FORMATS } from '#shared/path-params.ts'
import { awaitRows } from '#renderer/lib/paint/awaited-rows.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useSessionCache } from './session/session-cache.ts'
import { filtersOfQuery } from './toolbar/url-filters.ts'
import { useAcceptedFilters } from './toolbar/use-refused-filters.ts'
import { listOfTab } from './use-list-tabs.ts'

/** A page that is here within this time is drawn at once with the view it is of, which costs a third less than twice. */
const MAX_HOLD_MS = 50

/**
 * Requests the first page of a list when somebody goes to its route, `/s/:source/.../:hash`, which is named as the thing
 * is, and lets the page that is shown stand until then, for a moment at most. `isOther`: whether a tab shows something
 * else than a list.
 */
export function useListPreload(detail: DetailId, isOther: (tab: unknown) => boolean = () => false): void {
  const core = useCore()
  const sessions = useSessionCache()
  const withoutRefused = useAcceptedFilters()
  onScopeDispose(
    useRouter().beforeEach(async ({ name, params: { source, hash }, query }, { matched: shown }) => {
      if (name !== detail || typeof source !== 'string' || typeof hash !== 'string') return
      if (!PARAM_FORMATS.address.pattern.test(hash) || isOther(query.tab)) return
      const list = listOfTab(detail, query.tab)
      const filters = withoutRefused(source, list, filtersOfQuery(list, query))
      const session = sessions.open(core, { source, list, params: { address_hash: hash }, filters })
      if (session.snapshot.value.state.kind !== 'idle') return
      awaitRows()
      const loaded = session.preload()
      if (shown.length > 0)
        await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, MAX_HOLD_MS))])
    }),
  )
}
