import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'

/** First and one past the last row. */
export interface RowRange {
  readonly first: number
  readonly last: number
}

/** So many frames without a leap end a movement; at 60 frames a second 50 ms. */
const REST_FRAMES = 3

/** Two leaps close to each other are one movement; a single one (Page Down, End) is drawn at once. */
export function useLeap(seen: () => RowRange): {
  readonly leap: Readonly<ShallowRef<RowRange | undefined>>
  /** From the first leap on: what is drawn now may be gone with the next frame. */
  readonly isMoving: Readonly<ShallowRef<boolean>>
  /** To be called when the rows that are seen may be others. */
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
