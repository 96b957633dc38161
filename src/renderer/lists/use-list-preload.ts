import { onScopeDispose } from 'vue'
import { useRouter } from 'vue-router'
import type { DetailId } from '#shared/lists/detail-table.ts'
import { PARAM_FORMATS } from '#shared/lists/path-params.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useSessionCache } from './session/session-cache.ts'
import { filtersOfQuery } from './toolbar/url-filters.ts'
import { useAcceptedFilters } from './toolbar/use-refused-filters.ts'
import { listOfTab } from './use-list-tabs.ts'

/**
 * Requests the first page of a list when somebody goes to its route, `/s/:source/.../:hash`, which is named as the thing is: leaving the old page and
 * mounting the new one takes as long as the response. `isOther`: whether a tab shows something else than a list.
 */
export function useListPreload(detail: DetailId, isOther: (tab: unknown) => boolean = () => false): void {
  const core = useCore()
  const sessions = useSessionCache()
  const withoutRefused = useAcceptedFilters()
  onScopeDispose(
    useRouter().beforeEach(({ name, params: { source, hash }, query }) => {
      if (name !== detail || typeof source !== 'string' || typeof hash !== 'string') return
      if (!PARAM_FORMATS.address.pattern.test(hash) || isOther(query.tab)) return
      const list = listOfTab(detail, query.tab)
      const filters = withoutRefused(source, list, filtersOfQuery(list, query))
      sessions.open(core, { source, list, params: { address_hash: hash }, filters }).preload()
    }),
  )
}
