import { nextTick, ref, watch, type Ref, type ShallowRef } from 'vue'

interface RowFocusOptions {
  readonly scroller: Readonly<ShallowRef<HTMLElement | null>>
  readonly count: () => number
  /** Scrolls the row into view, so that it is drawn. */
  readonly reveal: (index: number) => void
}

export interface RowFocus {
  /** The row that is in the tab order: all others have `tabindex="-1"`. */
  readonly index: Ref<number>
  focus(this: void, index: number): Promise<void>
  /** Handles the arrow keys, Home and End; returns false for any other key. */
  onKey(this: void, event: KeyboardEvent): boolean
}

/** Keyboard focus in a list of which only some rows are drawn. A row's element has its index in `data-at`. */
export function useRowFocus({ scroller, count, reveal }: RowFocusOptions): RowFocus {
  const index = ref(0)
  watch(count, (now) => {
    index.value = Math.min(index.value, Math.max(0, now - 1))
  })

  async function focus(to: number) {
    index.value = Math.min(Math.max(0, to), count() - 1)
    reveal(index.value)
    await nextTick()
    scroller.value?.querySelector<HTMLElement>(`[data-at="${String(index.value)}"]`)?.focus()
  }

  function onKey(event: KeyboardEvent): boolean {
    const target = {
      ArrowDown: index.value + 1,
      ArrowUp: index.value - 1,
      Home: 0,
      End: count() - 1,
    }[event.key]
    if (target === undefined) return false
    event.preventDefault()
    void focus(target)
    return true
  }

  return { index, focus, onKey }
}
