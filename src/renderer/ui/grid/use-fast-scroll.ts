import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'

/** Index of the first row and of the row after the last. */
export interface RowRange {
  readonly first: number
  readonly last: number
}

/** A movement ends after so many frames without a leap; at 60 frames a second that is 50 ms. */
const REST_FRAMES = 3

/** Detects fast scrolling: two leaps soon after each other. A single leap (Page Down, End) is drawn at once. */
export function useFastScroll(seen: () => RowRange): {
  readonly leap: Readonly<ShallowRef<RowRange | undefined>>
  /** True from the first leap on: the rows drawn now may be gone in the next frame. */
  readonly isMoving: Readonly<ShallowRef<boolean>>
  /** Call it whenever the rows in view may have changed. */
  readonly onMoved: () => void
} {
  const leap = shallowRef<RowRange>()
  const isMoving = shallowRef(false)
  let before: RowRange | undefined
  let restFrames = 0
  let frame = 0

  function countFrame(): void {
    restFrames += 1
    frame = restFrames > REST_FRAMES ? 0 : requestAnimationFrame(countFrame)
    if (frame !== 0) return
    leap.value = undefined
    isMoving.value = false
  }
  onScopeDispose(() => {
    cancelAnimationFrame(frame)
  })

  return {
    leap,
    isMoving,
    onMoved() {
      const now = seen()
      before ??= { first: 0, last: now.last - now.first }
      if (now.first >= before.last || now.last <= before.first) {
        restFrames = 0
        isMoving.value = true
        if (frame === 0) frame = requestAnimationFrame(countFrame)
        else leap.value = now
      } else if (leap.value) leap.value = now
      before = now
    },
  }
}
