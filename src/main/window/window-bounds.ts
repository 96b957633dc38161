/** Where a window is put: where it was, if any display still shows it there. Pure. */
export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const SMALLEST = { width: 720, height: 480 } as const
const USUAL = { width: 1440, height: 900 } as const
/** As much of the title bar as a hand needs to take hold of it, px. */
const HANDLE = { width: 120, height: 32 } as const

/**
 * `displays`: their work areas, the primary one first; never empty where there is a screen. Without `x` and `y` the
 * system puts the window in the middle.
 */
export function fitWindowBounds(
  was: Rectangle | undefined,
  displays: readonly Rectangle[],
): { readonly width: number; readonly height: number; readonly x?: number; readonly y?: number } {
  const home = was === undefined ? undefined : displays.find((display) => canBeTaken(was, display))
  const display = home ?? displays[0]
  const width = clamp(was?.width ?? USUAL.width, SMALLEST.width, display?.width ?? USUAL.width)
  const height = clamp(was?.height ?? USUAL.height, SMALLEST.height, display?.height ?? USUAL.height)
  return was !== undefined && home !== undefined ? { x: was.x, y: was.y, width, height } : { width, height }
}

function canBeTaken(window: Rectangle, display: Rectangle): boolean {
  const across = Math.min(window.x + window.width, display.x + display.width) - Math.max(window.x, display.x)
  const above = window.y >= display.y && window.y + HANDLE.height <= display.y + display.height
  return across >= HANDLE.width && above
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))
