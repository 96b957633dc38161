import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import { isRightToLeft } from '#renderer/lib/right-to-left.ts'

export interface StripScroll {
  /** Whether there are tabs beyond the edges of the strip. */
  readonly hasBefore: Readonly<ShallowRef<boolean>>
  readonly hasAfter: Readonly<ShallowRef<boolean>>
  readonly onScroll: () => void
  readonly onWheel: (event: WheelEvent) => void
}

/** A strip with more tabs than fit scrolls sideways, and keeps the active tab in view. */
export function useStripScroll(
  strip: Readonly<ShallowRef<HTMLElement | null>>,
  /** Reactive: changes with the tabs and with the active tab. */
  tabs: () => unknown,
): StripScroll {
  const hasBefore = shallowRef(false)
  const hasAfter = shallowRef(false)

  function measure() {
    const { scrollLeft = 0, clientWidth = 0, scrollWidth = 0 } = strip.value ?? {}
    // Negative in a right-to-left layout.
    const before = Math.abs(scrollLeft)
    hasBefore.value = before > 1
    hasAfter.value = before + clientWidth < scrollWidth - 1
  }
  function showFront() {
    const front = strip.value?.querySelector('[aria-selected=true]')
    front?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    measure()
  }
  const observer = new ResizeObserver(showFront)
  watch(
    strip,
    (element) => {
      observer.disconnect()
      if (element) observer.observe(element)
    },
    { flush: 'post', immediate: true },
  )
  watch(tabs, showFront, { flush: 'post' })
  onScopeDispose(() => {
    observer.disconnect()
  })

  return {
    hasBefore,
    hasAfter,
    onScroll: measure,
    /** A wheel with only one axis scrolls sideways. */
    onWheel(event) {
      const element = strip.value
      if (!element || event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return
      if (!hasBefore.value && !hasAfter.value) return
      event.preventDefault()
      const sign = isRightToLeft(element) ? -1 : 1
      element.scrollLeft +=
        sign * event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1)
    },
  }
}

/** Pixels for a line, for wheels that count lines. */
const LINE_PX = 32
