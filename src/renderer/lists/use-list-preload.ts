import { onScopeDispose, watch } from 'vue'
import { useRouter } from 'vue-router'
import type { DetailId } from '#shared/lists/detail-table.ts'
import { PARAM_FORMATS } from '#shared/path-params.ts'
import { awaitRows } from '#renderer/lib/paint/awaited-rows.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import { useListCache } from './model/list-cache.ts'
import type { OpenList } from './model/open-list.ts'
import type { RowsQuestion } from './model/rows-question.ts'
import { filtersOfQuery } from './source-filters/url-filters.ts'
import { useAcceptedFilters } from './source-filters/use-refused-filters.ts'
import { listOfTab } from './use-list-tabs.ts'

/**
 * A navigation waits this long for the first page. Drawing the view once with its rows costs a third less than drawing
 * it twice.
 */
const MAX_HOLD_MS = 50

/** A preloaded list closes after this time, unless its view has opened it. */
const MAX_WAIT_MS = 2_000

/**
 * Requests the first page of a list when a person navigates to its route, `/s/:source/.../:hash`. The route has the
 * name `detail`. The former page stays visible until the rows arrive, at most `MAX_HOLD_MS`. `isOther`: whether a tab
 * shows something other than a list.
 */
export function useListPreload(detail: DetailId, isOther: (tab: unknown) => boolean = () => false): void {
  const core = useCore()
  const lists = useListCache()
  const settings = useSettings()
  const withoutRefused = useAcceptedFilters()
  let last: ReturnType<typeof preload> | undefined
  onScopeDispose(() => last?.end())
  onScopeDispose(
    useRouter().beforeEach(async ({ name, params: { source, hash }, query }, { matched: shown }) => {
      if (name !== detail || typeof source !== 'string' || typeof hash !== 'string') return
      if (!PARAM_FORMATS.address.pattern.test(hash) || isOther(query.tab)) return
      const list = listOfTab(detail, query.tab)
      const filters = withoutRefused(source, list, filtersOfQuery(list, query))
      const opened = lists.open(core, { source, list, params: { address_hash: hash }, filters })
      if (opened.isShown || opened.state.value) return
      awaitRows()
      last?.end()
      last = preload(opened, { text: '', sort: null, folds: settings.foldScam, zone: settings.zone })
      if (shown.length > 0)
        await Promise.race([last.here, new Promise((resolve) => setTimeout(resolve, MAX_HOLD_MS))])
    }),
  )
}

/** Opens a list before its view does. `here` resolves once the first rows are read or can't be read. */
function preload(
  list: OpenList,
  question: RowsQuestion,
): { readonly here: Promise<void>; readonly end: () => void } {
  const rows = list.rowsOf(question)
  const { promise: here, resolve } = Promise.withResolvers<undefined>()
  const tellIfHere = () => {
    const { state, count } = list.snapshot.value
    if (rows.part || rows.error || (state.kind !== 'loading' && count === 0)) resolve(undefined)
  }
  const leaves = [rows.enter(tellIfHere), list.enter(), watch(list.snapshot, tellIfHere, { flush: 'sync' })]
  const timer = setTimeout(end, MAX_WAIT_MS)
  function end() {
    clearTimeout(timer)
    for (const leave of leaves.splice(0)) leave()
    resolve(undefined)
  }
  return { here: here.then(() => undefined), end }
}
