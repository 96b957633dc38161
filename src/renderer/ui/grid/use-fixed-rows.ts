/**
 * Which of many rows of one height are on the screen. Plain arithmetic on purpose: a general virtualizer walks all rows
 * whenever one is added, and knows no end to a page's height (docs/decisions/0003-lists-are-drawn-by-arithmetic.md).
 */
import { computed, nextTick, onScopeDispose, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { useLeap, type RowRange } from './use-leap.ts'

/** Chromium's tallest element is 33,554,428 px; above this, a pixel of the scroll bar stands for more than one. */
const TALLEST = 30_000_000

/** Rows in groups, with something above the first of each. */
export interface GroupStarts {
  /** The first row of each, in their order: the first one is 0. */
  readonly starts: readonly number[]
  /** Of what stands above it, px. */
  readonly above: number
}

/** Of the room for rows, px. */
export interface GridSize {
  height: number
  width: number
}

export interface FixedRows {
  /** First and one past the last row to draw, some beyond the edges included. */
  readonly first: ComputedRef<number>
  readonly last: ComputedRef<number>
  /** At least as many as are drawn at once: a row that leaves at one edge lends its elements to one at the other. */
  readonly slots: ComputedRef<number>
  /**
   * While the scroll bar is dragged so fast that no row is seen in two frames: the rows passed right now. Nobody can
   * read them, so none is drawn, and `first` and `last` stay until some frames go without such a leap.
   */
  readonly leap: Readonly<ShallowRef<RowRange | undefined>>
  /** First and one past the last row that is seen, in part or whole. */
  readonly firstSeen: ComputedRef<number>
  readonly lastSeen: ComputedRef<number>
  /** Height of the scrolled body in px. */
  readonly height: ComputedRef<number>
  readonly width: Readonly<ShallowRef<number>>
  readonly pageRows: ComputedRef<number>
  /** Where row `index` lies within the body, px. */
  topOf(index: number): number
  /** Scrolls as little as needed for the row to be seen whole. */
  reveal(index: number): void
  /** Position in rows' own px, whatever the height of the body; kept and given back when a list is left and come to. */
  position(): number
  scrollTo(position: number): void
  /** The rows are those of another list now, or higher or lower: the ones at `position` are drawn at once, and scrolled to then. */
  restart(position: number): void
  onScroll(): void
  readonly wheel: ComputedRef<{ readonly wheel?: (event: WheelEvent) => void }>
}

export function useFixedRows(options: {
  scroller: Readonly<ShallowRef<HTMLElement | null>>
  count: () => number
  rowHeight: () => number
  groups?: () => GroupStarts | undefined
  /** Height of the head that stays at the top, px. */
  headHeight: () => number
  /** Rows drawn beyond each edge, and whether they are right now. */
  overscan?: number
  hasOverscan?: () => boolean
  /** Room for rows and width, px, of the last one like this; kept up to date. Drawn with a guess, it is drawn twice. */
  lastSize?: GridSize
}): FixedRows {
  const {
    scroller,
    count,
    rowHeight,
    headHeight,
    overscan = 5,
    hasOverscan = () => true,
    lastSize = { height: 600, width: 0 },
  } = options
  /** Where the top edge is among the rows, px of rows. */
  const top = shallowRef(0)
  const { height: room, width } = useRoom(scroller, { rowHeight, headHeight, lastSize })
  const { startOf, placeOf, wholeHeight } = createPlaces(options)
  const { full, height, scaled, most, mostShown } = useBody(wholeHeight, room)
  let ownScrollTop = -1

  const firstSeen = computed(() => Math.max(0, Math.floor(placeOf(top.value))))
  const lastSeen = computed(() => Math.min(count(), Math.ceil(placeOf(top.value + room.value))))
  const { leap, isMoving, onMoved } = useLeap(() => ({ first: firstSeen.value, last: lastSeen.value }))
  const near = computed<RowRange>((before) => {
    if (leap.value && before) return before
    const beyond = hasOverscan() && !isMoving.value ? overscan : 0
    return { first: Math.max(0, firstSeen.value - beyond), last: Math.min(count(), lastSeen.value + beyond) }
  })

  function moveTo(position: number): void {
    const element = scroller.value
    if (!element) return
    top.value = Math.min(Math.max(0, position), Math.max(0, full.value - room.value))
    element.scrollTop = scaled.value ? (top.value / most()) * mostShown() : top.value
    ownScrollTop = element.scrollTop
  }

  function onWheel(event: WheelEvent) {
    if (event.ctrlKey || event.deltaY === 0) return
    event.preventDefault()
    moveTo(top.value + event.deltaY * (event.deltaMode === 1 ? rowHeight() : 1))
  }

  return {
    first: computed(() => near.value.first),
    last: computed(() => near.value.last),
    leap,
    slots: computed(() => Math.ceil(room.value / rowHeight()) + 2 * overscan + 2),
    firstSeen,
    lastSeen,
    height,
    width,
    pageRows: computed(() => Math.max(1, Math.floor(room.value / rowHeight()) - 1)),
    topOf(index) {
      return startOf(index) - (scaled.value ? top.value - (top.value / most()) * mostShown() : 0)
    },
    reveal(index) {
      const start = startOf(index)
      if (start < top.value) moveTo(start)
      else if (start + rowHeight() > top.value + room.value) moveTo(start + rowHeight() - room.value)
    },
    position: () => top.value,
    scrollTo: moveTo,
    restart(position) {
      if (position === top.value) return
      top.value = position
      void nextTick(() => {
        moveTo(position)
      })
    },
    onScroll() {
      const shown = scroller.value?.scrollTop ?? 0
      if (!scaled.value) top.value = shown
      else if (Math.abs(shown - ownScrollTop) > 1) top.value = (shown / mostShown()) * most()
      onMoved()
    },
    // A scaled body would skip rows at each turn of the wheel: there the wheel moves rows, not the scroll bar. Any other has
    // no listener, for which the browser would wait before it scrolls.
    wheel: computed(() => (scaled.value ? { wheel: onWheel } : {})),
  }
}

/** Where rows are among all of them, px. */
function createPlaces(of: {
  count: () => number
  rowHeight: () => number
  groups?: () => GroupStarts | undefined
}) {
  const { count, rowHeight, groups = () => undefined } = of
  const above = () => groups()?.above ?? 0
  /** The last group that begins there or before. */
  const lastGroup = (isAfter: (start: number, group: number) => boolean) => {
    const { starts = [] } = groups() ?? {}
    let [low, high] = [0, starts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isAfter(starts[middle] ?? 0, middle)) high = middle
      else low = middle + 1
    }
    return low - 1
  }
  return {
    startOf: (index: number) =>
      index * rowHeight() + (above() === 0 ? 0 : (lastGroup((start) => start > index) + 1) * above()),
    /** In rows, with a part of one. */
    placeOf: (position: number) => {
      if (above() === 0) return position / rowHeight()
      const group = lastGroup((start, at) => start * rowHeight() + at * above() > position)
      const start = groups()?.starts[group] ?? 0
      return Math.max(start, (position - (group + 1) * above()) / rowHeight())
    },
    wholeHeight: () => count() * rowHeight() + (groups()?.starts.length ?? 0) * above(),
  }
}

/** How high all rows are together, px, and the scrolled body that stands for them. */
function useBody(rowsHeight: () => number, room: Readonly<ShallowRef<number>>) {
  const full = computed(rowsHeight)
  const height = computed(() => Math.min(full.value, TALLEST))
  return {
    full,
    height,
    scaled: computed(() => full.value > TALLEST),
    most: () => Math.max(1, full.value - room.value),
    mostShown: () => Math.max(1, height.value - room.value),
  }
}

/** Size of the part of `scroller` in which rows are seen, px. */
function useRoom(
  scroller: Readonly<ShallowRef<HTMLElement | null>>,
  of: { rowHeight: () => number; headHeight: () => number; lastSize: GridSize },
) {
  const whole = shallowRef(of.lastSize.height + of.headHeight())
  const height = computed(() => Math.max(of.rowHeight(), whole.value - of.headHeight()))
  const width = shallowRef(of.lastSize.width)
  const observer = new ResizeObserver(() => {
    const element = scroller.value
    // In a hidden tab everything is 0 high; what was known there stays true when it is shown again.
    if (!element || element.clientHeight === 0) return
    whole.value = element.clientHeight
    width.value = element.clientWidth
    Object.assign(of.lastSize, { height: height.value, width: width.value })
  })
  watch(
    scroller,
    (element, before) => {
      if (before) observer.unobserve(before)
      // It tells of the size before the next frame is painted; asking here would lay out what is not whole yet.
      if (element) observer.observe(element)
    },
    { flush: 'post', immediate: true },
  )
  onScopeDispose(() => {
    observer.disconnect()
  })
  return { height, width }
}
