/**
 * The rows in view of many rows of equal height. Plain arithmetic on purpose: a general virtualizer walks all rows when
 * one is added, and does not know the largest height of an element
 * (docs/decisions/0003-lists-are-drawn-by-arithmetic.md).
 */
import { computed, nextTick, onScopeDispose, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { useFastScroll, type RowRange } from './use-fast-scroll.ts'

/**
 * Chromium's tallest element is 33,554,428 px high. Above this limit, a pixel of the scroll bar stands for several
 * pixels of rows.
 */
const TALLEST = 30_000_000

/** Spaces between rows: above groups, or below rows that unfold. */
interface RowSpaces {
  /** The row that follows each space, ascending. It may be the one after the last. */
  readonly before: readonly number[]
  /** Height of each space and all above it together, px. */
  readonly sums: readonly number[]
}

/** Spaces of these heights, each before a row. */
export function summed(heights: readonly (readonly [row: number, height: number])[]): RowSpaces {
  let sum = 0
  const spaces = heights.filter(([, height]) => height > 0)
  return { before: spaces.map(([row]) => row), sums: spaces.map(([, height]) => (sum += height)) }
}

/** Size of the area of rows, px. */
export interface GridSize {
  height: number
  width: number
}

export interface FixedRows {
  /** Index of the first row to draw and of the row after the last. Includes some rows beyond the edges. */
  readonly first: ComputedRef<number>
  readonly last: ComputedRef<number>
  /** Upper limit of rows drawn at once: a row that leaves at one edge passes its elements to one at the other. */
  readonly slots: ComputedRef<number>
  /**
   * The rows in view during a leap: while a person drags the scroll bar so fast that no row is in view for two frames.
   * Nobody can read them, so none is drawn. `first` and `last` stay until some frames have no leap.
   */
  readonly leap: Readonly<ShallowRef<RowRange | undefined>>
  /** Index of the first visible row and of the row after the last, counting partly visible ones. */
  readonly firstSeen: ComputedRef<number>
  readonly lastSeen: ComputedRef<number>
  /** Height of the scrolled body, px. */
  readonly height: ComputedRef<number>
  readonly width: Readonly<ShallowRef<number>>
  readonly pageRows: ComputedRef<number>
  /** Position of row `index` in the body, px. */
  topOf(index: number): number
  /** Scrolls as little as possible to make the whole row visible. */
  reveal(index: number): void
  /**
   * Scroll position in px of rows, independent of the body's height. A list that a person comes back to gets it again.
   */
  position(): number
  scrollTo(position: number): void
  /**
   * Starts again for another list or another row height: draws the rows at `position` at once, and scrolls to them
   * afterwards.
   */
  restart(position: number): void
  onScroll(): void
  readonly wheel: ComputedRef<{ readonly wheel?: (event: WheelEvent) => void }>
}

export function useFixedRows(options: {
  scroller: Readonly<ShallowRef<HTMLElement | null>>
  count: () => number
  rowHeight: () => number
  spaces?: () => RowSpaces | undefined
  /** Height of the space below a row that belongs to it, px. */
  below?: (index: number) => number
  /** Height of the fixed head, px. */
  headHeight: () => number
  /** Number of rows drawn beyond each edge, and whether they are drawn now. */
  overscan?: number
  hasOverscan?: () => boolean
  /** Size of the last grid of the same kind, px, which this one updates. A wrong guess would draw the grid twice. */
  lastSize?: GridSize
}): FixedRows {
  const { scroller, count, rowHeight, headHeight, below = () => 0 } = options
  const { overscan = 5, hasOverscan = () => true, lastSize = { height: 600, width: 0 } } = options
  /** Position of the top edge, px of rows. */
  const top = shallowRef(0)
  const { height: room, width } = useRoom(scroller, { rowHeight, headHeight, lastSize })
  const { startOf, placeOf, firstAt, wholeHeight } = createPlaces(options)
  const { full, height, scaled, most, mostShown } = useBody(wholeHeight, room)
  let ownScrollTop = -1

  const firstSeen = computed(() => firstAt(top.value))
  const lastSeen = computed(() => Math.min(count(), Math.ceil(placeOf(top.value + room.value))))
  const { leap, isMoving, onMoved } = useFastScroll(() => ({ first: firstSeen.value, last: lastSeen.value }))
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
      const end = start + rowHeight() + below(index)
      if (start < top.value) moveTo(start)
      else if (end > top.value + room.value) moveTo(Math.min(start, end - room.value))
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
    // In a scaled body, a turn of the wheel would skip rows: there the wheel moves by rows. Other bodies get no
    // listener, since the browser would wait for it before it scrolls.
    wheel: computed(() => (scaled.value ? { wheel: onWheel } : {})),
  }
}

/** Positions of rows among all rows, px. */
function createPlaces(of: {
  count: () => number
  rowHeight: () => number
  spaces?: () => RowSpaces | undefined
  below?: (index: number) => number
}) {
  const { count, rowHeight, spaces = () => undefined, below = () => 0 } = of
  /** Height of the spaces up to and including the last one that is not after it. */
  const spaceUpTo = (isAfter: (row: number, sum: number) => boolean) => {
    const { before = [], sums = [] } = spaces() ?? {}
    let [low, high] = [0, before.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isAfter(before[middle] ?? 0, sums[middle - 1] ?? 0)) high = middle
      else low = middle + 1
    }
    return { row: before[low - 1] ?? 0, height: sums[low - 1] ?? 0 }
  }
  const startOf = (index: number) => index * rowHeight() + spaceUpTo((row) => row > index).height
  /** In rows, with a fraction. */
  const placeOf = (position: number) => {
    const { row, height } = spaceUpTo((row, above) => row * rowHeight() + above > position)
    return Math.max(row, (position - height) / rowHeight())
  }
  return {
    startOf,
    placeOf,
    /** The row there, also where only what is below it is there. */
    firstAt: (position: number) => {
      const row = Math.max(0, Math.floor(placeOf(position)))
      return row > 0 && startOf(row) > position && below(row - 1) > 0 ? row - 1 : row
    },
    wholeHeight: () => count() * rowHeight() + (spaces()?.sums.at(-1) ?? 0),
  }
}

/** Height of all rows together and of the scrolled body, px. */
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

/** Size of the visible part of `scroller`, px. */
function useRoom(
  scroller: Readonly<ShallowRef<HTMLElement | null>>,
  of: { rowHeight: () => number; headHeight: () => number; lastSize: GridSize },
) {
  const whole = shallowRef(of.lastSize.height + of.headHeight())
  const height = computed(() => Math.max(of.rowHeight(), whole.value - of.headHeight()))
  const width = shallowRef(of.lastSize.width)
  const observer = new ResizeObserver(() => {
    const element = scroller.value
    // In a hidden tab all heights are 0: keep the last size for when it is shown again.
    if (!element || element.clientHeight === 0) return
    whole.value = element.clientHeight
    width.value = element.clientWidth
    Object.assign(of.lastSize, { height: height.value, width: width.value })
  })
  watch(
    scroller,
    (element, before) => {
      if (before) observer.unobserve(before)
      // The observer reports the size before the next frame is painted. Reading it here would lay out an unfinished
      // page.
      if (element) observer.observe(element)
    },
    { flush: 'post', immediate: true },
  )
  onScopeDispose(() => {
    observer.disconnect()
  })
  return { height, width }
}
