/**
 * Scrolls and compares this list with the list of the same kind in the other pane. It renders nothing: the toolbar has
 * the choice (`ComparedChoice.vue`), the rows have their marks.
 */
import { computed, defineComponent, nextTick, onBeforeUnmount, watch } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import { usePane } from '#renderer/lib/pane.ts'
import { toggleSideBySide, type SideBySideToggle } from '#renderer/lib/edit-workspace.ts'
import { registerCommands, type Command } from '#renderer/stores/commands.ts'
import { editPlaces } from '#renderer/stores/places.ts'
import { useWorkspace } from '#renderer/stores/workspace.ts'
import { useListContext } from '../context/list-view-context.ts'
import type { PaneList } from './pane-list.ts'
import { usePaneLists } from './pane-lists.ts'
import { withMarks } from './row-marks.ts'
import { useCompared } from './use-compared.ts'
import { useComparedStatus } from './use-compared-status.ts'
import { useSyncedScroll } from './use-synced-scroll.ts'

export const SideBySide = defineComponent(() => {
  const { list, grid, sort, beside: part } = useListContext()
  const lists = usePaneLists()
  const workspace = useWorkspace()
  const pane = usePane()
  const paneId = pane?.id ?? ''
  const other = () => lists.beside(paneId)
  const sharesLines = () => lists.linesOf(own) !== undefined
  const isTogether = () => lists.isPair && (workspace.current.scrollsTogether === true || sharesLines())
  const isCompared = () => lists.isOfOneChain && workspace.current.comparesLists === true

  const own: PaneList = {
    list: () => list.value,
    grid: () => grid.value,
    count: () => lined.value?.count ?? list.value.shown.count,
    isSorted: () => sort.value !== null,
    told: undefined,
    ahead: undefined,
    asking: undefined,
  }
  const lined = computed(() =>
    lists.linesOf(own)?.of(list.value.shown, list.value.rows.part?.isWhole === true),
  )
  const leave = lists.enter(paneId, own)
  const together = useSyncedScroll(own, other, isTogether, () => !lists.isOfOneChain, sharesLines)
  const { question, isMarked, chosen, onReached } = useCompared(own, other, isCompared)
  const marked = computed(() => (isMarked.value ? { chosen } : undefined))
  useComparedStatus(own, other, { paneId, isMarked: () => isMarked.value, isTogether })

  part.value = {
    columns: (columns) => (isMarked.value ? withMarks(columns) : columns),
    get question() {
      return question.value
    },
    get marked() {
      return marked.value
    },
    get lined() {
      return lined.value
    },
    onMoved: together.onMoved,
    onReached,
  }
  onBeforeUnmount(() => {
    leave()
    own.asking?.abort()
    part.value = undefined
  })

  watch(
    () => workspace.current.scrollsTogether,
    () => {
      if (isTogether() && pane?.isActive()) together.begin()
    },
  )

  // When the top row moves to another line, it stays at the top, and the other list follows.
  watch(lined, async (now, before) => {
    const height = grid.value?.rowHeight
    if (!pane?.isActive() || !grid.value || height === undefined) return
    const top = grid.value.position()
    const line = Math.floor(top / height)
    const row = before?.rowsAbove(line) ?? line
    const moved = (now?.lineOf(row) ?? row) - line
    await nextTick()
    if (top > 0 && moved !== 0) grid.value.scrollTo(top + moved * height)
    if (now && (!before || moved !== 0)) together.begin()
  })

  registerSwitches()
  return () => null
})

/** Commands that scroll the lists of both panes together, and compare them. */
function registerSwitches(): void {
  const lists = usePaneLists()
  const workspace = useWorkspace()
  const switchCommand = (toggle: SideBySideToggle, off: string, on: string): Command => ({
    id: `beside.${toggle}`,
    label: workspace.current[toggle] === true ? off : on,
    group: 'View',
    run: () => {
      editPlaces((now) => toggleSideBySide(now, toggle))
    },
  })
  registerCommands(() => [
    ...(lists.isPair
      ? [switchCommand('scrollsTogether', $gettext('Stop scrolling together'), $gettext('Scroll together'))]
      : []),
    ...(lists.isOfOneChain
      ? [switchCommand('comparesLists', $gettext('Stop comparing'), $gettext('Compare the two lists'))]
      : []),
  ])
}
