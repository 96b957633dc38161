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
import { filtersOfQuery } from './toolbar/url-filters.ts'
import { useAcceptedFilters } from './toolbar/use-refused-filters.ts'
import { listOfTab } from './use-list-tabs.ts'

/** A page that is here within this time is drawn at once with the view it is of, which costs a third less than twice. */
const MAX_HOLD_MS = 50

/** So long a list that was opened before its view stays open until that comes. */
const MAX_WAIT_MS = 2_000

/**
 * Requests the first page of a list when somebody goes to its route, `/s/:source/.../:hash`, which is named as the thing
 * is, and lets the page that is shown stand until then, for a moment at most. `isOther`: whether a tab shows something
 * else than a list.
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

/** Opens a list before a view shows it. `here` resolves once its first rows are here, or can't be had. */
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
