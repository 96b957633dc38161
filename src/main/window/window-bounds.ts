/** Computes the bounds of a new window: the last ones, if a display still shows them. No side effects. */
export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const MIN_SIZE = { width: 720, height: 480 } as const
const DEFAULT_SIZE = { width: 1440, height: 900 } as const
/** The part of the title bar, in px, that must be visible so that the window can be dragged. */
const MIN_HANDLE = { width: 120, height: 32 } as const

/**
 * `displays`: the work areas of all displays, the primary one first; never empty on a machine with a screen. If the
 * result lacks `x` and `y`, the system centers the window.
 */
export function fitWindowBounds(
  last: Rectangle | undefined,
  displays: readonly Rectangle[],
): { readonly width: number; readonly height: number; readonly x?: number; readonly y?: number } {
  const shownOn = last === undefined ? undefined : displays.find((display) => canBeDragged(last, display))
  const display = shownOn ?? displays[0]
  const width = clamp(last?.width ?? DEFAULT_SIZE.width, MIN_SIZE.width, display?.width ?? DEFAULT_SIZE.width)
  const height = clamp(
    last?.height ?? DEFAULT_SIZE.height,
    MIN_SIZE.height,
    display?.height ?? DEFAULT_SIZE.height,
  )
  return last !== undefined && shownOn !== undefined
    ? { x: last.x, y: last.y, width, height }
    : { width, height }
}

function canBeDragged(window: Rectangle, display: Rectangle): boolean {
  const visibleWidth =
    Math.min(window.x + window.width, display.x + display.width) - Math.max(window.x, display.x)
  const isBarVisible = window.y >= display.y && window.y + MIN_HANDLE.height <= display.y + display.height
  return visibleWidth >= MIN_HANDLE.width && isBarVisible
}

const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(value, max))
