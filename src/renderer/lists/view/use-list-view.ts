import { computed, effectScope, provide, watchEffect, type ShallowRef } from 'vue'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import { runAfterRows } from '#renderer/lib/paint/run-after-rows.ts'
import type { ListStatus } from '#renderer/stores/status-bar.ts'
import { useTransactionCache } from '#renderer/stores/transaction-cache.ts'
import type { RowsHandle } from '../grid/rows-handle.ts'
import { listStatus } from '../model/list-status.ts'
import { listViewKey, type ListViewContext, type ListViewProps } from '../context/list-view-context.ts'
import { useAnnouncer } from '#renderer/ui/use-announcer.ts'
import { useListFocus } from './use-list-focus.ts'
import { useListQuestion } from './use-list-question.ts'
import { useListRows } from './use-list-rows.ts'
import { useListScroll } from './use-list-scroll.ts'
import { useListSubject } from './use-list-subject.ts'

/** Creates the state of a list's view and provides it to the parts of the view (`useListContext`). */
export function useListView(of: {
  readonly props: Readonly<ListViewProps>
  readonly section: Readonly<ShallowRef<HTMLElement | null>>
  readonly rows: Readonly<ShallowRef<RowsHandle | null>>
  readonly setFilters: (filters: Filters) => void
  readonly setStatus: (status: ListStatus) => void
}): ListViewContext {
  const { props, section, rows } = of
  const subject = useListSubject(props, of.setFilters)
  const question = useListQuestion(subject)
  const opened = useListRows(subject, question)
  const { list, shown, snapshot } = opened
  const { columns, context, filter } = question
  const transactions = useTransactionCache()

  const view: ListViewContext = {
    ...subject,
    ...question,
    ...opened,
    ...useAnnouncer(),
    rows,
    grid: computed(() => rows.value?.grid ?? null),
    shownAs: computed(() => (subject.pictures.value === 'grid' ? 'pictures' : 'rows')),
    scope() {
      const { count, folded } = shown.value
      const { isWhole, count: loaded } = snapshot.value
      return {
        chainId: subject.source.value?.chainId,
        partial: !isWhole,
        folded,
        unmatched: list.value.isAsked ? Math.max(0, loaded - folded - count) : 0,
      }
    },
    hasChart: computed(
      () =>
        question.chart.isShown.value && question.chart.kind.value !== undefined && snapshot.value.count > 0,
    ),
    async filterBy(index, column, copy) {
      const language = await filter.loadLanguage()
      const by = column === undefined ? undefined : columns.shown.value[column]
      language.filterBy(filter, shown.value.at(index), by, copy, context.value)
    },
    remember(row) {
      if (subject.endpoint.value.resource === 'transaction' && row.kind === 'item')
        transactions.set(props.source, row.item as Transaction)
    },
  }
  provide(listViewKey, view)
  useListFocus(section, view.grid)
  useListScroll(view)
  runAfterRows(
    effectScope(),
    () => import('./announce-list.ts'),
    ({ announceList }) => {
      announceList(view)
    },
  )
  runAfterRows(
    effectScope(),
    () => import('../export/print-rows.ts'),
    ({ followPrint }) => {
      followPrint({
        host: () => section.value,
        name: () => view.name.value,
        rows: () => shown.value,
        columns: () => columns.shown.value,
        context: () => context.value,
        scope: view.scope,
      })
    },
  )
  watchEffect(() => {
    of.setStatus(listStatus(list.value, subject.isLive.value))
  })
  return view
}
